"""Find what programs put: by meaning and words within a namespace, by filter, and the namespaces.

A search compares all that stands in the namespace: it is exact, whatever else there is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import numpy as np

from accounts.models import User
from database.acting import acting_as, reading_as
from database.statements import ask, fetched
from llm import embedding
from llm.errors import ModelError
from memories.keeping import Refused
from memories.models import Memory
from memories.recall.ranking import calibrated
from memories.recall.weights import FEATURES
from memories.search import USE, QueryVector, embedder_of, match
from memories.text import asked_words, is_latin

LONGEST_QUESTION = 8_000

_PLACED = """
WITH placed AS MATERIALIZED (
    SELECT m.id, m.updated, i.id AS item, i.part
    FROM memories_placing p JOIN memories_memory m ON m.id = p.memory_id
    LEFT JOIN memories_searchitem i ON i.user_id = %(user)s AND i.memory_id = m.id
    WHERE p.user_id = %(user)s AND p.state IN ('current', 'faded')
        AND p.place = memories_place_of(%(namespace)s::varchar[]) {conditions}
)
"""
_LISTED = """
SELECT id FROM placed ORDER BY updated DESC, id DESC LIMIT %(limit)s::int OFFSET %(offset)s::int
"""
_UNMEASURED = "SELECT id, item, NULL::float8 FROM placed ORDER BY updated DESC, id DESC"
_MEASURED = """
, near AS (
    SELECT item, max(1 - (embedding <=> %(asked)s::halfvec)) AS cosine FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s
        AND part = ANY(ARRAY(SELECT DISTINCT part FROM placed))
        AND item = ANY(ARRAY(SELECT item FROM placed))
    GROUP BY item
)
SELECT id, item, cosine FROM placed LEFT JOIN near USING (item) ORDER BY updated DESC, id DESC
"""
_NAMESPACES = """
SELECT DISTINCT namespace[1:coalesce(%(depth)s::int, cardinality(namespace))] AS part
FROM memories_memory
WHERE user_id = %(user)s AND state IN ('current', 'faded') AND key IS NOT NULL
    AND namespace[1:cardinality(%(prefix)s::varchar[])] = %(prefix)s::varchar[]
