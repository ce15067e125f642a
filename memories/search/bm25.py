"""Which items could answer by their words: BM25 within what one person keeps.

The search starts from equalities on (user, …), which stay index conditions under row-level
security. Shapes and figures: docs/adr/0002-search-index.md.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from database.statements import PreparedQuery, Rows, array_of, ask, fetched
from memories.search.index import MEMORY, scope_layer
from memories.search.postings import (
    DELETED,
    DOC,
    NOBODY,
    Docs,
    TermPostings,
    in_bucket,
    unpacked_items,
    words_of,
)
from memories.search.terms import terms
from memories.sql import sql

# Words a window brings, stop words apart: three sentences, one of them shared with the next.
WORDS_OF_WINDOW = 30

K1 = 1.2
B = 0.75


@dataclass(frozen=True)
class Bm25Scores:
    """BM25 scores of all of a person's items, as columns in order of their numbers.

    `scores` are BM25 (k1 1.2, b 0.75) within the person's own corpus; `coverage` is the share of
    the words asked for that each holds, weighted by idf (0..1). `windows` is the approximate number
    of windows of all items together.
    """

    items: NDArray[np.int32]
    parts: NDArray[np.int32]
    scores: NDArray[np.float64]
    coverage: NDArray[np.float64]
    windows: int
    # The words (by `terms`) that stand nowhere in all that is kept.
    nowhere: frozenset[int] = frozenset()

    def best(self, parts: Collection[int], limit: int) -> dict[int, int]:
        """The best items of these parts with at least one of the words, each with its part."""
        found = np.flatnonzero(self.scores > 0)
        found = found[_any_of(self.parts[found], parts)]
        scores = self.scores[found]
        if len(found) > limit:
            found = found[scores >= np.partition(scores, -limit)[-limit]]
        order = found[np.lexsort((self.items[found], -self.scores[found]))][:limit]
        return dict(zip(self.items[order].tolist(), self.parts[order].tolist(), strict=True))

    def has_any(self, parts: Collection[int]) -> bool:
        """Whether anything at all is in these parts."""
        return bool(parts) and bool(_any_of(self.parts, parts).any())

    def coverage_of(self, items: Sequence[int]) -> list[float]:
        """The idf-weighted share of the words asked for in each of these, however it was found."""
        if not len(self.items):
            return [0.0] * len(items)
        wanted = np.asarray(items, np.int32)
        places = np.minimum(np.searchsorted(self.items, wanted), len(self.items) - 1)
        shares: list[float] = np.where(
            self.items[places] == wanted, self.coverage[places], 0.0
        ).tolist()
        return shares


def _any_of(column: NDArray[np.int32], parts: Collection[int]) -> NDArray[np.bool_]:
    """Which are of these parts. Comparing with each of a few takes a tenth of numpy's `isin`."""
    wanted: NDArray[np.bool_] = np.logical_or.reduce([column == part for part in parts])
    return wanted


def match(
    user_id: UUID, stems: Sequence[str], others: Mapping[str, str] | None = None
) -> Bm25Scores:
    """Compare a question's words with everything a person has in store.

    `others` gives, for some stems, another by which the same word may be held.
    """
    return ask(matching(user_id, stems, others or {}))


_HOLDING = """
SELECT i.memory_id FROM memories_searchitem i
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[]) AND i.memory_id IS NOT NULL
"""


def memories_holding(user_id: UUID, stems: Sequence[str], most: int) -> list[UUID]:
    """Up to `most` memories that match these words best, in no order. Inside `acting_as`."""
    scores = match(user_id, stems)
    parts = {part for part in set(scores.parts.tolist()) if scope_layer(part) == MEMORY}
    items = array_of(scores.best(parts, most))
    return [pk for (pk,) in fetched(_HOLDING, {"user": user_id, "items": items})]


_PASSAGES_HOLDING = """
SELECT i.chunk_id FROM memories_searchitem i
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[]) AND i.chunk_id IS NOT NULL
"""


def passages_holding(user_id: UUID, stems: Sequence[str], most: int) -> list[UUID]:
    """Up to `most` passages that match these words best, in no order. Inside `acting_as`."""
    scores = match(user_id, stems)
    parts = {part for part in set(scores.parts.tolist()) if scope_layer(part) != MEMORY}
    items = array_of(scores.best(parts, most))
    return [pk for (pk,) in fetched(_PASSAGES_HOLDING, {"user": user_id, "items": items})]


def holders(user_id: UUID, stems: Sequence[str], parts: Collection[int]) -> dict[str, list[int]]:
    """The items of these parts that hold each of these words, asked for once for all of them."""
    numbers = terms(user_id, stems).tolist()
    asked = sorted(set(numbers))

    def read(rows: Rows) -> dict[str, list[int]]:
        docs, holding = _gathered(rows, asked)
        items, held = (np.concatenate([some[name] for some in docs]) for name in ("item", "part"))
        there = _any_of(held, parts)
        found = {
            term: items[each.docs[there[each.docs]]].tolist()
            for term, each in zip(asked, holding, strict=True)
        }
        return {stem: found[number] for stem, number in zip(stems, numbers, strict=True)}

    return ask(
        PreparedQuery(sql("search/words"), {"user": user_id, "terms": array_of(asked)}, read)
    )


