"""The rows behind candidates: what a search found by number, with all that its rank depends on.

Read as tuples by plain SQL: two hundred candidates a question, each over three tables, are too many
for model instances in a few milliseconds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from accounts.models import User
from memories import ranking
from memories.candidates import Aim, Matched, Near, Worded, listing, nearest_of
from memories.index import Layer, layer_of
from memories.models import Memory
from memories.query import Query

_LAYERS = [layer.name.lower() for layer in Layer]
# So many of the best hits bring the turns around them in.
NEIGHBOURED = 30
AROUND = (-2, -1, 1, 2)


@dataclass(frozen=True)
class Found:
    """What both ways of looking found, by item, and what they looked with."""

    near: Mapping[int, Near]
    worded: Collection[int]
    matched: Matched
    parts: frozenset[int]
    aim: Aim | None


class Row(NamedTuple):
    """A search item with its memory, or with its chunk and source."""

    item: int
    part: int
    memory: UUID | None
    chunk: UUID | None
    source: UUID | None
    text: str
    thread: str
    turn: int
    speaker: str
    author: str
    own_words: bool
    happened: float  # seconds since 1970
    kind: str
    source_kind: str
    title: str
    project: UUID | None
    local_only: bool
    start: int
    tags: list[str]
    state: str
    importance: float
    confidence: float
    pinned: bool


_ROWS = """
SELECT i.id, i.part, i.memory_id, i.chunk_id, s.id,
       coalesce(m.content, c.passage, substr(s.text, c.start + 1, c.stop - c.start)),
       coalesce(s.thread, ''), coalesce(s.turn, 0), coalesce(s.speaker, ''),
       coalesce(s.author, 'person'), coalesce(c.own_words, true),
       extract(epoch FROM coalesce(s.happened_at, m.event_time, m.created))::float8,
       coalesce(m.kind, 'passage'), coalesce(m.source_kind, s.kind), coalesce(s.title, ''),
       coalesce(m.project_id, s.project_id), coalesce(m.local_only, s.local_only),
       coalesce(c.start, 0), coalesce(m.tags, '{}'), coalesce(m.state, 'current'),
       coalesce(m.importance, 0.5), coalesce(m.confidence, 1), coalesce(m.pinned, false)
FROM memories_searchitem i
LEFT JOIN memories_memory m ON m.id = i.memory_id
LEFT JOIN memories_chunk c ON c.id = i.chunk_id
LEFT JOIN memories_source s ON s.id = c.source_id
WHERE i.user_id = %s AND i.id = ANY(%s::int[])
"""

_BESIDE = """
SELECT i.id
FROM unnest(%s::text[], %s::int[]) AS wanted (thread, turn)
JOIN memories_source s
  ON s.user_id = %s AND s.thread = wanted.thread AND s.turn = wanted.turn
JOIN memories_chunk c ON c.source_id = s.id
JOIN memories_searchitem i ON i.chunk_id = c.id
WHERE i.part = ANY(%s::int[])
"""


@dataclass(frozen=True)
class Detail:
    """A candidate with the row it stands for, and its nearest window."""

    candidate: ranking.Candidate
    row: Row
    near: Near | None


def load(user: User, query: Query, found: Found) -> list[Detail]:
    """The candidates with their rows, and the turns around the best of them.

    Whichever way one was found, it is measured both ways: by meaning and by words.
    """
    details = _details(user, query, found, set(found.near) | set(found.worded))
    beside = _neighbours(user, found, details)
    return details + _details(user, query, found, beside)


def _details(user: User, query: Query, found: Found, items: Collection[int]) -> list[Detail]:
    if not items:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [user.pk, listing(items)])
        rows = [row for fields in cursor.fetchall() if _wanted(row := Row(*fields), query)]
    near = dict(found.near)
    if found.aim is not None:
        missing = {row.item: row.part for row in rows if row.item not in near}
        near |= nearest_of(user.pk, found.aim, missing)
    words = found.matched.of([row.item for row in rows])
    return [_detail(row, near.get(row.item), fares) for row, fares in zip(rows, words, strict=True)]


def _wanted(row: Row, query: Query) -> bool:
    if row.source in query.exclude_sources or (query.leave_out_local_only and row.local_only):
        return False
    if row.memory is None:
        return True
    return (
        row.state == Memory.State.CURRENT
        and (not query.kinds or row.kind in query.kinds)
        and (not query.sources or row.source_kind in query.sources)
        and query.tags <= set(row.tags)
    )


def _detail(row: Row, near: Near | None, words: Worded) -> Detail:
    candidate = ranking.Candidate(
        item=row.item,
        layer=_LAYERS[layer_of(row.part)],
        text=row.text,
        cosine=near.cosine if near else None,
        words=words.score,
        coverage=words.coverage,
        thread=row.thread,
        turn=row.turn,
        speaker=row.speaker,
        author=row.author,
        own_words=row.own_words,
        happened_at=datetime.fromtimestamp(row.happened, UTC),
        importance=row.importance,
        confidence=row.confidence,
        pinned=row.pinned,
    )
    return Detail(candidate, row, near)


def _neighbours(user: User, found: Found, details: Sequence[Detail]) -> list[int]:
    """The items around the best hits of a conversation, if not found already."""
    best = sorted(
        (d.candidate for d in details if d.candidate.thread),
        key=lambda c: -((c.cosine or 0.0) + c.coverage),
    )[:NEIGHBOURED]
    wanted = {(c.thread, c.turn + step) for c in best for step in AROUND} - {
        (d.candidate.thread, d.candidate.turn) for d in details
    }
    if not wanted:
        return []
    threads, turns = zip(*sorted(wanted), strict=True)
    with connection.cursor() as cursor:
        cursor.execute(_BESIDE, [list(threads), listing(turns), user.pk, listing(found.parts)])
        return [item for (item,) in cursor.fetchall()]
