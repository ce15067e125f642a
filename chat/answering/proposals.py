"""Changes that were proposed: carried out by the person's click, or put aside.

A model proposes what the person did not ask for; rules, what may be worth remembering.
"""

from collections.abc import Collection
from uuid import UUID

from accounts.models import User
from chat import tools
from chat.answering.relearn import offers, remember_again
from chat.models import Message, Proposal
from chat.tools.remember_fact import REMEMBER_FACT
from memories.keeping import TombstoneMatch, find_same, tombstones
from memories.learning import perhaps_told, said_before
from memories.models import Change, Chunk

# Maximum number of sentences per message proposed as memories.
MOST = 3


def perhaps_remember(user: User, said: Message, answer: Message) -> list[Proposal]:
    """Propose those facts of a message that are too uncertain to be learned.

    Nothing of what was forgotten, and nothing that is known. They are not saved yet.
    """
    source = said.source
    if source is None:
        return []
    found = perhaps_told(source.text, said_before(source))[:MOST]
    if not found or Chunk.objects.filter(source=source, hidden__isnull=False).exists():
        return []
    what = tombstones.judged(user, [each.content for each in found])
    return [
        Proposal(
            user=user,
            message=answer,
            tool=REMEMBER_FACT.name,
            arguments={"content": each.content, "kind": each.kind.value},
        )
        for each, resembles in zip(found, what, strict=True)
        if resembles is TombstoneMatch.OTHER
        and find_same(user, each.content, source.project) is None
    ]


def accept(user: User, wanted: Proposal) -> list[dict[str, str]]:
    """Carry out a proposed change, as the person's own. Gives what it did, as `details["did"]`.

    Raises Refused where it cannot be done any more. Call it inside `acting_as`.
    """
    said = wanted.message.answers
    context = tools.Context(
        user,
        Change.By.PERSON,
        project=wanted.message.conversation.project_id,
        proposed_from=said.source_id if said else None,
    )
    result = tools.run(context, wanted.tool, wanted.arguments)
    did = [done.kept() for done in result.did]
    message = Message.objects.select_for_update().get(pk=wanted.message_id)
    kept = [*message.details.get("did", []), *did]
    message.details = {**message.details, "did": kept}
    message.save(update_fields=["details"])
    wanted.delete()
    return did


def accept_all(user: User, answer: Message) -> None:
    """Remember all that the answer before this one has on offer, and what it proposes to remember.

    What was done stands under that. Call it inside `acting_as`.
    """
    there = Message.objects.filter(conversation=answer.conversation_id, shown=True)
    before = there.filter(answers__isnull=False, created__lt=answer.created)
    last = before.select_related("answers__source__project").order_by("-created").first()
    if last is None or last.answers is None:
        return
    for offer in offers(last.answers, last):
        remember_again(user, last.answers, offer.span.start)
    for proposal in last.proposals.filter(tool=REMEMBER_FACT.name):
        accept(user, proposal)


def decline(wanted: Proposal) -> None:
    """Put a proposed change aside, with its words."""
    wanted.delete()


def drop_forgotten(user: User, memories: Collection[UUID]) -> None:
    """Delete proposals about forgotten memories, and proposals in their words."""
    open_ones = Proposal.objects.filter(user=user)
    open_ones.filter(memory__in=memories).delete()
    left = [each for each in open_ones if "content" in each.arguments]
    what = tombstones.judged(user, [each.arguments["content"] for each in left])
    for each, resembles in zip(left, what, strict=True):
        if resembles is not TombstoneMatch.OTHER:
            each.delete()
