"""Remember: the one way in for a memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import Project, User
from database.rows import insert
from database.statements import array_of, fetched, pipelined
from memories import work
from memories.errors import Refused
from memories.keeping import sources, tombstones
from memories.keeping.bounds import (
    check_content,
    check_metadata,
    check_place,
    check_shares,
    check_tags,
)
from memories.keeping.describing import describe
from memories.keeping.holding_back import RememberArguments, hold_back, take_wanted
from memories.keeping.journal import journal, snapshot
from memories.keeping.people import entity_upkeep, mentions
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Chunk, Evidence, Memory, SearchItem, Source
from memories.search import index, match
from memories.source_kinds import CHAT, NOTE
from memories.sql import sql
from memories.tagging import read_topics
from memories.text import FactParts, same, statement, stems, when_told

# How many of the best matches by words are compared, to find what is known already.
COMPARED = 10


class Outcome(StrEnum):
    NEW = "new"
    SUPPORTED = "supported"
    UPDATED = "updated"
    REFUSED = "refused"
    # It is likely what was forgotten: it waits until the person says.
    HELD_BACK = "held_back"


@dataclass(frozen=True)
class Quote:
    """The passage a memory rests on: `source.text[start:stop]`, in characters."""

    source: Source
    start: int
    stop: int
    # The chunk it stands in, where that is known.
    chunk: Chunk | None = None


@dataclass(frozen=True)
class RememberResult:
    """The outcome of `remember`. `memory` is None if it was refused or held back as forgotten."""

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
    importance: float | None = None,
    confidence: float = 1.0,
    origin: Memory.Origin = Memory.Origin.SAID,
    event_time: datetime | None = None,
    told: FactParts | None = None,
    metadata: Mapping[str, Any] | None = None,
    namespace: Sequence[str] | None = None,
    key: str | None = None,
    local_only: bool = False,
    quote: Quote | None = None,
    cause: Source | None = None,
    again: bool = False,
    told_apart: bool = False,
) -> RememberResult:
    """Remember one distinct thing, or note that it was heard again.

    The same (namespace, key) updates what it names. What was forgotten stays forgotten unless the
    person wants it remembered `again`; what is likely that is held back, unless they have
    `told_apart` one from the other. Of whom it is, and what, may be `told`; else rules say it,
    as a model does how important it is.
    Without a quote the content becomes a note of its own.
    Raises Refused: empty, too_long, nul, not_text, namespace, key, importance, tags, metadata.
    """
    content = content.strip()
    check_content(content)
    check_place(namespace, key)
    check_metadata(metadata)
    tags = check_tags(tags)
    if importance is None or not tags:
        (topics,) = read_topics([content])
        tags = tags or topics.tags
        importance = topics.importance if importance is None else importance
    check_shares(importance, confidence)
    index.hold(user.pk)
    if again:
        tombstones.lift(user, content)
        judge_waiting(user)
    elif not told_apart:
        (what,) = tombstones.judged(user, [content])
        if what is TombstoneMatch.SAME or (
            what is not TombstoneMatch.OTHER and _is_asked(by, quote)
        ):
            return RememberResult(None, Outcome.REFUSED)
        if what is TombstoneMatch.LIKELY and not _told_apart(quote):
            wanted: RememberArguments = {
                "content": content,
                "kind": kind,
                "tags": list(tags),
                "importance": importance,
                "confidence": confidence,
                "origin": origin,
                "metadata": dict(metadata or {}),
                "namespace": list(namespace) if namespace else None,
                "key": key,
                "local_only": local_only,
            }
            if by in (Change.By.API, Change.By.IMPORT):
                hold_back(user, wanted, chunk=_chunk_of(quote), project=project)
            return RememberResult(None, Outcome.HELD_BACK)
    known = _at(user, namespace, key)
    if known is not None:
        return RememberResult(
            _update(user, known, content, by, tags, importance, metadata, quote, cause),
            Outcome.UPDATED,
        )
    known = None if namespace else find_same(user, content, project)
    if known is not None:
        _support(user, known, by, confidence, quote, cause)
        return RememberResult(known, Outcome.SUPPORTED)
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
        origin=origin,
        source_kind=quote.source.kind if quote else NOTE,
        event_time=event_time,
        namespace=list(namespace) if namespace else None,
        key=key,
        local_only=local_only,
    )
    describe(memory, said_at(user, quote), told)
    with pipelined():
        insert([memory])
        rest_on(user, memory, quote)
        journal(memory, Change.What.REMEMBERED, by, cause=cause, after=snapshot(memory))
        in_chat = quote is not None and quote.source.kind == CHAT
        make_findable(user, memory, urgent=in_chat or by == Change.By.PERSON)
    return RememberResult(memory, Outcome.NEW)


def said_at(user: User, quote: Quote | None) -> datetime:
    """When the words were said, in the zone of whoever said them."""
    if quote is None:
        return timezone.now().astimezone(user.zone)
    return quote.source.happened_at.astimezone(ZoneInfo(quote.source.zone))


def _is_asked(by: Change.By, quote: Quote | None) -> bool:
    """Whether the person is there to be asked at once, and offered to remember it all the same."""
    in_chat = quote is not None and quote.source.kind == CHAT
    asking = by in (Change.By.LEARNING, Change.By.ASSISTANT) and in_chat
    return asking or by == Change.By.PERSON


def _told_apart(quote: Quote | None) -> bool:
    """Whether the person was asked about the passage before: it is something else."""
    chunk = _chunk_of(quote)
    return chunk is not None and chunk.asked is not None and chunk.hidden is None


def judge_waiting(user: User) -> None:
    """Judge what waits again: what it resembles may be forgotten no more."""
    chunks = list(sources.waiting(user))
    Chunk.objects.filter(pk__in=[chunk.pk for chunk in chunks]).update(asked=None, hidden=None)
    own: list[UUID] = []
    for chunk in chunks:
        chunk.asked = chunk.hidden = None
        own += accept_waiting(user, chunk, told_apart=False)
    work.enqueue(user.pk, work.LEARN, dict.fromkeys(own))


def accept_waiting(user: User, chunk: Chunk, *, told_apart: bool) -> list[UUID]:
    """Let a passage that waited be found, and remember what it was to become.

    Gives its source where there is more to learn from it.
    """
    wanted = take_wanted(chunk.source)
    if not wanted:
        sources.make_findable(user, chunk.source, [chunk])
        return [chunk.source_id] if chunk.own_words else []
    quote = Quote(chunk.source, chunk.start, chunk.stop, chunk)
    for each in wanted:
        remember(
            user,
            by=Change.By.API,
            project=chunk.source.project,
            quote=quote,
            cause=chunk.source,
            told_apart=told_apart,
            **each,
        )
    return []


def rest_on(user: User, memory: Memory, quote: Quote | None) -> bool:
    """Tie a memory to the passage it rests on; without one, to a note of its own content.

    False when it was heard before from that very passage; inside `pipelined` that is not known.
    """
    if quote is None:
        note = keep(
            user,
            NewSource(
                NOTE,
                memory.content,
                project=memory.project,
                local_only=memory.local_only,
                searchable=False,
            ),
        )
        quote = Quote(note, 0, len(note.text))
    chunk = _chunk_of(quote)
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


def _chunk_of(quote: Quote | None) -> Chunk | None:
    if quote is None:
        return None
    return quote.chunk or Chunk.standing_at(quote.source.pk, quote.start)


def make_findable(user: User, memory: Memory, *, urgent: bool = False) -> None:
    """Put a memory into the index by its words, tie it to whom it names, and have it embedded.

    What is `urgent` was just said: its vectors come before those of what comes in bulk.
    """
    part = index.part_of(memory.project, index.MEMORY)
    work.enqueue(user.pk, work.EMBED, [memory.pk], urgent=urgent)
    index.add(user.pk, [index.IndexEntry(part, memory.content, memory_id=memory.pk)])
    mentions.link(user, memory)


def find_same(user: User, content: str, project: Project | None) -> Memory | None:
    """The current memory of the same scope that says the same, if there is one."""
    part = index.part_of(project, index.MEMORY)
    found = match(user.pk, stems(content)).best([part], COMPARED)
    said = statement(content)
    current = fetched(sql("keeping/current"), {"user": user.pk, "items": array_of(found)})
    known = next((pk for pk, known in current if same(said, statement(known))), None)
    return Memory.objects.get(pk=known) if known else None


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
        when = said_at(user, quote)
        describe(memory, when)
        memory.event_time = when_told(content, when) or memory.event_time
    memory.state = Memory.State.CURRENT
    memory.updated = timezone.now()
    memory.save()
    if changed:
        index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
        spoken_of = set(memory.mentions.values_list("entity", flat=True))
        memory.mentions.all().delete()
        rest_on(user, memory, quote)
        make_findable(user, memory)
        entity_upkeep.settle(user, spoken_of)


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
