"""Remember: the one way in for a memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Project, User
from database.acting import at_once
from database.rows import insert
from database.statements import array_of, fetched
from llm.tokens import fits
from memories import work
from memories.keeping import tombstones
from memories.keeping.bounds import check_metadata
from memories.keeping.describing import describe
from memories.keeping.errors import Refused
from memories.keeping.journal import journal, snapshot
from memories.keeping.people import mentions, settling
from memories.keeping.recognising import Verdict
from memories.keeping.sources import Said, check_text, judge_waiting, keep
from memories.models import Change, Chunk, Evidence, Memory, SearchItem, Source
from memories.search import index, match
from memories.source_kinds import CHAT, NOTE
from memories.text import MOST, FactParts, same, statement, stems, tags_of

# The longest memory, in o200k tokens.
LONGEST = 2048
# How many of the best matches by words are compared, to find what is known already.
COMPARED = 10
# A namespace: so many parts, so many characters in all.
MOST_PARTS, LONGEST_NAMESPACE = 20, 400


class Outcome(StrEnum):
    NEW = "new"
    SUPPORTED = "supported"
    UPDATED = "updated"
    REFUSED = "refused"


@dataclass(frozen=True)
class Quote:
    """The passage a memory rests on: `source.text[start:stop]`, in characters."""

    source: Source
    start: int
    stop: int
    # The chunk it stands in, where that is known.
    chunk: Chunk | None = None


@dataclass(frozen=True)
class Remembered:
    """What became of it. `memory` is None only when it was refused: it had been forgotten."""

    memory: Memory | None
    outcome: Outcome


def remember(
    user: User,
    content: str,
    *,
    by: Change.By,
    project: Project | None = None,
    kind: Memory.Kind = Memory.Kind.FACT,
    tags: Sequence[str] = (),
    importance: float = 0.5,
    confidence: float = 1.0,
    came: Memory.Came = Memory.Came.SAID,
    event_time: datetime | None = None,
    told: FactParts | None = None,
    metadata: Mapping[str, Any] | None = None,
    namespace: Sequence[str] | None = None,
    key: str | None = None,
    local_only: bool = False,
    quote: Quote | None = None,
    cause: Source | None = None,
    again: bool = False,
) -> Remembered:
    """Remember one distinct thing, or note that it was heard again.

    The same (namespace, key) updates what it names. What was forgotten stays forgotten unless the
    person wants it remembered `again`. Of whom it is, and what, may be `told`; else rules say it.
    Without a quote the content becomes a note of its own.
    Raises Refused: empty, too_long, nul, not_text, namespace, key, importance, tags, metadata.
    """
    content = content.strip()
    check_content(content)
    check_place(namespace, key)
    check_metadata(metadata)
    _check_shares(importance, confidence)
    tags = check_tags(tags) or tags_of(content)
    index.hold(user.pk)
    if again:
        tombstones.lift(user, content)
        judge_waiting(user)
    elif _forgotten(user, content, by, quote):
        return Remembered(None, Outcome.REFUSED)
    known = _at(user, namespace, key)
    if known is not None:
        return Remembered(
            _update(user, known, content, by, tags, importance, metadata, quote, cause),
            Outcome.UPDATED,
        )
    known = None if namespace else find_same(user, content, project)
    if known is not None:
        _support(user, known, by, confidence, quote, cause)
        return Remembered(known, Outcome.SUPPORTED)
    memory = Memory(
        user=user,
        project=project,
        origin_project=project,
        kind=kind,
        content=content,
        tags=list(tags),
        metadata=dict(metadata or {}),
        importance=importance,
        confidence=confidence,
        came=came,
        source_kind=quote.source.kind if quote else NOTE,
        event_time=event_time,
        namespace=list(namespace) if namespace else None,
        key=key,
        local_only=local_only,
    )
    describe(memory, said_at(user, quote), told)
    with at_once():
        insert([memory])
        rest_on(user, memory, quote)
        journal(memory, Change.What.REMEMBERED, by, cause=cause, after=snapshot(memory))
        in_chat = quote is not None and quote.source.kind == CHAT
        make_findable(user, memory, urgent=in_chat or by == Change.By.PERSON)
    return Remembered(memory, Outcome.NEW)


def said_at(user: User, quote: Quote | None) -> datetime:
    """When the words were said, in the zone of whoever said them."""
    if quote is None:
        return timezone.now().astimezone(user.zone)
    return quote.source.happened_at.astimezone(ZoneInfo(quote.source.zone))


def _forgotten(user: User, content: str, by: Change.By, quote: Quote | None) -> bool:
    """Whether it was forgotten; of what is learned from a chat also whether it may have been.

    There the person is asked: an answer offers to remember it all the same.
    """
    in_chat = quote is not None and quote.source.kind == CHAT
    asked = by == Change.By.LEARNING and in_chat
    (what,) = tombstones.judged(user, [content])
    return what is Verdict.SAME or (asked and what is not Verdict.OTHER)


def rest_on(user: User, memory: Memory, quote: Quote | None) -> bool:
    """Tie a memory to the passage it rests on; without one, to a note of its own content.

    False when it was heard before from that very passage; inside `at_once` that is not known.
    """
    if quote is None:
        note = keep(
            user,
            Said(
                NOTE,
                memory.content,
                project=memory.project,
                local_only=memory.local_only,
                searchable=False,
            ),
        )
        quote = Quote(note, 0, len(note.text))
    chunk = quote.chunk or (
        Chunk.objects.filter(source=quote.source, start__lte=quote.start, stop__gt=quote.start)
        .order_by("-stop")
        .first()
    )
    if chunk is None:
        raise Refused("quote", "The quoted passage is not in that source.")
    evidence = Evidence(
        user=user,
        memory=memory,
        chunk=chunk,
        start=quote.start,
        stop=quote.stop,
        quote=quote.source.text[quote.start : quote.stop],
    )
    return insert([evidence], unless_there=True) > 0


def make_findable(user: User, memory: Memory, *, urgent: bool = False) -> None:
    """Put a memory into the index by its words, tie it to whom it names, and have it embedded.

    What is `urgent` was just said: its vectors come before those of what comes in bulk.
    """
    part = index.part_of(memory.project, index.MEMORY)
    work.enqueue(user.pk, work.EMBED, [memory.pk], urgent=urgent)
    index.add(user.pk, [index.Entry(part, memory.content, memory_id=memory.pk)])
    mentions.link(user, memory)


_CURRENT = """
SELECT m.id, m.content
FROM memories_searchitem i JOIN memories_memory m ON m.id = i.memory_id
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[]) AND m.state IN ('current', 'faded')
    AND m.key IS NULL
