"""What a key that is bound to one project sees of what was found.

A memory of the project may rest on what stands elsewhere: that is left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from accounts.models import User
from database.acting import acting_as
from memories.models import Source
from memories.recall import Item, MemoryRow


def rows_in(project: UUID | None, rows: Iterable[MemoryRow]) -> list[MemoryRow]:
    """Rows without quotes from outside of the project; all as they are without one."""
    return [row if project is None or _quoted_in(project, row) else _unquoted(row) for row in rows]


def items_in(user: User, project: UUID | None, items: Sequence[Item]) -> list[Item]:
    """What was recalled in the project, without places outside. Call it outside of `acting_as`."""
    if project is None:
        return list(items)
    inside = [item for item in items if item.project_id == project]
    places = {at.source_id for item in inside for at in (item.place, *item.also)}
    with acting_as(user):
        rows = Source.objects.filter(user=user, project=project, pk__in=places)
        there = set(rows.values_list("pk", flat=True))
    return [_placed(item, there) for item in inside]


def _quoted_in(project: UUID, row: MemoryRow) -> bool:
    chunk = row.evidence.chunk if row.evidence else None
    return chunk is not None and chunk.source.project_id == project


def _unquoted(row: MemoryRow) -> MemoryRow:
    return replace(row, evidence=None, sources=0)


def _placed(item: Item, there: set[UUID]) -> Item:
    also = tuple(place for place in item.also if place.source_id in there)
    if item.source_id in there:
        return replace(item, also=also)
    return replace(
        item,
        also=also,
        quote=item.text,
        start=0,
        stop=len(item.text),
        fits=None,
        within="",
        title="",
        speaker="",
        to="",
    )
