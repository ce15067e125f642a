"""How a model is told what was found: where it comes from, when, and what was so before.

Text of anybody's stands in a note, so nothing in it may end the notes or pass for another one.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from accounts.models import User
from llm.tokens import count_tokens, truncate
from memories.models import Memory, Source
from memories.recall import Item, SourceLocation
from memories.source_kinds import CHAT, NOTE, kind_of
from memories.text import MASK

# Maximum length of one recalled text, in o200k tokens.
ONE = 600
# Maximum number of further places named with one note.
ALSO = 2
# Of what a memory said before, the latest versions are told, each as long as this in characters.
VERSIONS, LONGEST_VERSION = 2, 200


@dataclass(frozen=True)
class EarlierVersion:
    """An earlier version of a memory, and until when it held."""

    content: str
    until: datetime | None


@dataclass(frozen=True)
class MemoryHistory:
    """Since when a memory is so, and what was so before it, latest first."""

    since: datetime
    before: tuple[EarlierVersion, ...] = ()


def standings(user: User, memories: Collection[UUID]) -> dict[UUID, MemoryHistory]:
    """Since when each of these memories is so. Inside `acting_as`."""
    found = {}
    for memory in Memory.objects.filter(user=user, pk__in=memories).select_related(
        "supersedes__supersedes"
    ):
        before: list[EarlierVersion] = []
        earlier = memory.supersedes
        while earlier is not None and len(before) < VERSIONS:
            if earlier.state == Memory.State.SUPERSEDED:
                before.append(EarlierVersion(earlier.content, earlier.valid_until))
            earlier = earlier.supersedes
        found[memory.pk] = MemoryHistory(memory.event_time or memory.created, tuple(before))
    return found


def note(item: Item, zone: ZoneInfo, standing: MemoryHistory | None = None) -> str:
    """One thing found, in one line: where it comes from, and its words."""
    return f"({origin(item, zone, standing)}) {words(item)}"


def words(item: Item) -> str:
    """The words of something found: in one line, not too long, what was forgotten left out."""
    return flat(truncate(item.text, ONE))


def flat(text: str) -> str:
    """Text in one line that can neither end the notes nor pass for a note of its own."""
    return " ".join(_unmarked(re.sub(rf"{MASK}+", "…", text)).split())


def cost(item: Item) -> int:
    """How many o200k tokens a note takes."""
    return min(count_tokens(item.text), ONE) + 20 * (1 + len(item.also[:ALSO]))


def _unmarked(text: str) -> str:
    text = re.sub(r"<(?=\s*/?\s*recalled)", "‹", text, flags=re.IGNORECASE)
    return re.sub(r"[\[［【](?=\s*\^?\s*\d)", "(", text)


def origin(item: Item, zone: ZoneInfo, standing: MemoryHistory | None = None) -> str:
    """Where something comes from and when, and where else the same stands."""
    also = [f"also in: {_whence(at, zone)}" for at in item.also[:ALSO]]
    lead = _whence(item.place, zone)
    if item.memory_id:
        since = standing.since if standing else item.happened_at
        lead = f"memory, current since {_moment(since, zone)}"
        also = [*_versions(standing, zone), *also]
    return flat("; ".join([lead, *also]))


def _versions(standing: MemoryHistory | None, zone: ZoneInfo) -> list[str]:
    told = []
    for version in standing.before if standing else ():
        until = f"until {_moment(version.until, zone)}" if version.until else "before that"
        told.append(f"{until}, and no longer true: “{version.content[:LONGEST_VERSION]}”")
    return told


def _moment(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%-d %B %Y, %H:%M")


def _whence(at: SourceLocation, zone: ZoneInfo) -> str:
    moment = _moment(at.happened_at, zone)
    if at.source_kind == CHAT:
        if at.author == Source.Author.ASSISTANT:
            return f"you, Yarnnn, answered in a chat, {moment}"
        who = "the person" if at.own_words else at.speaker or "someone else"
        return f"{who} said in a chat, {moment}"
    kind = kind_of(at.source_kind).noun.one
    title = f" “{at.title[:120]}”" if at.title else ""
    if at.quoted:
        to = f" to {at.to}" if at.to else ""
        return f"another's words, quoted in a {kind}{title} of the person{to}, {moment}"
    return f"{kind}{title}{_by(at)}, {moment}"


def _by(at: SourceLocation) -> str:
    if at.own_words:
        # A note is the person's unless something else is said.
        return "" if at.source_kind == NOTE else " by the person"
    if at.author == Source.Author.ASSISTANT:
        return " by another assistant"
    return f" by {at.speaker}" if at.speaker else ""


def once(items: Sequence[Item], cited: Mapping[UUID, Sequence[tuple[int, int]]]) -> list[Item]:
    """Leave out passages that only say what a memory among the items says already.

    `cited` are, by chunk, where the words stand that those memories rest on.
    """
    kept = []
    for item in items:
        spans = cited.get(item.chunk_id, ()) if item.memory_id is None and item.chunk_id else ()
        rest = item.quote
        for start, stop in spans:
            first, last = max(start, item.start) - item.start, min(stop, item.stop) - item.start
            if first < last:
                rest = rest[:first] + " " * (last - first) + rest[last:]
        if not spans or any(character.isalnum() for character in rest):
            kept.append(item)
    return kept
