"""The search index: what is in it, and how things come in, move and go.

Every verb runs inside the caller's `acting_as` block. A person's `Corpus` row is locked first, so
that two writers of one person wait for each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from pgvector import HalfVector

from accounts.models import Project
from database.statements import fetched
from llm.embedding import Vectors
from memories import source_kinds, work
from memories.models import EmbeddingSpace, SearchItem, Source
from memories.search.postings import DELETED, DOC, listed
from memories.search.terms import terms
from memories.sql import sql
from memories.text import Span, indexed

_SMALL = 32_767
# Number of unpacked items that triggers packing.
PACK_EVERY = 256


# What kind of thing an item is, a number: a memory, a passage of a registered kind of source, or an
# assistant's turn. Those lie apart, whatever kind their source is of: recall looks there only when
# it is asked for them.
MEMORY, ANSWER = source_kinds.LEAST - 1, source_kinds.MOST + 1
LAYERS = ANSWER + 1  # numbers a scope has


def layers() -> list[int]:
    """Every layer that something can lie in."""
    return [MEMORY, *(kind.number for kind in source_kinds.registered()), ANSWER]


def part_of(project: Project | None, layer: int) -> int:
    """Scope and layer as one number, an equality that the indexes start with."""
    return (project.number if project else 0) * LAYERS + layer


def scope_layer(part: int) -> int:
    return part % LAYERS


def part_of_answers(part: int) -> int:
    """Where the assistant's turns lie in the scope of this part."""
    return part - scope_layer(part) + ANSWER


def layer_for(source: Source) -> int:
    """The layer in which a source's chunks lie. Raises ValueError for a kind nobody declared."""
    if not source_kinds.is_kind(source.kind):
        raise ValueError(f"No source kind is called {source.kind!r}.")
    if source.author == Source.Author.ASSISTANT:
        return ANSWER
    return source_kinds.kind_of(source.kind).number


def hold(user_id: UUID) -> None:
    """Wait for other writers of this person's memory, and keep them waiting until the block ends.

    Verbs that look before they write begin with it: what they saw is still so when they write.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM memories_corpus WHERE user_id = %s FOR UPDATE", [user_id])
        if cursor.rowcount:
            return
        # Whoever is first makes the row, and holds it by that; the others wait here.
        cursor.execute(
            "INSERT INTO memories_corpus (user_id) VALUES (%s)"
            " ON CONFLICT (user_id) DO UPDATE SET unpacked = memories_corpus.unpacked",
            [user_id],
        )


@dataclass(frozen=True)
class IndexEntry:
    """What is to be found: a memory or a chunk, by id, with its words."""

    part: int
    text: str
    memory_id: UUID | None = None
    chunk_id: UUID | None = None


def add(user_id: UUID, entries: Sequence[IndexEntry]) -> None:
    """Make these findable by words at once. Vectors follow when they are embedded.

    Their words stay unpacked, one row an item, until there are enough of them to be packed.
    """
    if not entries:
        return
    words = [terms(user_id, indexed(entry.text)) for entry in entries]
    values: dict[str, Any] = {
        "user": user_id,
        "more": len(entries),
        "memories": [entry.memory_id for entry in entries],
        "chunks": [entry.chunk_id for entry in entries],
        "parts": [entry.part for entry in entries],
        "terms": [listed(own) for own in words],
        "lengths": [min(len(own), _SMALL) for own in words],
    }
    ((unpacked,),) = fetched(sql("search/add"), values)
    if unpacked // PACK_EVERY > (unpacked - len(entries)) // PACK_EVERY:
        work.enqueue(user_id, work.PACK, [user_id])


def remove(user_id: UUID, items: Iterable[SearchItem]) -> None:
    """Take these out of search altogether, with their words and windows."""
    gone = list(items)
    if not gone:
        return
    hold(user_id)
    # The item first: whoever writes its windows holds it (memories.search.embedding).
    ids, parts = sorted(item.pk for item in gone), sorted({item.part for item in gone})
    SearchItem.objects.filter(user_id=user_id, pk__in=ids).delete()
    _change_packed(user_id, ids, DELETED)
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM memories_window WHERE user_id = %s AND space = ANY(%s)"
            " AND part = ANY(%s) AND item = ANY(%s)",
            [user_id, _spaces(), parts, ids],
        )


def move(user_id: UUID, item: SearchItem, part: int) -> None:
    """Put an item into another scope, with its words and windows."""
    if item.part == part:
        return
    hold(user_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE memories_window SET part = %s"
            " WHERE user_id = %s AND space = ANY(%s) AND part = %s AND item = %s",
            [part, user_id, _spaces(), item.part, item.pk],
        )
    item.part = part
    item.save(update_fields=["part"])
    _change_packed(user_id, [item.pk], part)


@dataclass(frozen=True)
class EmbeddedItem:
    """The windows of one item with their vectors, (windows, dimension) floats."""

    item: SearchItem
    windows: Sequence[Span]
    vectors: Vectors


def write_windows(user_id: UUID, space: EmbeddingSpace, embedded: Sequence[EmbeddedItem]) -> None:
    """Put the windows of these items in the place of those they had in this space.

    The caller holds the person's index, so that none is written while signs are packed.
    """
    rows = [
        (part, item, position, window.start, window.stop, HalfVector(vector).to_text())
        for part, item, position, window, vector in (
            (done.item.part, done.item.pk, position, window, vector)
            for done in embedded
            for position, (window, vector) in enumerate(
                zip(done.windows, done.vectors, strict=True)
            )
        )
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM memories_window WHERE user_id = %s AND space = %s"
            " AND part = ANY(%s) AND item = ANY(%s)",
            [
                user_id,
                space.pk,
                sorted({done.item.part for done in embedded}),
                [done.item.pk for done in embedded],
            ],
        )
        cursor.execute(
            "INSERT INTO memories_window"
            " (user_id, space, part, item, position, start, stop, embedding, bits)"
            " SELECT %s, %s, part, item, position, start, stop, embedding::halfvec,"
            " binary_quantize(embedding::halfvec)"
            " FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::int[], %s::text[])"
            " AS w (part, item, position, start, stop, embedding)",
            [user_id, space.pk, *_columns(rows, 6)],
        )


def _change_packed(user_id: UUID, items: Sequence[int], part: int) -> None:
    """Write the new part of packed items. A DELETED item is out of every search from now on; its
    words go when its segment is packed again, which is enqueued here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT first, docs FROM memories_segment s WHERE user_id = %s AND EXISTS"
            " (SELECT FROM unnest(%s::int[]) AS item WHERE item BETWEEN s.first AND s.last)",
            [user_id, list(items)],
        )
        changed = cursor.fetchall()
        for first, stored in changed:
            docs = np.frombuffer(stored, DOC).copy()
            docs["part"][np.isin(docs["item"], items)] = part
            cursor.execute(
                "UPDATE memories_segment SET docs = %s WHERE user_id = %s AND first = %s",
                [docs.tobytes(), user_id, first],
            )
    if changed and part == DELETED:
        work.enqueue(user_id, work.PACK, [user_id])


def _spaces() -> list[int]:
    return list(EmbeddingSpace.objects.values_list("pk", flat=True))


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [[row[column] for row in rows] for column in range(width)]
