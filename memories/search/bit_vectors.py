"""A large person's vectors by their signs alone, packed: compared in numpy, thousands at a time.

A block holds the windows of a run of a person's items, by number: who they are (KEY), and a bit for
each of the vector's numbers. It is a copy that only tells where to look: what a search gives back
is read from the windows themselves, so that nothing comes back that is gone from there. Items whose
windows were written, moved or removed since are noted on the block, which is then not asked about
them; a worker writes it anew. Reasons and figures: docs/adr/0002-search-index.md.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from database.statements import Question, fetched
from llm.embedding import Vectors

KEY = np.dtype([("item", "<i4"), ("part", "<i4"), ("position", "<i2")])
Keys = NDArray[np.void]

# Up to so many windows a block; so many new ones are worth a block.
MOST = 8_192
LEAST = 1_024
# More than any two vectors differ in, by signs.
_FAR = np.uint16(16_384)
_WORD = 8  # bytes of signs that are compared at once
# Bytes of blocks that a process keeps: half a million windows of 384 numbers.
MEMORY = 32_000_000


class Block(NamedTuple):
    """A block without what it holds: the items up to `last`, but for those in `changed`."""

    space: int
    written: UUID
    last: int
    changed: list[int]


class _Held(NamedTuple):
    """What a block holds: windows, their parts, and signs, (words of eight bytes, windows)."""

    keys: Keys
    parts: frozenset[int]
    signs: NDArray[np.uint64]


class _Kept:
    """Blocks that this process read: copies, each good for as long as `written` is in store.

    A hundred thousand windows take six megabytes, and longer to fetch than to compare.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._blocks: OrderedDict[UUID, _Held] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, written: UUID) -> _Held | None:
        with self._lock:
            if written in self._blocks:
                self._blocks.move_to_end(written)
            return self._blocks.get(written)

    def put(self, written: UUID, held: _Held) -> None:
        with self._lock:
            if written not in self._blocks:
                self._blocks[written] = held
                self._size += _bytes(held)
            while self._size > self._most and len(self._blocks) > 1:
                self._size -= _bytes(self._blocks.popitem(last=False)[1])


def _bytes(held: _Held) -> int:
    return held.keys.nbytes + held.signs.nbytes


_kept = _Kept(MEMORY)


@dataclass(frozen=True)
class Near:
    """Windows that are near by their signs, and where no block tells anything about them.

    Those are the items from `beyond` on, and the ones in `changed`.
    """

    keys: Keys
    beyond: int
    changed: tuple[int, ...]


_LISTED = """
SELECT space, written, last, changed FROM memories_signs
WHERE user_id = %(user)s ORDER BY space, first
"""
_HELD = """
SELECT written, keys, signs FROM memories_signs
WHERE user_id = %(user)s AND space = %(space)s AND written = ANY(%(written)s::uuid[])
"""


def listed(user_id: UUID) -> Question[list[Block]]:
    """Ask which blocks a person has, of all spaces."""
    return Question(_LISTED, {"user": user_id}, lambda rows: [Block._make(row) for row in rows])


def near(
    user_id: UUID,
    space: int,
    asked: Vectors,
    parts: Collection[int],
    limit: int,
    listed: Iterable[Block],
) -> Near:
    """The windows in these parts whose signs differ least from those of a vector."""
    key = {"user": user_id, "space": space}
    blocks = [block for block in listed if block.space == space]
    held = _held(key, [block.written for block in blocks])
    if held is None or not blocks:
        return Near(np.empty(0, KEY), 0, ())
    words = _words(np.packbits(asked > 0)[None])[:, 0]
    distances = [
        _distances(one, words, parts, block.changed)
        for one, block in zip(held, blocks, strict=True)
    ]
    least = _least(np.concatenate(distances), limit)
    starts = np.cumsum([0, *map(len, distances)])
    cuts = np.searchsorted(least, starts)
    return Near(
        np.concatenate(
            [
                one.keys[least[first:last] - start]
                for one, start, first, last in zip(held, starts, cuts, cuts[1:], strict=False)
            ]
        ),
        blocks[-1].last + 1,
        tuple(item for block in blocks for item in block.changed),
    )


def _held(key: Mapping[str, Any], written: Sequence[UUID]) -> list[_Held] | None:
    """What these blocks hold; None if one was written anew since they were listed."""
    there = {one: held for one in written if (held := _kept.get(one))}
    if missing := [one for one in written if one not in there]:
        for one, keys, signs in fetched(_HELD, {**key, "written": missing}):
            windows = np.frombuffer(keys, KEY)
            columns = np.frombuffer(signs, np.uint64)
            width = len(columns) // len(windows) if len(windows) else 0
            there[one] = _Held(
                windows,
                frozenset(np.unique(windows["part"]).tolist()),
                columns.reshape(width, len(windows)),
            )
            _kept.put(one, there[one])
    return [there[one] for one in written] if len(there) == len(written) else None


def _least(distances: NDArray[np.uint16], limit: int) -> NDArray[np.intp]:
    """Where the least distances stand, up to the limit, in order; what is far away is none.

    They are few different numbers: counting them finds the place to cut faster than sorting.
    """
    counts = np.bincount(distances, minlength=int(_FAR))[: int(_FAR)]
    cut = int(np.searchsorted(np.cumsum(counts), limit))
    nearer = np.flatnonzero(distances < cut)
    if cut == _FAR:
        return nearer
    at_the_cut = np.flatnonzero(distances == cut)[: limit - len(nearer)]
    return np.sort(np.concatenate([nearer, at_the_cut]))


