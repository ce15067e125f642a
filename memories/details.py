"""The rows behind candidates: what a search found by number, with all that its rank depends on.

Read as tuples by plain SQL: a hundred candidates a question, each over three tables, are too many
for model instances in a few milliseconds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from accounts.models import User
from accounts.prepared import Question, ask, ask_together, fetched
from accounts.round_trip import Rows
from memories import ranking
from memories.candidates import Aim, Matched, listing
from memories.models import Memory
from memories.query import Query

# So many of the best hits bring the turns around them in.
NEIGHBOURED = 12
AROUND = (-2, -1, 1, 2)


@dataclass(frozen=True)
class Found:
    """What both ways of looking found, by item, and what they looked with."""

    near: Collection[int]
    worded: Collection[int]
    matched: Matched
    parts: frozenset[int]
    aim: Aim | None


class Row(NamedTuple):
    """A search item with its memory, or with its chunk and source.

    Ids stay text: most are only compared, and to make UUIDs of all takes a millisecond.
    """

    item: int
    part: int
    memory: str | None
    chunk: str | None
    source: str | None
    text: str
    thread: str
    turn: int
    speaker: str
    author: str
    happened: float  # seconds since 1970
    kind: str
    source_kind: str
    title: str
    project: str | None
    local_only: bool
    start: int
    tags: list[str]
    state: str


_ROWS = """
SELECT i.id, i.part, i.memory_id::text, i.chunk_id::text, s.id::text,
       coalesce(m.content, c.passage, substr(s.text, c.start + 1, c.stop - c.start)),
       coalesce(s.thread, ''), coalesce(s.turn, 0), coalesce(s.speaker, ''),
       coalesce(s.author, 'person'),
       extract(epoch FROM coalesce(s.happened_at, m.event_time, m.created))::float8,
       coalesce(m.kind, 'passage'), coalesce(m.source_kind, s.kind), coalesce(s.title, ''),
       coalesce(m.project_id, s.project_id)::text, coalesce(m.local_only, s.local_only),
       coalesce(c.start, 0), coalesce(m.tags, '{}'), coalesce(m.state, 'current')
FROM memories_searchitem i
LEFT JOIN memories_memory m ON m.id = i.memory_id
LEFT JOIN memories_chunk c ON c.id = i.chunk_id
LEFT JOIN memories_source s ON s.id = c.source_id
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[])
"""
# All windows in one go: the nearest of each, looked up item by item, takes three times as long.
_WINDOWS = """
SELECT item, 1 - (embedding <=> %(asked)s::halfvec), start, stop FROM memories_window
WHERE user_id = %(user)s AND space = %(space)s
    AND part = ANY(%(parts)s::int[]) AND item = ANY(%(items)s::int[])
"""
_BESIDE = """
SELECT i.id
FROM unnest(%(threads)s::text[], %(turns)s::int[]) AS wanted (thread, turn)
JOIN memories_source s
  ON s.user_id = %(user)s AND s.thread = wanted.thread AND s.turn = wanted.turn
JOIN memories_chunk c ON c.source_id = s.id
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
WHERE i.part = ANY(%(parts)s::int[])
"""


class Near(NamedTuple):
    """An item's nearest window: cosine −1..1, and where it stands in the item's text."""

    cosine: float
    start: int
    stop: int


class Detail(NamedTuple):
    """A candidate with the row it stands for, and its nearest window."""

    candidate: ranking.Candidate
    row: Row
    near: Near | None


def load(user: User, query: Query, found: Found) -> list[Detail]:
    """The candidates with their rows, and the turns around the best of them.

    Whichever way one was found, it is measured both ways: by meaning and by words.
    """
    details = _details(user, query, found, {*found.near, *found.worded})
    if beside := _beside(details):
        threads, turns = zip(*sorted(beside), strict=True)
        around = fetched(
            _BESIDE,
            {
                "user": user.pk,
                "threads": list(threads),
                "turns": listing(turns),
                "parts": listing(found.parts),
            },
        )
        details += _details(user, query, found, [item for (item,) in around])
    return details


def _details(user: User, query: Query, found: Found, items: Collection[int]) -> list[Detail]:
    if not items:
        return []
    numbers = listing(items)
    rows = Question(_ROWS, {"user": user.pk, "items": numbers}, _rows)
    nearest: dict[int, Near] = {}
    if found.aim is None:
        every = ask(rows)
    else:
        values = {
            "user": user.pk,
            "asked": found.aim.text,
            "space": found.aim.space,
            "parts": listing(found.parts),
            "items": numbers,
        }
        every, nearest = ask_together(rows, Question(_WINDOWS, values, _nearest))
    without = {str(source) for source in query.exclude_sources}
    # What was moved since it was found may lie out of sight by now.
    wanted = [row for row in every if row.part in found.parts and _wanted(row, query, without)]
    shares = found.matched.coverage_of([row.item for row in wanted])
    return [
        _detail(row, nearest.get(row.item), coverage)
        for row, coverage in zip(wanted, shares, strict=True)
    ]


def _rows(rows: Rows) -> list[Row]:
    return [Row._make(row) for row in rows]


def _nearest(windows: Rows) -> dict[int, Near]:
    """The nearest window of each item that has one."""
    nearest: dict[int, Near] = {}
    for item, *window in windows:
        near = Near._make(window)
        if item not in nearest or nearest[item].cosine < near.cosine:
            nearest[item] = near
    return nearest


def _wanted(row: Row, query: Query, without: Collection[str]) -> bool:
    if row.source in without or (query.leave_out_local_only and row.local_only):
        return False
    if row.memory is None:
        return True
    return (
        row.state == Memory.State.CURRENT
        and (not query.kinds or row.kind in query.kinds)
        and (not query.sources or row.source_kind in query.sources)
        and query.tags <= set(row.tags)
    )


def _detail(row: Row, near: Near | None, coverage: float) -> Detail:
    # By position: a name for each costs more than all the rest.
    candidate = ranking.Candidate(
        row.item,
        row.text,
        near.cosine if near else None,
        coverage,
        row.thread,
        row.turn,
        row.speaker,
        row.author,
        datetime.fromtimestamp(row.happened, UTC),
    )
    return Detail(candidate, row, near)


def _beside(details: Sequence[Detail]) -> set[tuple[str, int]]:
    """The turns around the best hits of a conversation (thread and number), if not found yet."""
    best = sorted(
        (d.candidate for d in details if d.candidate.thread),
        key=lambda c: -((c.cosine or 0.0) + c.coverage),
    )[:NEIGHBOURED]
    return {(c.thread, c.turn + step) for c in best for step in AROUND} - {
        (d.candidate.thread, d.candidate.turn) for d in details
    }
