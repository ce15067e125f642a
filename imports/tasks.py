"""What workers run for imports. A task may run twice, and holds no logic."""

from celery import shared_task

from imports import starting
from imports.source_kind import GO_ON
from imports.work import import_waiting
from memories import work


@shared_task(name="imports.tasks.go_on")
def go_on() -> None:
    """One step for one import of whose turn it is."""
    work.serve(GO_ON, import_waiting)


@shared_task
def sweep() -> None:
    """Let go of files that nobody agreed to import, and of those that no import names."""
    starting.sweep()
