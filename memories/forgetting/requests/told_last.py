"""What the person told last, of anything or of what they name: "forget the last thing I said"."""

from collections.abc import Collection, Sequence
from uuid import UUID

from accounts.models import User
from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import telling
from memories.forgetting.requests.meant import find_meant
from memories.models import Source
from memories.source_kinds import CHAT
from memories.text import MASK, asks, gist, is_blank, sentences

# Number of latest messages looked through for one that tells something.
_LATEST = 30


def find_told_last(
    user: User,
    topic: str,
    *,
    thread: str = "",
    hints: Collection[UUID] = (),
    but: UUID | None = None,
) -> list[Passage]:
    """The sentences of the last message that told something: of this chat, or else of any.

    With a topic the last that is about it. Nothing is changed. Call it inside `acting_as`.
    """
    if topic:
        meant = find_meant(user, topic, everything=True, states=False, hints=hints, but=but)
        found = [*meant.passages, *meant.more] if meant.sure else _about(topic, meant.passages)
        return _latest(user, found)
    own = telling(user, Source.objects.filter(user=user, kind=CHAT)).filter(
        author=Source.Author.PERSON
    )
    own = own.exclude(pk__in=[but] if but else []).order_by("-happened_at", "-id")
    for sources in (own.filter(thread=thread), own):
        for source in sources[:_LATEST]:
            if told := _told_in(source):
                return told
    return []


def _about(topic: str, passages: Sequence[Passage]) -> list[Passage]:
    """Those that share a word, or what it means, with a topic: not sure ones may be anything."""
    wanted = gist(topic).telling
    return [each for each in passages if wanted & gist(each.words).telling]


def _latest(user: User, passages: Sequence[Passage]) -> list[Passage]:
    """The last of these; what was said in one message is in its order."""
    sources = Source.objects.filter(user=user, pk__in={each.source for each in passages})
    order = list(sources.order_by("happened_at", "id").values_list("pk", flat=True))
    return sorted(passages, key=lambda each: (order.index(each.source), each.start))[-1:]


def _told_in(source: Source) -> list[Passage]:
    """The sentences of a message that tell something and are still there."""
    spans = sentences(source.text)
    return [
        Passage.at(source, span)
        for span in spans
        if not asks(words := span.of(source.text)) and MASK not in words and not is_blank(words)
    ]
