"""What workers run for mail. A task may run twice, and holds no logic."""

from celery import shared_task

from gmail.source_kind import SYNC
from gmail.syncing.sync import sync_waiting
from memories import work


@shared_task
def sync() -> None:
    """One step for one mailbox of whose turn it is."""
    work.serve(SYNC, sync_waiting)


@shared_task
def revive() -> None:
    """Try mailboxes again whose worker died too often."""
    work.revive(SYNC)
