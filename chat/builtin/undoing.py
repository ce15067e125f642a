"""Undo on request: "undo", "take that back" takes the last change of this conversation back."""

from uuid import UUID

from django.utils.translation import gettext

from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.requests.bring_back import brought_back
from chat.builtin.requests.second_thoughts import has_second_thoughts, is_halting
from chat.models import Message
from database.acting import acting_as
from memories.forgetting import UndoableAct, forgotten_act, last_act


def undo(turn: Turn) -> Plan:
    """Take back what was forgotten, remembered or corrected last, by words or by a button."""
    with acting_as(turn.user):
        # Another answer to the same words takes nothing more back.
        if Message.objects.filter(answers=turn.said_id, details__has_key="undo").exists():
            return Plan(gettext(phrases.UNDONE_ALREADY))
        text = turn.text.strip()
        named = brought_back(text)
        act = forgotten_act(turn.user, named.of(text)) if named else _last_act(turn)
    if act is None:
        return Plan(gettext(phrases.NOTHING_TO_UNDO))
    return Plan(gettext(phrases.UNDONE), take_back=act, searchable=False)


def wants_back(turn: Turn) -> bool:
    """Whether a message right after something was forgotten wants it back: "no wait, keep it".

    Where more was offered, "keep it" is only said of that.
    """
    last = turn.earlier[-1] if turn.earlier else None
    if last is None or last.by_person or not has_second_thoughts(turn.text):
        return False
    forgot = any(done["what"] == "forgotten" for done in last.details.get("did", []))
    return forgot and (not last.details.get("asks") or is_halting(turn.text))


def _last_act(turn: Turn) -> UndoableAct | None:
    messages = Message.objects.filter(conversation=turn.conversation_id)
    details = messages.filter(details__has_key="did").values_list("details", flat=True)
    touched = {UUID(done["memory"]) for each in details for done in each["did"]}
    undoing = messages.filter(details__has_key="undo").values_list("answers__source", flat=True)
    return last_act(turn.user, touched, but={pk for pk in undoing if pk})
