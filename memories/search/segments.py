"""Pack a person's words: new items are packed, deleted ones removed.

A segment holds up to 8,192 items. New ones take in the smaller ones before them, so that a person
has few, and each item is packed again only now and then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connection

from database.acting import acting_as
from database.statements import fetched
from memories import work
from memories.models import Segment
from memories.search import index
from memories.search.postings import DELETED, DOC, UnpackedItems, packed, unpacked_items, words_of
from memories.sql import sql

MOST = 8_192
_LAST = int(np.iinfo(np.int32).max)


@dataclass(frozen=True)
class _Cut:
    """A segment: the numbers of its items, how many are there, and whether some are gone."""

    first: int
    last: int
    items: int
    gone: bool


def pack_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Pack this person's words if that waits to be done. True when it did."""
    claimed = work.claim(user_id, work.PACK, 1, urgent=urgent)
    if claimed:
        pack(user_id)
        work.finish(claimed)
    return bool(claimed)


def pack(user_id: UUID, least: int = index.PACK_EVERY) -> None:
    """Pack unpacked items once there are `least` of them, and segments with deleted items again.

    Other writers of this person wait for one segment at a time.
    """
    more = True
    while more:
        with acting_as(user_id):
            more = _pack_next(user_id, least)


def _pack_next(user_id: UUID, least: int) -> bool:
    index.hold(user_id)
    cuts = _cuts(user_id)
    for cut in cuts:
        if cut.gone:
            _replace(user_id, [cut], _items(user_id, cut.first - 1, cut.last))
            return True
    end = cuts[-1].last if cuts else 0
    fresh = _items(user_id, end)
    if len(fresh.docs) < max(least, 1):
        return False
    taken: list[_Cut] = []
    total = len(fresh.docs)
    for cut in reversed(cuts):
        if cut.items > total or cut.items + total > MOST:
            break
        taken.append(cut)
        total += cut.items
    if taken:
        fresh = _items(user_id, taken[-1].first - 1, end) + fresh
    _replace(user_id, taken, fresh)
    return True


def _cuts(user_id: UUID) -> list[_Cut]:
    cuts = []
    for first, last, stored in (
        Segment.objects.filter(user_id=user_id)
        .order_by("first")
        .values_list("first", "last", "docs")
    ):
        there = np.frombuffer(stored, DOC)["part"] != DELETED
        cuts.append(_Cut(first, last, int(there.sum()), not there.all()))
    return cuts


def _items(user_id: UUID, after: int, last: int = _LAST) -> UnpackedItems:
    ((count, stored),) = fetched(
        sql("search/items"), {"user": user_id, "after": after, "last": last, "most": MOST}
    )
    return unpacked_items(count, stored)


def _replace(user_id: UUID, old: Sequence[_Cut], items: UnpackedItems) -> None:
    """Write a segment of these items in the place of the old ones."""
    with connection.cursor() as cursor:
        for table, column in (("segment", "first"), ("posting", "segment")):
            cursor.execute(
                f"DELETE FROM memories_{table} WHERE user_id = %s AND {column} = ANY(%s)",  # noqa: S608
                [user_id, [cut.first for cut in old]],
            )
        if len(items.docs):
            shift, buckets = packed(words_of(items))
            first, last = items.docs["item"][[0, -1]].tolist()
            cursor.execute(
                "INSERT INTO memories_segment (user_id, first, last, shift, docs)"
                " VALUES (%s, %s, %s, %s, %s)",
                [user_id, first, last, shift, items.docs.tobytes()],
            )
            cursor.execute(
                "INSERT INTO memories_posting (user_id, segment, bucket, terms)"
                " SELECT %s, %s, bucket, terms FROM unnest(%s::int[], %s::bytea[])"
                " AS n (bucket, terms)",
                [user_id, first, [bucket for bucket, _ in buckets], [b for _, b in buckets]],
            )
        cursor.execute("UPDATE memories_corpus SET unpacked = 0 WHERE user_id = %s", [user_id])
