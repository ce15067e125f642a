"""From ranked candidates to what is given back: folded, cut to the limit and the budget."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from llm.tokens import count_tokens
from memories import ranking
from memories.details import Detail
from memories.index import Layer
from memories.models import Evidence, Memory, Source
from memories.query import Query
from memories.sentences import windows

# A longer passage is quoted by its best window.
QUOTE = 600


@dataclass(frozen=True)
class Item:
    """Something recalled: a memory, or a passage of a source.

    `id` is stable: "memory:UUID", "chat:UUID", "note:UUID", … `source.text[start:stop] == quote`
    (characters). `similarity` is the cosine (0..1), `score` the rank's (0..1).
    """

    id: str
    memory_id: UUID | None
    chunk_id: UUID | None
    source_id: UUID
    start: int
    stop: int
    text: str
    quote: str
    title: str
    kind: str
    source_kind: Source.Kind
    author: Source.Author
    speaker: str
    happened_at: datetime
    project_id: UUID | None
    similarity: float
    score: float
    why: tuple[str, ...]
    tokens: int = 0


def own_project_first(
    ranked: Sequence[ranking.Ranked], by_item: Mapping[int, Detail]
) -> list[ranking.Ranked]:
    """Work on a project sees the project's own things before the person's."""
    return sorted(ranked, key=lambda r: by_item[r.candidate.item].item.part < len(Layer) + 2)


def fold(ranked: Sequence[ranking.Ranked], by_item: Mapping[int, Detail]) -> list[ranking.Ranked]:
    """A memory and the passage it rests on are one item; what was replaced is none."""
    memories = {detail.item.memory_id for detail in by_item.values() if detail.item.memory_id}
    best: dict[UUID, float] = {}
    kept: list[ranking.Ranked] = []
    for rank in ranked:
        detail = by_item[rank.candidate.item]
        resting = {e.memory for e in _about(detail)} if detail.item.chunk_id else set()
        folded = {memory.pk for memory in resting if memory.pk in memories}
        for memory_id in folded:
            best[memory_id] = max(best.get(memory_id, 0.0), rank.score)
        replaced = resting and all(m.state == Memory.State.SUPERSEDED for m in resting)
        if not folded and not replaced:
            kept.append(rank)
    lifted = [
        replace(rank, score=max(rank.score, best.get(_memory_id(by_item, rank), 0.0)))
        for rank in kept
    ]
    return sorted(lifted, key=lambda r: -r.score)


def _memory_id(by_item: Mapping[int, Detail], rank: ranking.Ranked) -> UUID:
    return by_item[rank.candidate.item].item.memory_id or UUID(int=0)


def _about(detail: Detail) -> Iterable[Evidence]:
    """The evidence in a chunk that its best window is about."""
    chunk = detail.item.chunk
    if chunk is None:
        return []
    start, stop = _best_span(detail)
    return [
        e
        for e in detail.evidence
        if e.start is not None
        and e.stop is not None
        and e.start < chunk.start + stop
        and chunk.start + start < e.stop
    ]


def _best_span(detail: Detail) -> tuple[int, int]:
    """Where the best window stands in the item's own text."""
    if detail.near:
        return detail.near.start, detail.near.stop
    spans = windows(detail.passage)
    if not spans or len(detail.passage) <= QUOTE:
        return 0, len(detail.passage)
    return spans[0].start, spans[0].stop


def cut(
    ranked: Sequence[ranking.Ranked], by_item: Mapping[int, Detail], query: Query
) -> list[Item]:
    """The best, up to the limit and the budget. Each layer's best comes in before others' rest."""
    items: list[Item] = []
    spent = 0
    for rank in ranked:
        if len(items) >= query.limit:
            break
        item = _item(rank, by_item[rank.candidate.item])
        if item is None:
            continue
        if query.budget is not None:
            tokens = count_tokens(item.text)
            if spent + tokens > query.budget:
                continue
            spent += tokens
            item = replace(item, tokens=tokens)
        items.append(item)
    return items


def _item(rank: ranking.Ranked, detail: Detail) -> Item | None:
    memory, chunk = detail.item.memory, detail.item.chunk
    similarity = max(0.0, detail.near.cosine) if detail.near else 0.0
    if memory:
        return _memory_item(rank, memory, detail, similarity)
    if chunk is None:
        return None
    source = chunk.source
    start, stop = _best_span(detail)
    if len(detail.passage) <= QUOTE:
        start, stop = 0, len(detail.passage)
    quote = detail.passage[start:stop]
    return Item(
        id=f"{source.kind}:{chunk.pk}",
        memory_id=None,
        chunk_id=chunk.pk,
        source_id=source.pk,
        start=chunk.start + start,
        stop=chunk.start + stop,
        text=quote,
        quote=quote,
        title=source.title,
        kind="passage",
        source_kind=Source.Kind(source.kind),
        author=Source.Author(source.author),
        speaker=source.speaker,
        happened_at=source.happened_at,
        project_id=source.project_id,
        similarity=similarity,
        score=rank.score,
        why=rank.why,
    )


def _memory_item(
    rank: ranking.Ranked, memory: Memory, detail: Detail, similarity: float
) -> Item | None:
    evidence = next((e for e in detail.evidence if e.chunk_id), None)
    if evidence is None or evidence.chunk is None:
        return None
    return Item(
        id=f"memory:{memory.pk}",
        memory_id=memory.pk,
        chunk_id=evidence.chunk_id,
        source_id=evidence.chunk.source_id,
        start=evidence.start or 0,
        stop=evidence.stop or 0,
        text=memory.content,
        quote=evidence.quote,
        title="",
        kind=memory.kind,
        source_kind=Source.Kind(memory.source_kind),
        author=Source.Author.PERSON,
        speaker="",
        happened_at=memory.event_time or memory.created,
        project_id=memory.project_id,
        similarity=similarity,
        score=rank.score,
        why=rank.why,
    )
