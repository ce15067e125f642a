"""Which items could answer by what they mean: those with the nearest windows, of one person.

The search starts from equalities on (user, space, part), which stay index conditions under
row-level security. Shapes and figures: docs/adr/0002-search-index.md.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from database.statements import array_of, fetched
from llm.embedding import EmbeddingModel, Vectors
from memories.sql import sql

# Number of windows up to which all are compared exactly. Of more, the nearest by their bits are: at
# least ROUGHLY of them, or one in ONE_OF.
MANY = 5_000
ROUGHLY = 400
ONE_OF = 125


@dataclass(frozen=True)
class QueryVector:
    """Where a question lies by meaning: the space, the vector of length 1, and its model."""

    space: int
    vector: Vectors
    model: EmbeddingModel

    @cached_property
    def text(self) -> str:
        """The vector as Postgres reads it: five digits are all that half a float has."""
        return "[" + ",".join(["%.5g"] * len(self.vector)) % tuple(self.vector.tolist()) + "]"


class NearestQuery(NamedTuple):
    """The name of a statement that gives items, nearest first and some twice, with its values.

    It may stand within a larger one.
    """

    name: str
    values: dict[str, Any]

    def found(self) -> list[int]:
        """The items, each once."""
        return list(dict.fromkeys(item for (item,) in fetched(sql(self.name), self.values)))


def nearest_query(
    user_id: UUID, query_vector: QueryVector, parts: Collection[int], limit: int, *, windows: int
) -> NearestQuery:
    """What gives the items with the nearest windows in these parts, nearest first.

    `windows` is about how many the person has, by which the way is chosen.
    """
    values: dict[str, Any] = {
        "asked": query_vector.text,
        "user": user_id,
        "space": query_vector.space,
        "parts": array_of(parts),
        "limit": limit,
    }
    if windows <= MANY:
        return NearestQuery("search/nearest_exactly", values)
    values["roughly"] = max(ROUGHLY, windows // ONE_OF, limit)
    return NearestQuery("search/nearest_by_bits", values)
