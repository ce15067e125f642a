"""Postings as they are stored: which items hold which words, packed into a few bytes each.

Pure: no database. A word is a keyed 32-bit number (memories.search.terms). Many items' words lie in
one segment, cut into buckets of a page or less by the first bits of the number, so that a question
reads one bucket for each of its words. Shapes and figures: docs/adr/0002-search-index.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

# What is known of each item of a segment, in the order of their numbers.
DOC = np.dtype([("item", "<i4"), ("part", "<i4"), ("length", "<u2")])
Docs = NDArray[np.void]
Terms = NDArray[np.uint32]

# The part of an item that was deleted.
DELETED = -1
LONGEST = 65_535
_MOST = 255
_BUCKET = 1_500  # bytes, about
_WIDTH = 32


# An item as memories/sql/search/unpacked.sql sends it.
_SENT = np.dtype([("item", ">i4"), ("part", ">i4"), ("words", ">i4")])


@dataclass(frozen=True)
class UnpackedItems:
    """Items that are not packed yet, by rising number: what is known of each, and their words.

    `words` says how many words each has in `terms`.
    """

    docs: Docs
    words: NDArray[np.intp]
    terms: Terms

    def __add__(self, other: "UnpackedItems") -> "UnpackedItems":
        return UnpackedItems(
            np.concatenate((self.docs, other.docs)),
            np.concatenate((self.words, other.words)),
            np.concatenate((self.terms, other.terms)),
        )


def listed(terms: Terms) -> bytes:
    """An item's words, each as often as it occurs: four bytes, sorted."""
    return np.sort(terms).astype(">u4").tobytes()


def unpacked_items(count: int, stored: bytes) -> UnpackedItems:
    """The `count` items that unpacked.sql sent."""
    sent = np.frombuffer(stored, _SENT, count)
    docs = np.empty(count, DOC)
    docs["item"], docs["part"] = sent["item"], sent["part"]
    docs["length"] = np.minimum(sent["words"], LONGEST)
    terms = np.frombuffer(stored, ">u4", offset=count * _SENT.itemsize).astype(np.uint32)
    return UnpackedItems(docs, sent["words"].astype(np.intp), terms)


@dataclass(frozen=True)
class TermPostings:
    """The items that hold a word: places among the docs (0, 1, …), and how often each does."""

    docs: NDArray[np.intp]
    often: NDArray[np.float64]


NOBODY = TermPostings(np.empty(0, np.intp), np.empty(0))


@dataclass(frozen=True)
class Postings:
    """Which items hold which words: three columns, sorted by word, then by place."""

    terms: Terms
    docs: NDArray[np.intp]
    often: NDArray[np.float64]

    def of(self, asked: Sequence[int]) -> list[TermPostings]:
        """Who holds each of these words, all of them looked up at once."""
        each = np.array(asked, np.uint64)
        starts = np.searchsorted(self.terms, each).tolist()
        stops = np.searchsorted(self.terms, each + np.uint64(1)).tolist()
        return [
            TermPostings(self.docs[start:stop], self.often[start:stop]) if start < stop else NOBODY
            for start, stop in zip(starts, stops, strict=True)
        ]


def words_of(unpacked: UnpackedItems, asked: Sequence[int] | None = None) -> Postings:
    """Count the words of items that are not packed yet: those asked for, or all."""
    terms, places = unpacked.terms, np.repeat(np.arange(len(unpacked.words)), unpacked.words)
    if asked is not None:
        wanted = np.isin(terms, np.array(asked, np.uint32))
        terms, places = terms[wanted], places[wanted]
    pairs, often = np.unique(
        (terms.astype(np.uint64) << np.uint64(_WIDTH)) | places.astype(np.uint64),
        return_counts=True,
    )
    return Postings(
        (pairs >> np.uint64(_WIDTH)).astype(np.uint32),
        (pairs & np.uint64(0xFFFFFFFF)).astype(np.intp),
        often.astype(np.float64),
    )


def packed(words: Postings) -> tuple[int, list[tuple[int, bytes]]]:
    """Cut into buckets: the shift that tells a word's bucket (`term >> shift`), and their bytes."""
    distinct, starts, counts = np.unique(words.terms, return_index=True, return_counts=True)
    size = 6 * len(distinct) + 3 * len(words.terms)
    shift = _WIDTH - max(0, (size // _BUCKET)).bit_length()
    often = np.minimum(words.often, _MOST).astype(np.uint8)
    docs = words.docs.astype("<u2")
    buckets = distinct.astype(np.int64) >> shift
    edges = [0, *(np.flatnonzero(np.diff(buckets)) + 1).tolist(), len(distinct)]
    cut = []
    for first, last in pairwise(edges):
        if first == last:
            continue
        start, stop = starts[first], starts[last - 1] + counts[last - 1]
        terms = distinct[first:last]
        cut.append(
            (
                int(buckets[first]),
                b"".join(
                    (
                        len(terms).to_bytes(4, "little"),
                        terms.astype("<u4").tobytes(),
                        counts[first:last].astype("<u2").tobytes(),
                        docs[start:stop].tobytes(),
                        often[start:stop].tobytes(),
                    )
                ),
            )
        )
    return shift, cut


def in_bucket(bucket: bytes, term: int) -> TermPostings:
    """Which items of the segment hold a word, by its bucket."""
    count = int.from_bytes(bucket[:4], "little")
    terms = np.frombuffer(bucket, "<u4", count, 4)
    place = int(np.searchsorted(terms, np.uint32(term)))
    if place == count or terms[place] != term:
        return NOBODY
    counts = np.frombuffer(bucket, "<u2", count, 4 + 4 * count)
    total, start = int(counts.sum(dtype=np.int64)), int(counts[:place].sum(dtype=np.int64))
    held, docs = int(counts[place]), 4 + 6 * count
    return TermPostings(
        np.frombuffer(bucket, "<u2", held, docs + 2 * start).astype(np.intp),
        np.frombuffer(bucket, np.uint8, held, docs + 2 * total + start).astype(np.float64),
    )