def _distances(
    held: _Held, asked: NDArray[np.uint64], parts: Collection[int], changed: Sequence[int]
) -> NDArray[np.uint16]:
    """In how many signs each window differs; those that do not count are far away."""
    distances = np.zeros(len(held.keys), np.uint16)
    for column, word in zip(held.signs, asked, strict=False):  # of no windows there is no column
        distances += np.bitwise_count(column ^ word)
    if not held.parts.issubset(parts):
        distances[~np.isin(held.keys["part"], sorted(parts))] = _FAR
    if changed:
        distances[np.isin(held.keys["item"], changed)] = _FAR
    return distances


def _words(signs: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Rows of bytes as columns of eight bytes each, the last filled up."""
    filled = np.pad(signs, ((0, 0), (0, -signs.shape[1] % _WORD)))
    return np.ascontiguousarray(filled.view(np.uint64).T)


def note_changed(user_id: UUID, items: Sequence[int]) -> bool:
    """Ask no block about these items any more. True when one held them, and is to be written anew.

    Runs inside the caller's `acting_as` block, with the person's index held.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE memories_signs AS s SET changed = s.changed || held.items FROM ("
            " SELECT b.space, b.first, array_agg(item) AS items FROM memories_signs b,"
            " unnest(%s::int[]) AS item WHERE b.user_id = %s AND item BETWEEN b.first AND b.last"
            " AND item <> ALL(b.changed) GROUP BY b.space, b.first) AS held"
            " WHERE s.user_id = %s AND s.space = held.space AND s.first = held.first",
            [list(items), user_id, user_id],
        )
        return bool(cursor.rowcount)


class _Cut(NamedTuple):
    """A block without what it holds."""

    space: int
    first: int
    last: int
    windows: int
    changed: bool


def pack_next(user_id: UUID, space: int, many: int) -> bool:
    """Write the next block that is missing or no longer true. False when there is none.

    Nobody with up to `many` windows in this space has any. Runs inside the caller's `acting_as`
    block, with the person's index held: other writers wait for one block at a time.
    """
    cuts = _cuts(user_id)
    for cut in cuts:
        if cut.changed:
            keys, signs = _read(user_id, cut.space, cut.first, cut.last)
            _write(user_id, cut.space, (cut.first, cut.last), keys, signs)
            return True
    cuts = [cut for cut in cuts if cut.space == space]
    if not cuts and not _has_more_than(user_id, space, many):
        return False
    start = cuts[-1].last + 1 if cuts else 0
    keys, signs = _read(user_id, space, start, None)
    if len(keys) < LEAST:
        return False
    if cuts and cuts[-1].windows + len(keys) <= MOST:
        start = cuts[-1].first
        keys, signs = _read(user_id, space, start, None)
    if len(keys) >= MOST:
        # Where it was cut, the last item's windows may not all be there.
        whole = keys["item"] < keys["item"][-1]
        keys, signs = keys[whole], signs[whole]
    _write(user_id, space, (start, int(keys["item"][-1])), keys, signs)
    return True


def _cuts(user_id: UUID) -> list[_Cut]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT space, first, last, octet_length(keys) / %s, changed <> '{}'"
            " FROM memories_signs WHERE user_id = %s ORDER BY space, first",
            [KEY.itemsize, user_id],
        )
        return [_Cut._make(row) for row in cursor.fetchall()]


def _has_more_than(user_id: UUID, space: int, many: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT FROM memories_window WHERE user_id = %s AND space = %s OFFSET %s LIMIT 1",
            [user_id, space, many],
        )
        return bool(cursor.rowcount)


# `varbit_send` puts the number of bits before them.
_READ = """
SELECT item, part, position, substring(varbit_send(bits) FROM 5) FROM memories_window
WHERE user_id = %(user)s AND space = %(space)s AND item BETWEEN %(first)s AND %(last)s
ORDER BY item, part, position LIMIT %(most)s
"""


def _read(
    user_id: UUID, space: int, first: int, last: int | None
) -> tuple[Keys, NDArray[np.uint8]]:
    """The windows of these items, and their signs: (windows, bytes). Of an open end, the first."""
    rows = fetched(
        _READ,
        {
            "user": user_id,
            "space": space,
            "first": first,
            "last": np.iinfo(np.int32).max if last is None else last,
            "most": MOST if last is None else None,
        },
    )
    keys = np.array([row[:3] for row in rows], KEY)
    signs = np.frombuffer(b"".join(row[3] for row in rows), np.uint8)
    return keys, signs.reshape(len(rows), -1) if rows else signs.reshape(0, 0)


def _write(
    user_id: UUID, space: int, items: tuple[int, int], keys: Keys, signs: NDArray[np.uint8]
) -> None:
    """Put a block in the place of the one that starts with the same item, or of what is empty."""
    key: list[Any] = [user_id, space, items[0]]
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM memories_signs WHERE user_id = %s AND space = %s AND first = %s", key
        )
        cursor.execute(
            "INSERT INTO memories_signs (user_id, space, first, last, keys, signs)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [*key, items[1], keys.tobytes(), _words(signs).tobytes()],
        )
