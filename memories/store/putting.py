"""Put memories at their namespaces and keys, a thousand in a few statements, and move them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from database.rows import insert
from database.statements import cursor, pipelined
from memories import work
from memories.errors import Refused
from memories.keeping import NewSource, Outcome, entity_upkeep, tombstones
from memories.keeping.bounds import check_content, check_metadata, check_place, check_tags
from memories.keeping.holding_back import RememberArguments, hold_back
from memories.keeping.journal import journal, journal_many, snapshot
from memories.keeping.people import mentions
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.remember import judge_waiting
from memories.keeping.sources import drafted
from memories.models import Change, Chunk, Evidence, Memory, Mention, SearchItem, Source
from memories.search import index
from memories.source_kinds import NOTE
from memories.tagging import read_topics

Place = tuple[tuple[str, ...], str]

# Number of texts up to which each is compared closely with forty tombstones (40 ms). More are
# compared as bulk input is: by the words they share with what was forgotten.
CLOSELY = 50
FORGOTTEN = "This was forgotten. To store it all the same, send again: true."
HELD_BACK = "This may be what was forgotten. It is stored once the person says that it is not."


@dataclass(frozen=True)
class StorePut:
    """What is to stand at a namespace and a key. Without metadata, what stands there keeps its."""

    namespace: tuple[str, ...]
    key: str
    content: str
    metadata: Mapping[str, Any] | None = None
    kind: Memory.Kind = Memory.Kind.NOTE
    tags: Sequence[str] = ()
    importance: float = 0.5
    local_only: bool = False
    again: bool = False

    @property
    def place(self) -> Place:
        return self.namespace, self.key


@dataclass(frozen=True)
class StorePutResult:
    """What became of it. `memory` is None only where it was refused or held back: `refused` says
    why."""

    memory: UUID | None
    outcome: Outcome
    refused: Refused | None = None


def put(user: User, puts: Sequence[StorePut], *, by: Change.By) -> list[StorePutResult]:
    """Put these, in their order: of two at the same place the later one stays.

    What was forgotten is refused, in the content and in the metadata's texts alike, unless it is
    put `again`; what is likely that waits until the person says. Neither holds the others up.
    """
    checked = _tagged([_checked(each) for each in puts])
    # Whoever comes at the same time waits here: the last to write wins.
    index.hold(user.pk)
    good = {n: each for n, each in enumerate(checked) if isinstance(each, StorePut)}
    for asked in good.values():
        if asked.again:
            tombstones.lift(user, asked.content)
    if any(asked.again for asked in good.values()):
        judge_waiting(user)
    known = _known_as_forgotten(user, good)
    for n, what in known.items():
        if what is TombstoneMatch.LIKELY:
            hold_back(user, _wanted(good[n]), chunk=None, project=None)
    good = {n: each for n, each in good.items() if n not in known}
    last = {each.place: each for each in good.values()}
    there = _standing(user, list(last.values()))
    _replace(user, [(memory, last[place]) for place, memory in there.items()], by)
    added = _add(user, [each for place, each in last.items() if place not in there], by)
    stands = {place: memory.pk for place, memory in (there | added).items()}
    told: list[StorePutResult] = []
    fresh = set(added)
    for n, each in enumerate(checked):
        if isinstance(each, Refused):
            told.append(StorePutResult(None, Outcome.REFUSED, each))
        elif known.get(n) is TombstoneMatch.LIKELY:
            told.append(StorePutResult(None, Outcome.HELD_BACK, Refused("held_back", HELD_BACK)))
        elif n in known:
            told.append(StorePutResult(None, Outcome.REFUSED, Refused("forgotten", FORGOTTEN)))
        else:
            new = each.place in fresh
            fresh.discard(each.place)
            told.append(StorePutResult(stands[each.place], Outcome.NEW if new else Outcome.UPDATED))
    return told


def move(user: User, at: Place, to: Place, *, by: Change.By) -> Memory | None:
    """Move it; None where nothing stands. Raises Refused where the new place is taken or none.

    To put it there anew and delete it here would forget its words, the new ones with them.
    """
    check_place(*to)
    # Whoever comes at the same time waits here, as with what is put.
    index.hold(user.pk)
    active = Memory.objects.filter(user=user, state__in=Memory.ACTIVE)
    it = active.filter(namespace=list(at[0]), key=at[1]).first()
    if it is None or at == to:
        return it
    if active.filter(namespace=list(to[0]), key=to[1]).exists():
        raise Refused("taken", "Something stands at that namespace and key already.")
    before = snapshot(it)
    it.namespace, it.key, it.updated = list(to[0]), to[1], timezone.now()
    it.save(update_fields=["namespace", "key", "updated"])
    journal(it, Change.What.EDITED, by, before=before, after=snapshot(it))
    return it


def _checked(each: StorePut) -> StorePut | Refused:
    content = each.content.strip()
    try:
        check_content(content)
        check_place(each.namespace, each.key)
        check_metadata(each.metadata)
        tags = check_tags(each.tags)
    except Refused as refused:
        return refused
    return replace(each, content=content, tags=tags)


def _tagged(checked: Sequence[StorePut | Refused]) -> list[StorePut | Refused]:
    """Each that has no tags of its own with the topics it is about."""
    without = [each for each in checked if isinstance(each, StorePut) and not each.tags]
    topics = iter(each.tags for each in read_topics([each.content for each in without]))
    return [
        replace(each, tags=next(topics)) if isinstance(each, StorePut) and not each.tags else each
        for each in checked
    ]


def _wanted(each: StorePut) -> RememberArguments:
    return {
        "content": each.content,
        "kind": each.kind,
        "tags": list(each.tags),
        "importance": each.importance,
        "metadata": each.metadata and dict(each.metadata),
        "namespace": list(each.namespace),
        "key": each.key,
        "local_only": each.local_only,
    }


def _known_as_forgotten(user: User, puts: Mapping[int, StorePut]) -> dict[int, TombstoneMatch]:
    """Which of these state, anywhere in them, what was forgotten: for sure, or likely."""
    said = [
        (n, text)
        for n, each in puts.items()
        if not each.again
        for text in (each.content, *_texts_in(each.metadata))
        if text.strip()
    ]
    texts = [text for _, text in said]
    stated = tombstones.restatements(user, texts, (True,))
    known = [max(spans.values(), default=TombstoneMatch.OTHER) for spans in stated]
    if len(texts) <= CLOSELY:
        known = list(map(max, known, tombstones.judged(user, texts)))
    found: dict[int, TombstoneMatch] = {}
    for (n, _), what in zip(said, known, strict=True):
        if what >= TombstoneMatch.LIKELY:
            found[n] = max(what, found.get(n, what))
    return found


def _texts_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for inner in value.values():
                yield from _texts_in(inner)
        case list() | tuple():
            for inner in value:
                yield from _texts_in(inner)


def _standing(user: User, puts: Sequence[StorePut]) -> dict[Place, Memory]:
    """What stands at these places already."""
    wanted = {each.place for each in puts}
    found = (
        Memory.objects.select_for_update(of=("self",))
        .select_related("project")
        .filter(
            user=user,
            state__in=Memory.ACTIVE,
            key__in={key for _, key in wanted},
            namespace__in=[list(namespace) for namespace in {each.namespace for each in puts}],
        )
    )
    by_place = {(tuple(it.namespace or ()), it.key or ""): it for it in found}
    return {place: it for place, it in by_place.items() if place in wanted}


def _add(user: User, puts: Sequence[StorePut], by: Change.By) -> dict[Place, Memory]:
    """Write what stands nowhere yet."""
    if not puts:
        return {}
    memories = [
        Memory(
            user=user,
            kind=each.kind,
            content=each.content,
            tags=list(each.tags),
            metadata=dict(each.metadata or {}),
            importance=each.importance,
            source_kind=NOTE,
            namespace=list(each.namespace),
            key=each.key,
            local_only=each.local_only,
        )
        for each in puts
    ]
    with pipelined():
        insert(memories)
        journal_many(memories, Change.What.REMEMBERED, by)
        _rest_on_notes(user, memories)
    mentions.link_noted(user, memories)
    return {each.place: memory for each, memory in zip(puts, memories, strict=True)}


_UPDATE = """
UPDATE memories_memory m
SET content = put.content, metadata = put.metadata::jsonb, importance = put.importance,
    tags = ARRAY(SELECT jsonb_array_elements_text(put.tags::jsonb)), state = 'current',
    updated = %(now)s::timestamptz
