"""What workers run for this room."""

from celery import shared_task

from chat import sweep as sweeping


@shared_task
def sweep() -> None:
    """Delete temporary chats that are over; close answers whose writer died."""
    sweeping.sweep()
