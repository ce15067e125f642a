"""The rows behind candidates: what a search found by number, with all that its rank depends on.

Read as tuples by plain SQL: a hundred candidates a question, each over three tables, are too many
for model instances in a few milliseconds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from accounts.models import User
from accounts.prepared import fetched
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
    """A search item with its memory, or with its chunk and source, and its nearest window.

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
    cosine: float | None
    near_start: int
    near_stop: int


_ROWS = """
SELECT i.id, i.part, i.memory_id::text, i.chunk_id::text, s.id::text,
       coalesce(m.content, c.passage, substr(s.text, c.start + 1, c.stop - c.start)),
       coalesce(s.thread, ''), coalesce(s.turn, 0), coalesce(s.speaker, ''),
       coalesce(s.author, 'person'),
       extract(epoch FROM coalesce(s.happened_at, m.event_time, m.created))::float8,
       coalesce(m.kind, 'passage'), coalesce(m.source_kind, s.kind), coalesce(s.title, ''),
       coalesce(m.project_id, s.project_id)::text, coalesce(m.local_only, s.local_only),
       coalesce(c.start, 0), coalesce(m.tags, '{{}}'), coalesce(m.state, 'current'),
       {near}
FROM memories_searchitem i
LEFT JOIN memories_memory m ON m.id = i.memory_id
LEFT JOIN memories_chunk c ON c.id = i.chunk_id
LEFT JOIN memories_source s ON s.id = c.source_id
{windows}
WHERE i.user_id = %(user)s AND i.id = ANY({items})
"""
_NO_WINDOW = {"near": "NULL, 0, 0", "windows": ""}
_NEAREST_WINDOW = {
    "near": "w.cosine, coalesce(w.start, 0), coalesce(w.stop, 0)",
    "windows": """LEFT JOIN LATERAL (
    SELECT start, stop, 1 - (embedding <=> %(asked)s::halfvec) AS cosine FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s AND part = i.part AND item = i.id
    ORDER BY embedding <=> %(asked)s::halfvec LIMIT 1
) AS w ON true""",
}
_FOUND = "%(items)s::int[]"
_BESIDE = """ARRAY(
    SELECT i.id
    FROM unnest(%(threads)s::text[], %(turns)s::int[]) AS wanted (thread, turn)
    JOIN memories_source s
      ON s.user_id = %(user)s AND s.thread = wanted.thread AND s.turn = wanted.turn
    JOIN memories_chunk c ON c.source_id = s.id
    JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
    WHERE i.part = ANY(%(parts)s::int[])
)"""


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
    items = listing({*found.near, *found.worded})
    details = _details(user, query, found, _FOUND, {"items": items})
    if beside := _beside(details):
        threads, turns = zip(*sorted(beside), strict=True)
        values = {"threads": list(threads), "turns": listing(turns), "parts": listing(found.parts)}
        details += _details(user, query, found, _BESIDE, values)
    return details


def _details(
    user: User, query: Query, found: Found, items: str, values: Mapping[str, Any]
) -> list[Detail]:
    aim: Mapping[str, str | int] = {}
    if found.aim is not None:
        aim = {"asked": found.aim.text, "space": found.aim.space}
    windows = _NEAREST_WINDOW if aim else _NO_WINDOW
    found_rows = fetched(_ROWS.format(items=items, **windows), {"user": user.pk, **aim, **values})
    without = {str(source) for source in query.exclude_sources}
    rows = [row for fields in found_rows if _wanted(row := Row._make(fields), query, without)]
    shares = found.matched.coverage_of([row.item for row in rows])
    return [_detail(row, coverage) for row, coverage in zip(rows, shares, strict=True)]


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


def _detail(row: Row, coverage: float) -> Detail:
    candidate = ranking.Candidate(
        item=row.item,
        text=row.text,
        cosine=row.cosine,
        coverage=coverage,
        thread=row.thread,
        turn=row.turn,
        speaker=row.speaker,
        author=row.author,
        happened_at=datetime.fromtimestamp(row.happened, UTC),
    )
    near = None if row.cosine is None else Near(row.cosine, row.near_start, row.near_stop)
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
