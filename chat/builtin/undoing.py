"""Undo on request: "undo", "take that back" takes the last change of this conversation back."""

from uuid import UUID

from accounts.acting import acting_as
from chat.builtin import telling
from chat.models import Message
from chat.plan import Plan
from chat.turns import Turn
from memories.taking_back import Act, last_act


def undo(turn: Turn) -> Plan:
    """Take back what was forgotten, remembered or corrected last, by words or by a button."""
    with acting_as(turn.user):
        # Another answer to the same words takes nothing more back.
        if Message.objects.filter(answers=turn.said_id, details__has_key="undo").exists():
            return Plan(telling.UNDONE_ALREADY)
        act = _last_act(turn)
    if act is None:
        return Plan(telling.NOTHING_TO_UNDO)
    return Plan(telling.UNDONE, take_back=act, searchable=False)


def _last_act(turn: Turn) -> Act | None:
    messages = Message.objects.filter(conversation=turn.conversation_id)
    details = messages.filter(details__has_key="did").values_list("details", flat=True)
    touched = {UUID(done["memory"]) for each in details for done in each["did"]}
    undoing = messages.filter(details__has_key="undo").values_list("answers__source", flat=True)
    return last_act(turn.user, touched, but={pk for pk in undoing if pk})