def matching(
    user_id: UUID, stems: Sequence[str], others: Mapping[str, str]
) -> PreparedQuery[Bm25Scores]:
    """The query of `match`."""
    asked = np.unique(terms(user_id, stems)).tolist()
    also = _numbered(user_id, others)
    asked += also.values()
    values = {"user": user_id, "terms": array_of(asked)}
    return PreparedQuery(sql("search/words"), values, lambda rows: _matched(rows, asked, also))


def _matched(rows: Rows, asked: Sequence[int], also: Mapping[int, int]) -> Bm25Scores:
    docs, holding = _gathered(rows, asked)
    by_term = dict(zip(asked, holding, strict=True))
    if also:
        holding = _joined(by_term, also)
    # Columns of their own: a hundred thousand are read many times faster than out of rows.
    items, parts, length = (
        np.concatenate([some[name] for some in docs]) for name in ("item", "part", "length")
    )
    there = parts != DELETED
    count = int(np.count_nonzero(there))
    lengths = length
    if count < len(parts):
        holding = [_still_there(held, there) if len(held.docs) else held for held in holding]
        lengths = length[there]
    standing = {term for term, held in by_term.items() if len(held.docs) and there[held.docs].any()}
    nowhere = frozenset(t for t in asked if not {t, also.get(t, t)} & standing)
    average = (float(lengths.sum(dtype=np.int64)) / count if count else 0.0) or 1.0
    scores, shares, total = np.zeros(len(parts)), np.zeros(len(parts)), 0.0
    for held in holding:
        idf = math.log(1 + (count - len(held.docs) + 0.5) / (len(held.docs) + 0.5))
        total += idf
        if not len(held.docs):
            continue
        norms = K1 * (1 - B) + (K1 * B / average) * length[held.docs]
        scores[held.docs] += (idf * (K1 + 1)) * held.often / (held.often + norms)
        shares[held.docs] += idf
    windows = int(np.maximum(WORDS_OF_WINDOW, lengths).sum(dtype=np.int64)) // WORDS_OF_WINDOW
    return Bm25Scores(items, parts, scores, shares / (total or 1.0), windows, nowhere)


def _still_there(held: TermPostings, there: NDArray[np.bool_]) -> TermPostings:
    kept = there[held.docs]
    return TermPostings(held.docs[kept], held.often[kept])


def _numbered(user_id: UUID, others: Mapping[str, str]) -> dict[int, int]:
    of_stems, of_others = terms(user_id, others.keys()), terms(user_id, others.values())
    return dict(zip(of_stems.tolist(), of_others.tolist(), strict=True))


def _joined(holding: Mapping[int, TermPostings], also: Mapping[int, int]) -> list[TermPostings]:
    """The postings of each word, merged with those of its other stem."""
    joined = [holding[term] for term in holding.keys() - (also.keys() | also.values())]
    for term, other in also.items():
        both = holding[term], holding[other]
        docs, places = np.unique(np.concatenate([h.docs for h in both]), return_inverse=True)
        often = np.zeros(len(docs))
        np.maximum.at(often, places, np.concatenate([h.often for h in both]))
        joined.append(TermPostings(docs, often))
    return joined


def _gathered(rows: Rows, asked: Sequence[int]) -> tuple[list[Docs], list[TermPostings]]:
    """All items, packed ones first, and the postings of each word asked for."""
    cuts = sorted((row for row in rows if row[0] == "docs"), key=lambda row: row[1])
    pages = {(first, bucket): page for kind, first, bucket, page in rows if kind == "page"}
    (fresh,) = (
        unpacked_items(count, stored) for kind, count, _, stored in rows if kind == "unpacked"
    )
    docs = [np.frombuffer(stored, DOC) for _, _, _, stored in cuts] + [fresh.docs]
    starts = np.cumsum([0, *(len(some) for some in docs)]).tolist()
    holding = []
    for term, new in zip(asked, words_of(fresh, asked).of(asked), strict=True):
        packed = (
            in_bucket(page, term) if (page := pages.get((first, term >> shift))) else NOBODY
            for _, first, shift, _ in cuts
        )
        holding.append(_in_order([*packed, new], starts))
    return docs, holding


def _in_order(found: Sequence[TermPostings], starts: Sequence[int]) -> TermPostings:
    """What holds a word, of all segments. Most of the words asked for may be held by nothing."""
    held = [(each, start) for each, start in zip(found, starts, strict=False) if len(each.docs)]
    if not held:
        return NOBODY
    return TermPostings(
        np.concatenate([each.docs + start for each, start in held]),
        np.concatenate([each.often for each, _ in held]),
    )
