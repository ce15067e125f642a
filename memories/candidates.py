"""Which items could answer: the nearest by meaning and the best by words, of one person.

Both searches start from equalities on (user, …, part), which stay index conditions under
row-level security. Shapes and figures: docs/adr/0002-search-index.md.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from pgvector import HalfVector

from llm.embedding import Vectors
from memories.models import Corpus, EmbeddingSpace, TermFrequency
from memories.words import terms

K1 = 1.2
B = 0.75
# Words are looked up from the rarest on until so many postings are read; the commoner ones only
# add to what was found. It bounds the time a person with very much in store waits.
POSTINGS = 20_000


@dataclass(frozen=True)
class Near:
    """An item by its nearest window: cosine −1..1, and where the window stands in its text."""

    cosine: float
    start: int
    stop: int


@dataclass(frozen=True)
class Worded:
    """An item by its words: BM25, and the idf-weighted share of the question's words in it."""

    score: float
    coverage: float


# The covering index holds vectors up to this length (memories/migrations/0002_search_tables.py).
# Which side of it they lie on is said literally, or the planner cannot use either partial index.
COVERED = 1280
_NEAREST = """
SELECT item, start, stop, 1 - (embedding <=> %(asked)s::halfvec) FROM memories_window
WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s) AND {side}{only}
ORDER BY embedding <=> %(asked)s::halfvec LIMIT %(limit)s
"""


def nearest(
    user_id: UUID,
    space: EmbeddingSpace,
    vector: Vectors,
    parts: Collection[int],
    limit: int,
    items: Sequence[int] | None = None,
) -> dict[int, Near]:
    """The items with the nearest windows, exactly: every window of these parts is compared.

    With `items`, only theirs are.
    """
    if items is not None and not items:
        return {}
    side = "dimension <= 1280" if space.dimension <= COVERED else "dimension > 1280"
    only = " AND item = ANY(%(items)s)" if items is not None else ""
    with connection.cursor() as cursor:
        cursor.execute(
            _NEAREST.format(side=side, only=only),
            {
                "asked": HalfVector(vector).to_text(),
                "user": user_id,
                "space": space.pk,
                "parts": list(parts),
                "items": list(items or ()),
                "limit": limit,
            },
        )
        found: dict[int, Near] = {}
        for item, start, stop, cosine in cursor.fetchall():
            found.setdefault(item, Near(cosine, start, stop))
    return found


@dataclass(frozen=True)
class Weighed:
    """The question's words as this person's corpus weighs them: idf by term."""

    idf: Mapping[int, float]
    frequency: Mapping[int, int]
    average: float


def weigh(user_id: UUID, stems: Sequence[str]) -> Weighed:
    """How much each word of a question tells, in this person's corpus."""
    corpus = Corpus.objects.filter(user_id=user_id).first()
    asked = terms(user_id, list(stems))
    frequency = dict(
        TermFrequency.objects.filter(user_id=user_id, term__in=list(asked)).values_list(
            "term", "items"
        )
    )
    items = corpus.items if corpus else 0
    idf = {
        term: math.log(1 + (items - frequency.get(term, 0) + 0.5) / (frequency.get(term, 0) + 0.5))
        for term in asked
    }
    return Weighed(idf, frequency, corpus.words / items if corpus and items else 1.0)


def worded(
    user_id: UUID, weighed: Weighed, parts: Collection[int], limit: int
) -> dict[int, Worded]:
    """The best items by BM25 (k1 1.2, b 0.75) within the person's own corpus."""
    known = sorted(weighed.frequency, key=lambda term: (weighed.frequency[term], term))
    first: list[int] = []
    read = 0
    for term in known:
        if first and read + weighed.frequency[term] > POSTINGS:
            break
        first.append(term)
        read += weighed.frequency[term]
    found = _score(user_id, first, weighed, parts, limit=limit)
    rest = known[len(first) :]
    if rest and found:
        more = _score(user_id, rest, weighed, parts, items=list(found))
        for item, (score, weight) in more.items():
            found[item] = (found[item][0] + score, found[item][1] + weight)
    return _as_shares(found, weighed)


def words_of(
    user_id: UUID, weighed: Weighed, parts: Collection[int], items: Sequence[int]
) -> dict[int, Worded]:
    """How these items fare by words, however they were found."""
    return _as_shares(
        _score(user_id, list(weighed.frequency), weighed, parts, items=items), weighed
    )


def _as_shares(found: Mapping[int, tuple[float, float]], weighed: Weighed) -> dict[int, Worded]:
    total = sum(weighed.idf.values()) or 1.0
    return {item: Worded(score, weight / total) for item, (score, weight) in found.items()}


_BM25 = """
SELECT p.item,
       sum(a.idf * p.frequency * (%(k1)s + 1)::float8
           / (p.frequency + %(k1)s::float8 * (1 - %(b)s::float8
              + %(b)s::float8 * p.length / %(average)s::float8))) AS score,
       sum(a.idf) AS weight
FROM unnest(%(terms)s::int[], %(idf)s::float8[]) AS a (term, idf)
JOIN memories_posting p
  ON p.user_id = %(user)s AND p.term = a.term AND p.part = ANY(%(parts)s)
"""


def _score(
    user_id: UUID,
    known: Sequence[int],
    weighed: Weighed,
    parts: Collection[int],
    *,
    limit: int | None = None,
    items: Sequence[int] | None = None,
) -> dict[int, tuple[float, float]]:
    if not known or (items is not None and not items):
        return {}
    only = " AND p.item = ANY(%(items)s)" if items is not None else ""
    cut = " ORDER BY score DESC, p.item LIMIT %(limit)s" if limit is not None else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_BM25}{only} GROUP BY p.item{cut}",
            {
                "terms": list(known),
                "idf": [weighed.idf[term] for term in known],
                "user": user_id,
                "parts": list(parts),
                "k1": K1,
                "b": B,
                "average": weighed.average or 1.0,
                "items": list(items or ()),
                "limit": limit,
            },
        )
        return {item: (score, weight) for item, score, weight in cursor.fetchall()}