ORDER BY i.id
"""


def find_same(user: User, content: str, project: Project | None) -> Memory | None:
    """The current memory of the same scope that says the same, if there is one."""
    part = index.part_of(project, index.MEMORY)
    found = match(user.pk, stems(content)).best([part], COMPARED)
    said = statement(content)
    current = fetched(_CURRENT, {"user": user.pk, "items": array_of(found)})
    known = next((pk for pk, known in current if same(said, statement(known))), None)
    return Memory.objects.get(pk=known) if known else None


def check_content(content: str) -> None:
    """Refuse what cannot be a memory: empty, broken, or longer than 2,048 tokens (o200k)."""
    check_text(content)
    if not fits(content, LONGEST):
        raise Refused(
            "too_long",
            gettext(
                "A memory holds at most %(longest)s tokens, about 1,500 words. Shorten it, or "
                "upload the whole text as a file."
            )
            % {"longest": intcomma(LONGEST)},
        )


def check_tags(tags: Sequence[str]) -> list[str]:
    """Tags as they are stored: lower case, without repetitions, five at most of 50 characters."""
    clean = list(dict.fromkeys(tag.strip().lower() for tag in tags if tag.strip()))
    if len(clean) > MOST or any(len(tag) > 50 or "\0" in tag for tag in clean):
        raise Refused("tags", "Give at most five tags of at most 50 characters each.")
    return clean


def check_place(namespace: Sequence[str] | None, key: str | None) -> None:
    """Refuse a namespace or a key that cannot be. Raises Refused: namespace, key."""
    if (namespace is None) != (key is None):
        raise Refused("key", "A namespace and a key go together: give both or neither.")
    if namespace is None or key is None:
        return
    parts = list(namespace)
    wrong = any(not p.strip() or len(p) > 200 or "\0" in p for p in parts)
    # With its key it must fit an index, whose rows hold 2,700 bytes.
    if wrong or not 2 <= len(parts) <= MOST_PARTS or sum(map(len, parts)) > LONGEST_NAMESPACE:
        raise Refused(
            "namespace",
            f"A namespace has 2 to {MOST_PARTS} parts, none of them empty or over 200 characters,"
            f" {LONGEST_NAMESPACE} characters in all.",
        )
    if not key.strip() or len(key) > 200 or "\0" in key:
        raise Refused("key", "A key has 1 to 200 characters.")


def _check_shares(importance: float, confidence: float) -> None:
    if not 0 <= importance <= 1:
        raise Refused("importance", "Importance is a number from 0 to 1.")
    if not 0 <= confidence <= 1:
        raise Refused("confidence", "Confidence is a number from 0 to 1.")


def _at(user: User, namespace: Sequence[str] | None, key: str | None) -> Memory | None:
    if namespace is None:
        return None
    return (
        Memory.objects.select_for_update()
        .filter(
            user=user,
            namespace=list(namespace),
            key=key,
            state__in=Memory.ACTIVE,
        )
        .first()
    )


def _update(
    user: User,
    memory: Memory,
    content: str,
    by: Change.By,
    tags: Sequence[str],
    importance: float,
    metadata: Mapping[str, Any] | None,
    quote: Quote | None,
    cause: Source | None,
) -> Memory:
    before = snapshot(memory)
    memory.tags = list(tags)
    memory.importance = importance
    if metadata is not None:
        memory.metadata = dict(metadata)
    reword(user, memory, content, quote)
    journal(memory, Change.What.EDITED, by, cause=cause, before=before, after=snapshot(memory))
    return memory


def reword(user: User, memory: Memory, content: str, quote: Quote | None) -> None:
    """Give a memory other words, which rest on the quote or on a note of their own."""
    changed = content != memory.content
    memory.content = content
    if changed:
        describe(memory, said_at(user, quote))
    memory.state = Memory.State.CURRENT
    memory.updated = timezone.now()
    memory.save()
    if changed:
        index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
        spoken_of = set(memory.mentions.values_list("entity", flat=True))
        memory.mentions.all().delete()
        rest_on(user, memory, quote)
        make_findable(user, memory)
        settling.settle(user, spoken_of)


def _support(
    user: User,
    memory: Memory,
    by: Change.By,
    confidence: float,
    quote: Quote | None,
    cause: Source | None,
) -> None:
    if quote is not None and not rest_on(user, memory, quote):
        return
    if quote is None and not _rests_on_a_note(user, memory):
        # Said by hand too: it stays when what it was learned from goes.
        rest_on(user, memory, None)
    before = snapshot(memory)
    memory.confidence = max(memory.confidence, confidence)
    memory.state = Memory.State.CURRENT
    memory.updated = timezone.now()
    memory.save(update_fields=["confidence", "state", "updated"])
    journal(memory, Change.What.SUPPORTED, by, cause=cause, before=before, after=snapshot(memory))


def _rests_on_a_note(user: User, memory: Memory) -> bool:
    notes = Evidence.objects.filter(user=user, memory=memory, chunk__source__kind=NOTE)
    return notes.exists()
