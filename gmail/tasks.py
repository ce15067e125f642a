"""What workers run for mail. A task takes ids, may run twice, and holds no logic."""

from uuid import UUID

from celery import shared_task

from gmail.sync import sync_waiting
from memories import work
from memories.models import Work


@shared_task
def sync(user_id: str) -> None:
    """One step for one mailbox; let other people's work in before the next."""
    if sync_waiting(UUID(user_id)):
        work.nudge(UUID(user_id), Work.Kind.SYNC)


@shared_task
def revive() -> None:
    """Try mailboxes again whose worker died too often."""
    work.revive(Work.Kind.SYNC)
