"""Looking up for an answer: recall, what was learned a moment ago, nothing since replaced."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from memories.answers.verdicts import Verdict, verdict_of_recalled
from memories.models import Change, Evidence, Memory
from memories.recall import Item, Query, RecallResult, ended_by, of_memory, recall
from memories.text import is_blank, masked

# Maximum number of items and of o200k tokens an answer is made from, with or without a model;
# memories, chats, mail and documents share them.
ITEMS = 60
BUDGET = 12_000
# What was learned within this time may not be findable in other words yet.
JUST_NOW = timedelta(minutes=2)
MOST_JUST_NOW = 10


def look_up(user: User, query: Query) -> tuple[Item, ...]:
    """Items that may answer, best first. Call it outside of `acting_as`.

    Statements that were corrected since are blacked out in the passages they stand in.
    """
    return items_for_answer(user, query, recall(user, query))


def items_for_answer(user: User, query: Query, recalled: RecallResult) -> tuple[Item, ...]:
    """What `look_up` gives back of what was recalled for a query."""
    with acting_as(user):
        items = _elsewhere(user, query, recalled.items)
        if not query.filtered:
            items += just_learned(user, query, {item.memory_id for item in items})
    return tuple(items)


def look_near(
    user: User,
    query: Query,
    recalled: RecallResult | None = None,
    verdict: Verdict | None = None,
) -> tuple[Item, ...]:
    """The same without what is about other things, unless it is sure that something answers.

    `recalled` is what an answer was found in, and `verdict` that of the answer. What was learned a
    moment ago is found by its words only, until it is embedded. Call it outside of `acting_as`.
    """
    found = recall(user, query, recalled)
    sure = (verdict or verdict_of_recalled(found)) is Verdict.SURE
    near = found if sure else found.near()
    with acting_as(user):
        return tuple(_elsewhere(user, query, near.items))


def _elsewhere(user: User, query: Query, items: Sequence[Item]) -> list[Item]:
    """Without what was replaced, and what was learned from the message that asks."""
    items = [i for i in items if i.source_id not in query.exclude_sources]
    return without_replaced(user, items, query.as_of)


def without_replaced(user: User, items: Sequence[Item], as_of: date | None) -> list[Item]:
    """Black out what a memory that was replaced rests on, unless another one still does.

    Where a day is asked for, what was replaced by then.
    """
    passages = [item.chunk_id for item in items if item.memory_id is None and item.chunk_id]
    spans: dict[UUID, list[tuple[int, int]]] = {}
    held: set[tuple[UUID, int, int]] = set()
    evidence = Evidence.objects.filter(chunk__in=passages)
    replaced = evidence.filter(memory__state=Memory.State.SUPERSEDED)
    gone = set(replaced.values_list("memory", flat=True))
    if as_of is not None:
        gone = ended_by(user, gone, as_of)
    for chunk, start, stop, memory in evidence.values_list("chunk", "start", "stop", "memory"):
        if start is None or stop is None:
            continue
        if memory in gone:
            spans.setdefault(chunk, []).append((start, stop))
        else:
            held.add((chunk, start, stop))
    for chunk, start, stop in _taken_back(items):
        spans.setdefault(chunk, []).append((start, stop))
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


def _taken_back(items: Sequence[Item]) -> Iterator[tuple[UUID, int, int]]:
    """Where the words of a correction stand that was taken back: its memory is gone."""
    passages = [item for item in items if item.memory_id is None and item.chunk_id]
    undone = Change.objects.filter(
        what=Change.What.CORRECTED, undone__isnull=False, cause__in={p.source_id for p in passages}
    )
    for cause, after in undone.values_list("cause", "after"):
        words = re.compile(re.escape(after["content"]), re.IGNORECASE)
        for item in passages:
            if item.chunk_id and item.source_id == cause and (at := words.search(item.text)):
                yield item.chunk_id, item.start + at.start(), item.start + at.end()


def just_learned(user: User, query: Query, known: set[UUID | None]) -> list[Item]:
    """Memories learned a moment ago, in any conversation of the same scope. Inside `acting_as`."""
    memories = (
        Memory.objects.filter(
            query.in_scope("project"),
            user=user,
            state=Memory.State.CURRENT,
            created__gte=timezone.now() - JUST_NOW,
        )
        .exclude(pk__in=[pk for pk in known if pk])
        .order_by("-created")
    )
    if query.leave_out_local_only:
        memories = memories.filter(local_only=False)
    by_id = {memory.pk: memory for memory in memories[:MOST_JUST_NOW]}
    found: dict[UUID, Item] = {}
    for evidence in Evidence.objects.filter(memory__in=by_id, chunk__isnull=False).select_related(
        "chunk__source"
    ):
        memory = by_id[evidence.memory_id]
        if evidence.chunk is None or evidence.chunk.source_id in query.exclude_sources:
            continue
        if memory.pk not in found:
            found[memory.pk] = of_memory(memory, evidence, why=gettext_noop("learned a moment ago"))
    return [found[pk] for pk in by_id if pk in found]
