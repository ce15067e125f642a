"""What the searching tools share: recall by filters, how sure it is, and what was so back then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from chat.answering.model import notes
from chat.answering.model.context import look_up, only_asks
from chat.tools.registry import Context, Result
from database.acting import acting_as
from memories.answers import Verdict
from memories.models import Memory
from memories.recall import Item, Query
from memories.text import Period

LIMIT = 10
MOST = 30
# What recall looks at where a time takes some of it away again.
FURTHER = 3


@dataclass(frozen=True)
class SearchFilters:
    """What to look for, and in what."""

    query: str
    sources: frozenset[str] = frozenset()
    kinds: frozenset[Memory.Kind] = frozenset()
    tags: frozenset[str] = frozenset()
    limit: int = LIMIT
    as_of: date | None = None
    period: Period | None = None


def search(context: Context, wanted: SearchFilters) -> Result:
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
            limit=wanted.limit * (FURTHER if wanted.period else 1),
            exclude_sources=frozenset({message.source_id} if message and message.source_id else ()),
            leave_out_local_only=not context.local,
            as_of=wanted.as_of,
        ),
    )
    items: Sequence[Item] = [item for item in found.items if not only_asks(item)]
    if wanted.period is not None:
        period = wanted.period
        items = [item for item in items if period.since <= item.happened_at < period.until]
    items = items[: wanted.limit]
    verdict = found.verdict if items else Verdict.UNKNOWN
    return Result(content={"verdict": verdict}, items=tuple(items), found=str(len(items)))


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


def _of(item: Item, standings: dict[UUID, notes.MemoryHistory]) -> notes.MemoryHistory | None:
    return standings.get(item.memory_id) if item.memory_id else None


def _name(item: Item, numbers: dict[str, int] | None) -> dict[str, Any]:
    return {"n": numbers[item.id]} if numbers and item.id in numbers else {"id": item.id}
