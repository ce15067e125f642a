"""What workers run for documents. A task may run twice, and holds no logic."""

from celery import shared_task

from documents import storage
from documents.process import read_waiting
from documents.rewrite import rewrite_waiting
from documents.source_kind import READ, REWRITE
from memories import work


@shared_task
def read() -> None:
    """Read one document of whose turn it is."""
    work.serve(READ, read_waiting)


@shared_task
def rewrite() -> None:
    """Rewrite one file without what was erased, of whose turn it is."""
    work.serve(REWRITE, rewrite_waiting)


@shared_task
def sweep_files() -> None:
    """Delete stored files that no document names any more."""
    storage.sweep()
