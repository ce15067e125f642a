"""The search index: what is in it, and how things come in, move and go.

Every verb runs inside the caller's `acting_as` block. A person's `Corpus` row is locked first, so
that two writers of one person wait for each other instead of deadlocking on shared words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from uuid import UUID

from django.db import connection
from pgvector import HalfVector

from accounts.models import Project
from llm.embedding import Vectors
from memories.models import EmbeddingSpace, SearchItem, Source
from memories.sentences import Span
from memories.words import stems, terms

_SMALL = 32_767


class Layer(IntEnum):
    """What kind of thing an item is. Eight fit beside a project's number."""

    MEMORY = 0
    CHAT = 1
    NOTE = 2
    DOCUMENT = 3
    GMAIL = 4
    IMPORT = 5


_LAYERS = 8


def part_of(project: Project | None, layer: Layer) -> int:
    """Scope and layer as one number, an equality that the indexes start with."""
    return (project.number if project else 0) * _LAYERS + layer


def layer_of(part: int) -> Layer:
    return Layer(part % _LAYERS)


def layer_for(kind: str) -> Layer:
    """The layer in which a source's chunks lie."""
    return Layer[Source.Kind(kind).name]


def hold(user_id: UUID) -> None:
    """Wait for other writers of this person's memory, and keep them waiting until the block ends.

    Verbs that look before they write begin with it: what they saw is still so when they write.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memories_corpus (user_id, items, words) VALUES (%s, 0, 0)"
            " ON CONFLICT (user_id) DO NOTHING",
            [user_id],
        )
        cursor.execute("SELECT FROM memories_corpus WHERE user_id = %s FOR UPDATE", [user_id])


@dataclass(frozen=True)
class Entry:
    """What is to be found: a memory or a chunk, by id, with its words."""

    part: int
    text: str
    memory_id: UUID | None = None
    chunk_id: UUID | None = None


def add(user_id: UUID, entries: Sequence[Entry]) -> list[SearchItem]:
    """Make these findable by words at once. Vectors follow when they are embedded."""
    if not entries:
        return []
    counted = [terms(user_id, stems(entry.text)) for entry in entries]
    _count_items(user_id, len(entries), sum(counts.total() for counts in counted))
    items = SearchItem.objects.bulk_create(
        SearchItem(
            user_id=user_id,
            memory_id=entry.memory_id,
            chunk_id=entry.chunk_id,
            part=entry.part,
            terms=sorted(counts),
            length=min(counts.total(), _SMALL),
        )
        for entry, counts in zip(entries, counted, strict=True)
    )
    _count_terms(user_id, Counter(term for counts in counted for term in counts))
    _post(user_id, items, counted)
    return items


def remove(user_id: UUID, items: Iterable[SearchItem]) -> None:
    """Take these out of search altogether: postings, windows, and what was counted."""
    gone = list(items)
    if not gone:
        return
    _count_items(user_id, -len(gone), -sum(item.length for item in gone))
    _count_terms(user_id, Counter(term for item in gone for term in item.terms), sign=-1)
    ids, parts = [item.pk for item in gone], sorted({item.part for item in gone})
    # The item first: whoever writes its windows holds it (memories.embed).
    SearchItem.objects.filter(user_id=user_id, pk__in=ids).delete()
    postings = sorted({(term, item.part, item.pk) for item in gone for term in item.terms})
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM memories_posting p"
            " USING unnest(%s::int[], %s::int[], %s::int[]) AS gone (term, part, item)"
            " WHERE p.user_id = %s AND p.term = gone.term AND p.part = gone.part"
            " AND p.item = gone.item",
            [*_columns(postings, 3), user_id],
        )
        cursor.execute(
            "DELETE FROM memories_window WHERE user_id = %s AND space = ANY(%s)"
            " AND part = ANY(%s) AND item = ANY(%s)",
            [user_id, list(EmbeddingSpace.objects.values_list("pk", flat=True)), parts, ids],
        )


def move(user_id: UUID, item: SearchItem, part: int) -> None:
    """Put an item into another scope, with its postings and windows."""
    if item.part == part:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE memories_posting SET part = %s"
            " WHERE user_id = %s AND term = ANY(%s) AND part = %s AND item = %s",
            [part, user_id, item.terms, item.part, item.pk],
        )
        cursor.execute(
            "UPDATE memories_window SET part = %s"
            " WHERE user_id = %s AND space = ANY(%s) AND part = %s AND item = %s",
            [
                part,
                user_id,
                list(EmbeddingSpace.objects.values_list("pk", flat=True)),
                item.part,
                item.pk,
            ],
        )
    item.part = part
    item.save(update_fields=["part"])


@dataclass(frozen=True)
class Embedded:
    """The windows of one item with their vectors, (windows, dimension) floats."""

    item: SearchItem
    windows: Sequence[Span]
    vectors: Vectors


def write_windows(user_id: UUID, space: EmbeddingSpace, embedded: Sequence[Embedded]) -> None:
    """Put the windows of these items in the place of those they had in this space."""
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
            " (user_id, space, dimension, part, item, position, start, stop, embedding)"
            " SELECT %s, %s, %s, part, item, position, start, stop, embedding::halfvec"
            " FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::int[], %s::text[])"
            " AS w (part, item, position, start, stop, embedding)",
            [user_id, space.pk, space.dimension, *_columns(rows, 6)],
        )


def _count_items(user_id: UUID, items: int, words: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memories_corpus AS c (user_id, items, words) VALUES (%s, %s, %s)"
            " ON CONFLICT (user_id) DO UPDATE"
            " SET items = c.items + excluded.items, words = c.words + excluded.words",
            [user_id, items, words],
        )


def _count_terms(user_id: UUID, counts: Counter[int], sign: int = 1) -> None:
    rows = sorted(counts.items())
    if not rows:
        return
    with connection.cursor() as cursor:
        if sign > 0:
            cursor.execute(
                "INSERT INTO memories_termfrequency AS f (user_id, term, items)"
                " SELECT %s, term, items FROM unnest(%s::int[], %s::int[]) AS n (term, items)"
                " ON CONFLICT (user_id, term) DO UPDATE SET items = f.items + excluded.items",
                [user_id, *_columns(rows, 2)],
            )
            return
        cursor.execute(
            "UPDATE memories_termfrequency f SET items = f.items - n.items"
            " FROM unnest(%s::int[], %s::int[]) AS n (term, items)"
            " WHERE f.user_id = %s AND f.term = n.term",
            [*_columns(rows, 2), user_id],
        )
        cursor.execute(
            "DELETE FROM memories_termfrequency"
            " WHERE user_id = %s AND term = ANY(%s) AND items <= 0",
            [user_id, [term for term, _ in rows]],
        )


def _post(user_id: UUID, items: Sequence[SearchItem], counted: Sequence[Counter[int]]) -> None:
    rows = [
        (term, item.part, item.pk, min(frequency, _SMALL), item.length)
        for item, counts in zip(items, counted, strict=True)
        for term, frequency in sorted(counts.items())
    ]
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memories_posting (user_id, term, part, item, frequency, length)"
            " SELECT %s, p.* FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::int[])"
            " AS p (term, part, item, frequency, length)",
            [user_id, *_columns(rows, 5)],
        )


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [[row[column] for row in rows] for column in range(width)]
