"""Looking up for an answer: recall, what was learned a moment ago, nothing since replaced."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from chat.answering.turns import Turn
from database.acting import acting_as
from memories.models import Evidence, Memory, Source
from memories.recall import Item, Query, recall
from memories.text import is_blank, masked

# What an answer is made from, whoever writes it: so many items, and so many o200k tokens, which
# memories, chats, mail and documents share.
ITEMS = 20
BUDGET = 12_000
# What was learned within this time may not be findable in other words yet.
JUST_NOW = timedelta(minutes=2)
MOST_JUST_NOW = 10


def look_for_answer(
    turn: Turn, text: str, *, leave_out_local_only: bool = False
) -> tuple[Item, ...]:
    """What an answer is made from, best first: of each kind the best, however much there is of one.

    Call it outside of `acting_as`.
    """
    return look(turn, text, limit=ITEMS, budget=BUDGET, leave_out_local_only=leave_out_local_only)


def look(
    turn: Turn,
    text: str,
    *,
    limit: int,
    budget: int | None = None,
    leave_out_local_only: bool = False,
) -> tuple[Item, ...]:
    """What may answer, best first, without the message that asks. Call it outside of `acting_as`.

    Statements that were corrected since are blacked out in the passages they stand in.
    """
    found = recall(
        turn.user,
        Query(
            text,
            project=turn.project_id,
            limit=limit,
            budget=budget,
            exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
            leave_out_local_only=leave_out_local_only,
        ),
    )
    with acting_as(turn.user):
        items = _without_replaced(found.items)
        known = {item.memory_id for item in items}
        items += _just_learned(turn, known, leave_out_local_only=leave_out_local_only)
    return tuple(items)


def _without_replaced(items: Sequence[Item]) -> list[Item]:
    """Black out what a memory that was replaced rests on, unless another one still does."""
    passages = [item.chunk_id for item in items if item.memory_id is None and item.chunk_id]
    spans: dict[UUID, list[tuple[int, int]]] = {}
    held: set[tuple[UUID, int, int]] = set()
    for chunk, start, stop, state in Evidence.objects.filter(chunk__in=passages).values_list(
        "chunk", "start", "stop", "memory__state"
    ):
        if start is None or stop is None:
            continue
        if state == Memory.State.SUPERSEDED:
            spans.setdefault(chunk, []).append((start, stop))
        else:
            held.add((chunk, start, stop))
    kept = []
    for item in items:
        text = item.text
        for start, stop in spans.get(item.chunk_id, ()) if item.memory_id is None else ():  # type: ignore[arg-type]
            first, last = max(start, item.start) - item.start, min(stop, item.stop) - item.start
            if (item.chunk_id, start, stop) not in held and first < last:
                text = masked(text, first, last)
        if not is_blank(text):
            kept.append(item if text == item.text else replace(item, text=text))
    return kept


def _just_learned(turn: Turn, known: set[UUID | None], *, leave_out_local_only: bool) -> list[Item]:
    """What was learned a moment ago, in any conversation of the same scope."""
    memories = (
        Memory.objects.filter(
            Q(project=None) | Q(project=turn.project_id),
            user=turn.user,
            state=Memory.State.CURRENT,
            created__gte=timezone.now() - JUST_NOW,
        )
        .exclude(pk__in=[pk for pk in known if pk])
        .order_by("-created")
    )
    if leave_out_local_only:
        memories = memories.filter(local_only=False)
    by_id = {memory.pk: memory for memory in memories[:MOST_JUST_NOW]}
    found: dict[UUID, Item] = {}
    for evidence in Evidence.objects.filter(memory__in=by_id, chunk__isnull=False).select_related(
        "chunk__source"
    ):
        memory = by_id[evidence.memory_id]
        if evidence.chunk and memory.pk not in found:
            found[memory.pk] = _item(memory, evidence)
    return [found[pk] for pk in by_id if pk in found]


def _item(memory: Memory, evidence: Evidence) -> Item:
    source = evidence.chunk.source if evidence.chunk else None
    return Item(
        id=f"memory:{memory.pk}",
        memory_id=memory.pk,
        chunk_id=evidence.chunk_id,
        source_id=source.pk if source else UUID(int=0),
        start=evidence.start or 0,
        stop=evidence.stop or 0,
        text=memory.content,
        quote=evidence.quote,
        title="",
        kind=memory.kind,
        source_kind=Source.Kind(memory.source_kind),
        author=Source.Author(source.author) if source else Source.Author.PERSON,
        speaker=source.speaker if source else "",
        happened_at=memory.created,
        project_id=memory.project_id,
        similarity=0.0,
        score=0.0,
        why=("learned a moment ago",),
        own_words=evidence.chunk.own_words if evidence.chunk else True,
        to=str(source.metadata.get("to", "")) if source else "",
    )