FROM unnest(%(ids)s::uuid[], %(contents)s::text[], %(metadata)s::text[],
    %(importances)s::float8[], %(tags)s::text[]) AS put (id, content, metadata, importance, tags)
WHERE m.user_id = %(user)s AND m.id = put.id
"""


def _replace(user: User, puts: Sequence[tuple[Memory, StorePut]], by: Change.By) -> None:
    """Put these in the place of what stands there: new words rest on a note of their own."""
    if not puts:
        return
    memories = [memory for memory, _ in puts]
    before = {memory.pk: snapshot(memory) for memory in memories}
    reworded = [memory for memory, each in puts if memory.content != each.content]
    now = timezone.now()
    for memory, each in puts:
        memory.content, memory.tags, memory.importance = each.content, [*each.tags], each.importance
        memory.state, memory.updated = Memory.State.CURRENT, now
        if each.metadata is not None:
            memory.metadata = dict(each.metadata)
    values: dict[str, Any] = {
        "user": user.pk,
        "now": now,
        "ids": [memory.pk for memory in memories],
        "contents": [memory.content for memory in memories],
        "metadata": [json.dumps(memory.metadata) for memory in memories],
        "importances": [memory.importance for memory in memories],
        "tags": [json.dumps(memory.tags) for memory in memories],
    }
    with cursor() as writing:
        writing.execute(_UPDATE, values)
    journal_many(memories, Change.What.EDITED, by, before)
    _reword(user, reworded)


def _reword(user: User, memories: Sequence[Memory]) -> None:
    if not memories:
        return
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory__in=memories))
    touched = entity_upkeep.spoken_of(user, memory__in=memories)
    Mention.objects.filter(user=user, memory__in=memories).delete()
    with pipelined():
        _rest_on_notes(user, memories)
    mentions.link_noted(user, memories)
    entity_upkeep.settle(user, touched)


def _rest_on_notes(user: User, memories: Sequence[Memory]) -> None:
    """Tie each to a note of its own words, and make it findable."""
    sources: list[Source] = []
    chunks: list[Chunk] = []
    evidence: list[Evidence] = []
    for it in memories:
        said = NewSource(
            NOTE, it.content, project=it.project, local_only=it.local_only, searchable=False
        )
        note, spans = drafted(user, said)
        sources.append(note)
        chunks += spans
        quote = note.text
        evidence.append(
            Evidence(user=user, memory=it, chunk=spans[0], start=0, stop=len(quote), quote=quote)
        )
    insert(sources)
    insert(chunks)
    insert(evidence)
    work.enqueue(user.pk, work.EMBED, [it.pk for it in memories])
    index.add(
        user.pk,
        [
            index.IndexEntry(index.part_of(it.project, index.MEMORY), it.content, memory_id=it.pk)
            for it in memories
        ],
    )
