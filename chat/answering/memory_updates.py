"""Changes a message makes to existing memories: found before it is answered, shown with Undo."""

from dataclasses import replace
from uuid import UUID

from chat.answering.turns import Turn
from chat.builtin.requests import intent
from chat.models import Message, Proposal
from database.acting import acting_as
from memories.learning import UpdateResult, update_known


def update(turn: Turn) -> Turn:
    """Supersede what this turn's new memories change, and keep with the message what was done.

    Call it outside of `acting_as`. An answer tried again finds nothing more to do.
    """
    if intent.read(turn.text).kind not in (intent.Kind.STATEMENT, intent.Kind.REMEMBER):
        return turn
    did = list(turn.said_details.get("did", []))
    now = _updated(turn, did)
    if now == did:
        return turn
    details = {**turn.said_details, "did": now}
    with acting_as(turn.user):
        if len(now) > len(did):
            # The whole message is remembered for its news: none of its sentences is proposed.
            details.pop("proposed", None)
            Proposal.objects.filter(message=turn.message_id).delete()
        Message.objects.filter(pk=turn.said_id).update(details=details)
    return replace(turn, said_details=details)


def update_answered(turn: Turn) -> None:
    """The same for what the answer itself remembered: "Actually, we moved to York last week"."""
    with acting_as(turn.user):
        details = Message.objects.values_list("details", flat=True).get(pk=turn.message_id)
    did = _updated(turn, details.get("did", []))
    with acting_as(turn.user):
        Message.objects.filter(pk=turn.message_id).update(details={**details, "did": did})


def _updated(turn: Turn, did: list[dict[str, str]]) -> list[dict[str, str]]:
    """The changes done, marked where they updated an existing memory."""
    if turn.source_id is None:
        return did
    new = [UUID(done["memory"]) for done in did if done["what"] == "remembered"]
    updated = {each.new: each for each in update_known(turn.user, turn.source_id, new)}
    made = [{"what": "remembered", "memory": str(pk)} for pk in updated.keys() - {*new}]
    return [_told(done, updated) for done in [*did, *made]]


def _told(done: dict[str, str], updated: dict[UUID, UpdateResult]) -> dict[str, str]:
    each = updated.get(UUID(done["memory"]))
    if each is None:
        return done
    if each.superseded:
        return {**done, "what": "updated", "before": str(each.superseded[0])}
    return {**done, "what": "asked", "before": str(each.asks[0])}
