"""The rows behind candidates: what a search found by number, with all that its rank depends on.

Read as tuples by plain SQL: a hundred candidates a question, each over three tables, are too many
for model instances in a few milliseconds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from accounts.models import User
from database.batch import Rows
from database.statements import Question, array_of, ask, ask_together, fetched
from memories.models import Memory, Source
from memories.recall import ranking
from memories.recall.evidence_rows import IN_TURNS, Resting, resting, values_of
from memories.recall.query import Query
from memories.recall.spoken_of import SpokenOf
from memories.search import Aim, Looking, Matched
from memories.source_kinds import kind_of

PERSON, ASSISTANT, OTHER = (author.value for author in Source.Author)
# So many of the best hits bring the turns around them in.
NEIGHBOURED = 12
AROUND = (-2, -1, 1, 2)
# Who only asks about somebody asks for what speaks of them, before all that is near by its words.
ONLY_ASKED = 4.0
# So many chunks tell what a document is about.
SAMPLED = 8
# What faded is found where so much of the question, by its words, stands in it: directly asked for.
DIRECTLY = 0.6


@dataclass(frozen=True)
class Found:
    """Where to look by meaning, what was found by words, and what both look with."""

    near: Looking | None
    worded: Collection[int]
    matched: Matched
    parts: frozenset[int]
    aim: Aim | None
    spoken_of: SpokenOf
    # Passages from later than this are none, in seconds since 1970.
    until: float | None


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
    own_words: bool
    to: str
    happened: float  # seconds since 1970
    kind: str
    source_kind: str
    title: str
    project: str | None
    local_only: bool
    start: int
    tags: list[str]
    state: str
    # Whether it stands in the place of another memory.
    replaces: bool
    # Of its nearest window: cosine −1..1, and where it stands in the text. None while not embedded.
    cosine: float | None
    first: int
    last: int
    # That of the window and the middle of all that were picked with it.
    common: float | None


# The items are picked, measured and read in one statement: the server is waited for once.
_ROWS = """
WITH picked AS MATERIALIZED ({picked}), best AS MATERIALIZED ({best})
SELECT i.id, i.part, i.memory_id::text, i.chunk_id::text, s.id::text,
       coalesce(m.content, c.passage, substr(s.text, c.start + 1, c.stop - c.start)),
       coalesce(s.thread, ''), coalesce(s.turn, 0), coalesce(s.speaker, ''),
       coalesce(s.author, 'person'), coalesce(c.own_words, true), coalesce(s.metadata->>'to', ''),
       extract(epoch FROM coalesce(s.happened_at, m.event_time, m.created))::float8,
       coalesce(m.kind, 'passage'), coalesce(m.source_kind, s.kind), coalesce(s.title, ''),
       coalesce(m.project_id, s.project_id)::text, coalesce(m.local_only, s.local_only),
       coalesce(c.start, 0), coalesce(m.tags, '{{}}'), coalesce(m.state, 'current'),
       m.supersedes_id IS NOT NULL, b.cosine, b.start, b.stop,
       1 - (b.embedding <=> (SELECT avg(embedding) FROM best))
