"""The rows behind candidates: what a search found by number, with all that its rank depends on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Prefetch
from django.utils import timezone

from accounts.models import User
from llm import embedding
from memories import ranking
from memories.candidates import Near, Worded, nearest
from memories.index import layer_of
from memories.models import EmbeddingSpace, Evidence, Memory, SearchItem
from memories.passages import passage_of, with_passages
from memories.query import Query

# So many of the best hits bring the turns around them in.
NEIGHBOURED = 30


@dataclass(frozen=True)
class Found:
    """What both ways of looking found, by item, and what they looked with."""

    near: Mapping[int, Near]
    worded: Mapping[int, Worded]
    parts: frozenset[int]
    space: EmbeddingSpace | None
    vector: embedding.Vectors | None


@dataclass(frozen=True)
class Detail:
    """A candidate with the rows it stands for."""

    candidate: ranking.Candidate
    item: SearchItem
    passage: str
    near: Near | None
    evidence: tuple[Evidence, ...]


def load(user: User, query: Query, found: Found) -> list[Detail]:
    details = _details(user, query, found, set(found.near) | set(found.worded))
    beside = _neighbours(user, found, details)
    if beside:
        near = dict(found.near)
        if found.space is not None and found.vector is not None:
            near |= nearest(
                user.pk, found.space, found.vector, found.parts, len(beside) * 4, items=beside
            )
        details += _details(user, query, replace(found, near=near), beside)
    return details


def _details(user: User, query: Query, found: Found, ids: Collection[int]) -> list[Detail]:
    evidence = Prefetch(
        "evidence", Evidence.objects.select_related("memory", "chunk").order_by("-created")
    )
    items = with_passages(
        SearchItem.objects.filter(user=user, pk__in=ids, part__in=found.parts)
    ).prefetch_related(
        Prefetch("memory__evidence", evidence.queryset),
        Prefetch("chunk__evidence", evidence.queryset),
    )
    return [_detail(item, found) for item in items if _wanted(item, query)]


def _wanted(item: SearchItem, query: Query) -> bool:
    if item.memory:
        memory = item.memory
        return (
            (not query.kinds or memory.kind in query.kinds)
            and (not query.sources or memory.source_kind in query.sources)
            and query.tags <= set(memory.tags)
            and not (query.leave_out_local_only and memory.local_only)
            and memory.state == Memory.State.CURRENT
        )
    source = item.chunk.source if item.chunk else None
    return (
        source is not None
        and source.pk not in query.exclude_sources
        and not (query.leave_out_local_only and source.local_only)
    )


def _detail(item: SearchItem, found: Found) -> Detail:
    near, words = found.near.get(item.pk), found.worded.get(item.pk)
    memory, chunk = item.memory, item.chunk
    source = chunk.source if chunk else None
    passage = passage_of(item)
    candidate = ranking.Candidate(
        item=item.pk,
        layer=layer_of(item.part).name.lower(),  # type: ignore[arg-type]
        text=passage,
        cosine=near.cosine if near else None,
        words=words.score if words else 0.0,
        coverage=words.coverage if words else 0.0,
        thread=source.thread if source else "",
        turn=source.turn if source else 0,
        speaker=source.speaker if source else "",
        author=source.author if source else "person",  # type: ignore[arg-type]
        own_words=chunk.own_words if chunk else True,
        happened_at=source.happened_at if source else _when(memory),
        importance=memory.importance if memory else 0.5,
        confidence=memory.confidence if memory else 1.0,
        pinned=memory.pinned if memory else False,
    )
    resting = memory.evidence.all() if memory else chunk.evidence.all() if chunk else ()
    return Detail(candidate, item, passage, near, tuple(resting))


def _when(memory: Memory | None) -> datetime:
    if memory is None:
        return timezone.now()
    return memory.event_time or memory.created


def _neighbours(user: User, found: Found, details: Sequence[Detail]) -> list[int]:
    """The items right before and after the best hits of a conversation, if not found already."""
    best = sorted(
        (d for d in details if d.candidate.thread),
        key=lambda d: -((d.candidate.cosine or 0.0) + d.candidate.coverage),
    )[:NEIGHBOURED]
    wanted = {(d.candidate.thread, d.candidate.turn + step) for d in best for step in (-1, 1)} - {
        (d.candidate.thread, d.candidate.turn) for d in details
    }
    if not wanted:
        return []
    rows = SearchItem.objects.filter(
        user=user,
        part__in=found.parts,
        chunk__source__user=user,
        chunk__source__thread__in={thread for thread, _ in wanted},
        chunk__source__turn__in={turn for _, turn in wanted},
    ).values_list("pk", "chunk__source__thread", "chunk__source__turn")
    return [pk for pk, thread, turn in rows if (thread, turn) in wanted]
