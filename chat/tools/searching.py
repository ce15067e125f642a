"""What the searching tools share: recall by filters, how sure it is, and what was so back then."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from chat.answering import notes
from chat.answering.looked import look_up, only_asks
from chat.tools.registry import Context, Result
from database.acting import acting_as
from memories.answers import Verdict
from memories.models import Evidence, Memory
from memories.recall import Item, Query, of_memory
from memories.text import Period

LIMIT = 10
MOST = 30
# What recall looks at where a time takes some of it away again.
FURTHER = 3


@dataclass(frozen=True)
class Search:
    """What to look for, and in what."""

    query: str
    sources: frozenset[str] = frozenset()
    kinds: frozenset[Memory.Kind] = frozenset()
    tags: frozenset[str] = frozenset()
    limit: int = LIMIT
    as_of: date | None = None
    period: Period | None = None


def search(context: Context, wanted: Search) -> Result:
    """Look up, best first, and say how sure it is that something here answers.

    Nothing that has nothing to do with the question is given back: then it is unknown.
    """
    message = context.message
    found = look_up(
        context.user,
        Query(
            wanted.query,
            project=context.project,
            all_projects=context.all_projects,
            kinds=wanted.kinds,
            sources=wanted.sources,
            tags=frozenset(tag.lower() for tag in wanted.tags),
            limit=wanted.limit * (FURTHER if wanted.as_of or wanted.period else 1),
            exclude_sources=frozenset({message.source_id} if message and message.source_id else ()),
            leave_out_local_only=not context.local,
        ),
    )
    items: Sequence[Item] = [item for item in found.items if not only_asks(item)]
    if wanted.as_of is not None:
        with acting_as(context.user):
            items = _as_of(context, items, _end_of(wanted.as_of, context.user.zone))
    if wanted.period is not None:
        period = wanted.period
        items = [item for item in items if period.since <= item.happened_at < period.until]
    items = items[: wanted.limit]
    verdict = found.verdict if items else Verdict.UNKNOWN
    return Result(content={"verdict": verdict}, items=tuple(items), found=str(len(items)))


def _end_of(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.max, zone)


def _as_of(context: Context, items: Sequence[Item], at: datetime) -> list[Item]:
    """What was so at a time: earlier versions in the place of later ones, nothing said since."""
    ids = [item.memory_id for item in items if item.memory_id]
    by_id = {
        memory.pk: memory
        for memory in Memory.objects.filter(user=context.user, pk__in=ids).select_related(
            "supersedes"
        )
    }
    kept: dict[str, Item] = {}
    for item in items:
        if item.memory_id is None:
            was = item if item.happened_at <= at else None
        else:
            was = _version(item, by_id.get(item.memory_id), at)
        if was is not None:
            kept.setdefault(was.id, was)
    return list(kept.values())


def _version(item: Item, memory: Memory | None, at: datetime) -> Item | None:
    while memory is not None and (memory.event_time or memory.created) > at:
        memory = memory.supersedes
    if memory is None or memory.state == Memory.State.FORGOTTEN:
        return None
    if memory.pk == item.memory_id:
        return item
    evidence = (
        Evidence.objects.filter(memory=memory, chunk__isnull=False)
        .select_related("chunk__source")
        .order_by("created")
        .first()
    )
    if evidence is None:
        return None
    was = of_memory(memory, evidence, why=f"so on {at:%-d %B %Y}")
    return replace(was, similarity=item.similarity, score=item.score)


def told(context: Context, result: Result, numbers: dict[str, int] | None = None) -> dict[str, Any]:
    """A result as JSON for whoever called, with what was found.

    With `numbers` each thing is named by its number, which a marker may cite, else by its id.
    """
    if not result.items:
        return dict(result.content)
    with acting_as(context.user):
        memories = [item.memory_id for item in result.items if item.memory_id]
        standings = notes.standings(context.user, memories)
    return {
        **result.content,
        "items": [
            {
                **_name(item, numbers),
                "from": notes.origin(item, context.user.zone, _of(item, standings)),
                "text": notes.words(item),
            }
            for item in result.items
        ],
    }


def _of(item: Item, standings: dict[UUID, notes.Standing]) -> notes.Standing | None:
    return standings.get(item.memory_id) if item.memory_id else None


def _name(item: Item, numbers: dict[str, int] | None) -> dict[str, Any]:
    return {"n": numbers[item.id]} if numbers and item.id in numbers else {"id": item.id}