FROM best b
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.id = b.item
LEFT JOIN memories_memory m ON m.id = i.memory_id
LEFT JOIN memories_chunk c ON c.id = i.chunk_id
LEFT JOIN memories_source s ON s.id = c.source_id
"""
_WORDED = "SELECT unnest(%(worded)s::int[]) AS item"
_FOUND = "SELECT item FROM ({near}) AS near UNION SELECT unnest(%(worded)s::int[])"
_BESIDE = f"""
SELECT i.id AS item {IN_TURNS}
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
WHERE i.part = ANY(%(parts)s::int[])
"""
# All windows in one go: the nearest of each, looked up item by item, takes three times as long.
# What is not embedded stands there, too: to join the rest to it later, the planner, who expects
# one window, would read all of them for each item.
_BEST = """
SELECT DISTINCT ON (item) item, 1 - far AS cosine, start, stop, embedding
FROM (
    SELECT item, embedding <=> %(asked)s::halfvec AS far, start, stop, embedding
    FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s
        AND part = ANY(%(parts)s::int[]) AND item = ANY(ARRAY(SELECT item FROM picked))
    UNION ALL
    SELECT item, NULL, 0, 0, NULL FROM picked
) AS windows
ORDER BY item, far
"""
_NO_BEST = """
SELECT item, NULL::float8 AS cosine, 0 AS start, 0 AS stop, NULL::halfvec AS embedding FROM picked
"""

# How near the question comes to what stands in each of these documents from end to end: to the mean
# of the windows of a few chunks, evenly spread. Looked up anew each time: what is forgotten is out
# of it.
_ABOUT = f"""
SELECT d.source::text, -(avg(w.embedding) <#> %(asked)s::halfvec)
FROM unnest(%(sources)s::uuid[]) AS d (source)
CROSS JOIN LATERAL (
    SELECT max(position) + 1 AS chunks FROM memories_chunk WHERE source_id = d.source
) AS n
CROSS JOIN LATERAL (
    SELECT DISTINCT (2 * k + 1) * n.chunks / {2 * SAMPLED} AS position
    FROM generate_series(0, {SAMPLED - 1}) AS k
) AS at
CROSS JOIN LATERAL (
    SELECT id FROM memories_chunk WHERE source_id = d.source AND position = at.position LIMIT 1
) AS c
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
JOIN memories_window w
  ON w.user_id = %(user)s AND w.space = %(space)s AND w.part = i.part AND w.item = i.id
GROUP BY d.source
"""  # noqa: S608


class Detail(NamedTuple):
    """A candidate with the row it stands for."""

    candidate: ranking.Candidate
    row: Row


@dataclass(frozen=True)
class Loaded:
    """All candidates, and which of them rest on which, with further evidence of the memories."""

    details: list[Detail]
    evidence: list[Resting]


def load(user: User, query: Query, found: Found) -> Loaded:
    """The candidates with their rows, the turns around the best of them, and the evidence.

    Whichever way one was found, it is measured both ways: by meaning and by words.
    """
    rows = ask(_reading(user, found, *_picked(found)))
    details = _with_about(user, found, _details(query, found, rows))
    beside = sorted(_beside(details))
    evidence = resting(
        user.pk,
        [d.row.memory for d in details if d.row.memory],
        [d.row.chunk for d in details if d.row.chunk],
        beside,
    )
    if not beside:
        return Loaded(details, ask(evidence))
    turns = _reading(user, found, _BESIDE, values_of(beside))
    around, known = ask_together(turns, evidence)
    return Loaded(details + _details(query, found, around), known)


def _picked(found: Found) -> tuple[str, dict[str, Any]]:
    """What gives the items that were found both ways, with its values."""
    worded = {"worded": array_of(found.worded)}
    if found.near is None:
        return _WORDED, worded
    return _FOUND.format(near=found.near.statement), found.near.values | worded


def _reading(user: User, found: Found, picked: str, values: dict[str, Any]) -> Question[list[Row]]:
    """Ask for the rows of what is picked."""
    aim: dict[str, Any] = {}
    if found.aim is not None:
        aim = {"asked": found.aim.text, "space": found.aim.space}
    values = {"user": user.pk, "parts": array_of(found.parts)} | aim | values
    statement = _ROWS.format(picked=picked, best=_BEST if aim else _NO_BEST)
    return Question(statement, values, _rows)


def _details(query: Query, found: Found, rows: Iterable[Row]) -> list[Detail]:
    without = {str(source) for source in query.exclude_sources}
    # What was moved since it was found may lie out of sight by now.
    wanted = [
        row
        for row in rows
        if row.part in found.parts
        and _wanted(row, query, without)
        and (row.memory or found.until is None or row.happened <= found.until)
    ]
    shares = found.matched.coverage_of([row.item for row in wanted])
    usual = _mean([row.common for row in wanted if row.common is not None])
    return [
        _detail(row, coverage, usual, _speaks_of(row.item, found.spoken_of))
        for row, coverage in zip(wanted, shares, strict=True)
        if row.state != Memory.State.FADED or coverage >= DIRECTLY
    ]


def _speaks_of(item: int, asked: SpokenOf) -> float:
    """How it speaks of those the question names: 1, or -1 where it means others called the same."""
    if item in asked.items:
        return ONLY_ASKED if asked.only else 1.0
    return -1.0 if item in asked.others else 0.0


def _with_about(user: User, found: Found, details: list[Detail]) -> list[Detail]:
    """With what their documents are about, where there is a choice between several."""
    documents = {d.row.source for d in details if kind_of(d.row.source_kind).read}
    if found.aim is None or len(documents) < 2:
        return details
    values = {
        "user": user.pk,
        "space": found.aim.space,
        "asked": found.aim.text,
        "sources": array_of(filter(None, documents)),
    }
    about: dict[str | None, float] = dict(fetched(_ABOUT, values))
    usual = _mean(list(about.values()))
    return [
        d._replace(candidate=d.candidate._replace(about=about[d.row.source] - usual))
        if d.row.source in about
        else d
        for d in details
    ]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _rows(rows: Rows) -> list[Row]:
    return [Row._make(row) for row in rows]


def _wanted(row: Row, query: Query, without: Collection[str]) -> bool:
    if row.source in without or (query.leave_out_local_only and row.local_only):
        return False
    if row.memory is None:
        # The assistant's turns of all kinds of sources lie in one part.
        return row.author != ASSISTANT or not query.sources or row.source_kind in query.sources
    return (
        # What was superseded leads to what holds now.
        row.state in (Memory.State.CURRENT, Memory.State.SUPERSEDED, Memory.State.FADED)
        and (not query.kinds or row.kind in query.kinds)
        and (not query.sources or row.source_kind in query.sources)
        and query.tags <= set(row.tags)
    )


def _detail(row: Row, coverage: float, usual: float, speaks_of: float) -> Detail:
    # By position: a name for each costs more than all the rest.
    candidate = ranking.Candidate(
        row.item,
        row.text,
        row.cosine,
        coverage,
        row.thread,
        row.turn,
        row.speaker,
        OTHER if row.author == PERSON and not row.own_words else row.author,
        datetime.fromtimestamp(row.happened, UTC),
        0.0 if row.common is None else row.common - usual,
        speaks_of=speaks_of,
    )
    return Detail(candidate, row)


def _beside(details: Sequence[Detail]) -> set[tuple[str, int]]:
    """The turns around the best hits of a conversation (thread and number), if not found yet."""
    best = sorted(
        (d.candidate for d in details if d.candidate.thread),
        key=lambda c: -((c.cosine or 0.0) + c.coverage),
    )[:NEIGHBOURED]
    return {(c.thread, c.turn + step) for c in best for step in AROUND} - {
        (d.candidate.thread, d.candidate.turn) for d in details
    }
