"""Earlier messages of a conversation, which tell whom a pronoun means."""

import re
from collections import defaultdict
from collections.abc import Sequence

from memories.learning.reading.pronouns import may_point_back
from memories.models import Chunk, Source
from memories.source_kinds import kind_of

# Number of the person's earlier messages searched for a name.
LOOKED_BACK = 3


def said_before(source: Source) -> list[str]:
    """The person's messages before this one, the latest first, where it may point back to them.

    What is hidden in them names nobody. Call it inside `acting_as`.
    """
    direct = bool(source.thread) and kind_of(source.kind).direct
    if not direct or not may_point_back(source.text):
        return []
    earlier = Source.objects.filter(
        user=source.user_id,
        thread=source.thread,
        turn__lt=source.turn,
        kind=source.kind,
        author=Source.Author.PERSON,
    )
    latest = list(earlier.order_by("-turn")[:LOOKED_BACK])
    chunks: dict[object, list[Chunk]] = defaultdict(list)
    for chunk in Chunk.objects.filter(source__in=latest, hidden__isnull=True):
        chunks[chunk.source_id].append(chunk)
    return [only_chunks(each.text, chunks[each.pk]) for each in latest]


def only_chunks(text: str, chunks: Sequence[Chunk]) -> str:
    """A text with nothing but these chunks, where they stand: what is hidden names nobody."""
    kept, at = "", 0
    for chunk in sorted(chunks, key=lambda chunk: chunk.start):
        kept += re.sub(r"\S", " ", text[at : chunk.start]) + text[max(at, chunk.start) : chunk.stop]
        at = max(at, chunk.stop)
    return kept + re.sub(r"\S", " ", text[at:])
