"""Changes that a model proposed: carried out by the person's click, or put aside."""

from collections.abc import Collection
from uuid import UUID

from accounts.models import User
from chat import tools
from chat.models import Message, Proposal
from memories.keeping import Verdict, tombstones
from memories.models import Change


def accept(user: User, wanted: Proposal) -> list[dict[str, str]]:
    """Carry out a proposed change, as the person's own. Gives what it did, as `details["did"]`.

    Raises Refused where it cannot be done any more. Call it inside `acting_as`.
    """
    context = tools.Context(user, Change.By.PERSON, project=wanted.message.conversation.project_id)
    result = tools.run(context, wanted.tool, wanted.arguments)
    did = [done.kept() for done in result.did]
    message = Message.objects.select_for_update().get(pk=wanted.message_id)
    kept = [*message.details.get("did", []), *did]
    message.details = {**message.details, "did": kept}
    message.save(update_fields=["details"])
    wanted.delete()
    return did


def decline(wanted: Proposal) -> None:
    """Put a proposed change aside, with its words."""
    wanted.delete()


def drop_forgotten(user: User, memories: Collection[UUID]) -> None:
    """What was forgotten is proposed no more: neither about it, nor in its words."""
    open_ones = Proposal.objects.filter(user=user)
    open_ones.filter(memory__in=memories).delete()
    left = [each for each in open_ones if "content" in each.arguments]
    what = tombstones.judged(user, [each.arguments["content"] for each in left])
    for each, resembles in zip(left, what, strict=True):
        if resembles is not Verdict.OTHER:
            each.delete()
