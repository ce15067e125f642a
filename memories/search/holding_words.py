"""Which memories hold some of these words, asked of the index: however many memories there are."""

from collections.abc import Sequence
from uuid import UUID

from database.statements import array_of, fetched
from memories.search.bm25 import match
from memories.search.index import MEMORY, layer_of

_HOLDING = """
SELECT i.memory_id FROM memories_searchitem i
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[]) AND i.memory_id IS NOT NULL
"""


def memories_holding(user_id: UUID, stems: Sequence[str], most: int) -> list[UUID]:
    """Those that match these words best, at most so many, in no order. Inside `acting_as`."""
    matched = match(user_id, stems)
    parts = {part for part in set(matched.parts.tolist()) if layer_of(part) == MEMORY}
    items = array_of(matched.best(parts, most))
    return [pk for (pk,) in fetched(_HOLDING, {"user": user_id, "items": items})]
