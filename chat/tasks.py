"""What workers run for this room."""

from celery import shared_task

from chat import sweep as sweeping
from chat.answering.model.naming import name_waiting
from chat.answering.model.summaries import summarise_waiting
from chat.source_kind import SUMMARISE, TITLE
from memories import work


@shared_task
def sweep() -> None:
    """Delete temporary chats that are over; close answers whose writer died."""
    sweeping.sweep()


@shared_task
def summarise() -> None:
    """Sum up the earlier part of a conversation of whose turn it is."""
    work.serve(SUMMARISE, summarise_waiting)


@shared_task
def name() -> None:
    """Give a conversation of whose turn it is its title."""
    work.serve(TITLE, name_waiting)
