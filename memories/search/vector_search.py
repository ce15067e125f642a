"""Which items could answer by what they mean: those with the nearest windows, of one person.

The search starts from equalities on (user, space, part), which stay index conditions under
row-level security. Shapes and figures: docs/adr/0002-search-index.md.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np

from database.statements import array_of, ask, fetched
from llm.embedding import EmbeddingModel, Vectors
from memories.search import bit_vectors

# Of many windows so many are compared exactly, or one of so many: the nearest by the signs of their
# numbers, which stand in the index. Looking each of those up costs more than reading a few thousand
# in a row.
ROUGHLY = 400
ONE_OF = 125
MANY = 5_000
_EXACTLY = """
SELECT item FROM memories_window
WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s::int[])
ORDER BY embedding <=> %(asked)s::halfvec LIMIT %(limit)s
"""
# What packed signs tell, and by the same measure what they tell nothing about: what came after
# them, and what changed since.
_SIGNS_FIRST = """
WITH beyond AS MATERIALIZED (
    SELECT part, item, position FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s::int[])
        AND item >= %(beyond)s
    ORDER BY bits <~> (SELECT binary_quantize(%(asked)s::halfvec)) LIMIT %(roughly)s
), changed AS MATERIALIZED (
    SELECT part, item, position FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s::int[])
        AND item = ANY(%(changed)s::int[]) AND item < %(beyond)s
    ORDER BY bits <~> (SELECT binary_quantize(%(asked)s::halfvec)) LIMIT %(roughly)s
), found AS (
    SELECT item, embedding <=> %(asked)s::halfvec AS far FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(near_parts)s::int[])
        AND item = ANY(%(near_items)s::int[])
    UNION ALL
    SELECT w.item, w.embedding <=> %(asked)s::halfvec
    FROM (SELECT * FROM beyond UNION ALL SELECT * FROM changed) AS rough, LATERAL (
        SELECT * FROM memories_window WHERE user_id = %(user)s AND space = %(space)s
            AND part = rough.part AND item = rough.item AND position = rough.position LIMIT 1
    ) AS w
)
SELECT item FROM found ORDER BY far LIMIT %(limit)s
"""


@dataclass(frozen=True)
class Aim:
    """Where a question lies by meaning: the space, the vector of length 1, and its model."""

    space: int
    vector: Vectors
    model: EmbeddingModel

    @cached_property
    def text(self) -> str:
        """The vector as Postgres reads it: five digits are all that half a float has."""
        return "[" + ",".join(["%.5g"] * len(self.vector)) % tuple(self.vector.tolist()) + "]"


class Looking(NamedTuple):
    """A statement that gives items, nearest first and some twice, with its values.

    It may stand within a larger one.
    """

    statement: str
    values: dict[str, Any]


def nearest(
    user_id: UUID, aim: Aim, parts: Collection[int], limit: int, *, windows: int
) -> list[int]:
    """The items with the nearest windows in these parts, nearest first.

    `windows` is about how many the person has, by which the way is chosen.
    """
    blocks = ask(bit_vectors.listed(user_id)) if windows > MANY else ()
    found = fetched(*looking(user_id, aim, parts, limit, windows=windows, blocks=blocks))
    return list(dict.fromkeys(item for (item,) in found))


def looking(
    user_id: UUID,
    aim: Aim,
    parts: Collection[int],
    limit: int,
    *,
    windows: int,
    blocks: Collection[bit_vectors.Block],
) -> Looking:
    """What `nearest` asks, given the person's blocks of signs."""
    values: dict[str, Any] = {
        "asked": aim.text,
        "user": user_id,
        "space": aim.space,
        "parts": array_of(parts),
        "limit": limit,
    }
    if windows <= MANY:
        return Looking(_EXACTLY, values)
    roughly = max(ROUGHLY, windows // ONE_OF, limit)
    near = bit_vectors.near(user_id, aim.space, aim.vector, parts, roughly, blocks)
    values |= {
        f"near_{name}s": array_of(np.unique(near.keys[name]).tolist()) for name in ("part", "item")
    }
    values |= {"roughly": roughly, "beyond": near.beyond, "changed": array_of(near.changed)}
    return Looking(_SIGNS_FIRST, values)