ORDER BY part LIMIT %(limit)s::int OFFSET %(offset)s::int
"""
_COMPARISONS = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}


@dataclass(frozen=True)
class StoreSearch:
    """What to look for in a namespace and those below it.

    Without `text` all of it is listed, latest first; with it, best first, those whose similarity
    (0..1) is at least `threshold`. `filter` compares the metadata's own names: a value for equal,
    or {"$gt": …}, "$gte", "$lt", "$lte", "$eq", "$ne".
    """

    namespace: tuple[str, ...]
    text: str = ""
    filter: Mapping[str, Any] = field(default_factory=dict)
    threshold: float = 0.0
    limit: int = 10
    offset: int = 0


@dataclass(frozen=True)
class StoreHit:
    """A memory found; its similarity where a text was looked for."""

    memory: Memory
    similarity: float | None


def search(user: User, asked: StoreSearch) -> list[StoreHit]:
    """What the store holds of this. Call it outside of `acting_as`: a model may be asked.

    While the embedding model cannot be asked, and for what it has not read yet, words alone tell.
    Raises Refused for a filter that cannot be.
    """
    text = asked.text.replace("\0", " ")[:LONGEST_QUESTION].strip()
    conditions, values = _conditions(asked.filter)
    values |= {"user": user.pk, "namespace": list(asked.namespace)}
    placed = _PLACED.format(conditions=conditions)
    if not text:
        values |= {"limit": asked.limit, "offset": asked.offset}
        with acting_as(user):
            found = [(pk, None) for (pk,) in fetched(placed + _LISTED, values)]
            return _hits(user, found)
    query_vector = _query_vector(user, text)
    with acting_as(user):
        near = sorted(_near(user, text, query_vector, placed, values), key=lambda one: -one[1])
        kept = [one for one in near if one[1] >= asked.threshold]
        return _hits(user, kept[asked.offset : asked.offset + asked.limit])


def namespaces(
    user: User,
    *,
    prefix: Sequence[str] = (),
    depth: int | None = None,
    limit: int = 100,
    offset: int = 0,
) -> list[list[str]]:
    """The namespaces that hold anything, in order; of deeper ones the first `depth` parts."""
    values = {
        "user": user.pk,
        "prefix": list(prefix),
        "depth": depth,
        "limit": limit,
        "offset": offset,
    }
    return [list(part) for (part,) in fetched(_NAMESPACES, values)]


def _query_vector(user: User, text: str) -> QueryVector | None:
    """Where the text lies by meaning; None while the model cannot be asked, or cannot read it."""
    with reading_as(user):
        space = ask(USE)
    if space is None:
        return None
    try:
        embedder = embedder_of(space)
        if embedder.model.english and not is_latin(text):
            return None
        return QueryVector(space.pk, embedding.embed_query(text, embedder), embedder.model)
    except ModelError:
        return None


def _near(
    user: User, text: str, query_vector: QueryVector | None, placed: str, values: dict[str, Any]
) -> list[tuple[UUID, float]]:
    """All that was placed, and how near each comes: by meaning or by words, the higher of them."""
    if query_vector is None:
        rows = fetched(placed + _UNMEASURED, values)
    else:
        rows = fetched(
            placed + _MEASURED, values | {"asked": query_vector.text, "space": query_vector.space}
        )
    words = asked_words(text, user.language)
    bm25 = match(user.pk, words.stems, words.others)
    cosines = np.array([-1.0 if cosine is None else cosine for _, _, cosine in rows])
    meaning = calibrated(cosines, query_vector.model if query_vector else None)
    shares = np.array(bm25.coverage_of([item or 0 for _, item, _ in rows]))
    coverage = shares**FEATURES.coverage_power
    return [
        (pk, float(similarity))
        for (pk, _, _), similarity in zip(rows, np.maximum(meaning, coverage), strict=True)
    ]


def _hits(user: User, found: Sequence[tuple[UUID, float | None]]) -> list[StoreHit]:
    memories = Memory.objects.filter(user=user).in_bulk([pk for pk, _ in found])
    return [StoreHit(memories[pk], similarity) for pk, similarity in found if pk in memories]


def _conditions(wanted: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A filter as SQL, with its values."""
    clauses: list[str] = []
    values: dict[str, Any] = {}
    for name, value in wanted.items():
        operators = value if _is_operators(value) else {"$eq": value}
        for operator, operand in operators.items():
            number = len(clauses)
            values |= {f"name{number}": name, f"value{number}": _operand(operator, operand)}
            clauses.append(f"AND {_clause(operator, operand, number)}")
    return " ".join(clauses), values


def _is_operators(value: object) -> bool:
    return isinstance(value, Mapping) and any(str(name).startswith("$") for name in value)


def _operand(operator: str, operand: object) -> object:
    compared = operator in _COMPARISONS and isinstance(operand, str)
    return operand if compared else json.dumps(operand)


def _clause(operator: str, operand: object, number: int) -> str:
    field_, value = f"m.metadata -> %(name{number})s::text", f"%(value{number})s"
    if operator == "$eq":
        return f"{field_} = {value}::jsonb"
    if operator == "$ne":
        return f"({field_}) IS DISTINCT FROM {value}::jsonb"
    if operator not in _COMPARISONS:
        raise Refused("filter", "A filter compares by $eq, $ne, $gt, $gte, $lt or $lte.")
    sign, text = _COMPARISONS[operator], f"(m.metadata ->> %(name{number})s::text)"
    if isinstance(operand, str):
        return f"CASE jsonb_typeof({field_}) WHEN 'string' THEN {text} {sign} {value}::text END"
    if isinstance(operand, bool) or not isinstance(operand, int | float):
        raise Refused("filter", "Only numbers and texts can be greater or less than another.")
    numbers = f"{text}::numeric {sign} {value}::numeric"
    return f"CASE jsonb_typeof({field_}) WHEN 'number' THEN {numbers} END"
