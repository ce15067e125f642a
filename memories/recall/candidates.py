"""The rows behind candidates: what a search found by number, with all that its rank depends on.

Read as named tuples by plain SQL: a hundred candidates a question, each over three tables, are too
many for model instances in a few milliseconds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from accounts.models import User
from database.statements import PreparedQuery, array_of, ask, ask_together, by_name, fetched
from memories.models import Memory, Source
from memories.recall import ranking
from memories.recall.entity_mentions import EntityMatches
from memories.recall.evidence_rows import EvidenceRow, evidence_of, values_of
from memories.recall.query import Query
from memories.recall.weights import ANSWERABLE, FEATURES, LIMITS
from memories.search import Bm25Scores, NearestQuery, QueryVector
from memories.source_kinds import kind_of
from memories.sql import sql

PERSON, ASSISTANT, OTHER = (author.value for author in Source.Author)
AROUND = (-2, -1, 1, 2)


@dataclass(frozen=True)
class CandidateSearch:
    """The vector search to run, the hits by words, and what both are made from."""

    near: NearestQuery | None
    worded: Collection[int]
    bm25: Bm25Scores
    parts: frozenset[int]
    query_vector: QueryVector | None
    spoken_of: EntityMatches
    # Passages from later than this are none, in seconds since 1970.
    until: float | None


class CandidateRow(NamedTuple):
    """A search item with its memory, or with its chunk and source: the columns of candidates.sql.

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


class CandidateDetail(NamedTuple):
    """A candidate with the row it stands for."""

    candidate: ranking.Candidate
    row: CandidateRow


@dataclass(frozen=True)
class LoadedCandidates:
    """All candidates, and which of them rest on which, with further evidence of the memories."""

    details: list[CandidateDetail]
    evidence: list[EvidenceRow]


def load(user: User, query: Query, found: CandidateSearch) -> LoadedCandidates:
    """The candidates with their rows, the turns around the best of them, and the evidence.

    Whichever way one was found, it is measured both ways: by meaning and by words.
    """
    rows = ask(_reading(user, found, *_picked(found)))
    details = _with_about(user, found, _details(query, found, rows))
    beside = sorted(_beside(details))
    evidence = evidence_of(
        user.pk,
        [d.row.memory for d in details if d.row.memory],
        [d.row.chunk for d in details if d.row.chunk],
        beside,
    )
    if not beside:
        return LoadedCandidates(details, ask(evidence))
    turns = _reading(user, found, {"picked": "recall/beside"}, values_of(beside))
    around, known = ask_together(turns, evidence)
    return LoadedCandidates(details + _details(query, found, around), known)


def _picked(found: CandidateSearch) -> tuple[dict[str, str], dict[str, Any]]:
    """The parts of the statement that give the items found both ways, with their values."""
    worded = {"worded": array_of(found.worded)}
    if found.near is None:
        return {"picked": "recall/found_by_words"}, worded
    parts = {"picked": "recall/found_both_ways", "near": found.near.name}
    return parts, found.near.values | worded


def _reading(
    user: User, found: CandidateSearch, parts: dict[str, str], values: dict[str, Any]
) -> PreparedQuery[list[CandidateRow]]:
    """Ask for the rows of what these parts of the statement pick."""
    vector: dict[str, Any] = {}
    if found.query_vector is not None:
        vector = {"asked": found.query_vector.text, "space": found.query_vector.space}
    values = {"user": user.pk, "parts": array_of(found.parts)} | vector | values
    best = "recall/best_windows" if vector else "recall/no_windows"
    return PreparedQuery(
        sql("recall/candidates", best=best, **parts), values, by_name(CandidateRow)
    )


def _details(
    query: Query, found: CandidateSearch, rows: Iterable[CandidateRow]
) -> list[CandidateDetail]:
    without = {str(source) for source in query.exclude_sources}
    within = {str(source) for source in query.within}
    # What was moved since it was found may lie out of sight by now.
    wanted = [
        row
        for row in rows
        if row.part in found.parts
        and _wanted(row, query, without, within)
        and (row.memory or found.until is None or row.happened <= found.until)
    ]
    shares = found.bm25.coverage_of([row.item for row in wanted])
    usual = _mean([row.common for row in wanted if row.common is not None])
    return [
        _detail(row, coverage, usual, _speaks_of(row.item, found.spoken_of))
        for row, coverage in zip(wanted, shares, strict=True)
        if row.state != Memory.State.FADED or coverage >= ANSWERABLE.faded
    ]


def _speaks_of(item: int, asked: EntityMatches) -> float:
    """How it speaks of those the question names: 1, or -1 where it means others called the same."""
    if item in asked.items:
        return FEATURES.only_asked if asked.only else 1.0
    return -1.0 if item in asked.others else 0.0


def _with_about(
    user: User, found: CandidateSearch, details: list[CandidateDetail]
) -> list[CandidateDetail]:
    """The candidates with the similarity of their documents, where these are several."""
    documents = {d.row.source for d in details if kind_of(d.row.source_kind).read}
    if found.query_vector is None or len(documents) < 2:
        return details
    values = {
        "user": user.pk,
        "space": found.query_vector.space,
        "asked": found.query_vector.text,
        "sources": array_of(filter(None, documents)),
    }
    about: dict[str | None, float] = dict(fetched(sql("recall/about"), values))
    usual = _mean(list(about.values()))
    return [
        d._replace(candidate=d.candidate._replace(about=about[d.row.source] - usual))
        if d.row.source in about
        else d
        for d in details
    ]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _wanted(
    row: CandidateRow, query: Query, without: Collection[str], within: Collection[str]
) -> bool:
    if row.source in without or (query.leave_out_local_only and row.local_only):
        return False
    if within and row.source not in within:
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


def _detail(row: CandidateRow, coverage: float, usual: float, speaks_of: float) -> CandidateDetail:
    candidate = ranking.Candidate(
        item=row.item,
        text=row.text,
        cosine=row.cosine,
        coverage=coverage,
        thread=row.thread,
        turn=row.turn,
        speaker=row.speaker,
        author=OTHER if row.author == PERSON and not row.own_words else row.author,
        happened_at=datetime.fromtimestamp(row.happened, UTC),
        common=0.0 if row.common is None else row.common - usual,
        speaks_of=speaks_of,
    )
    return CandidateDetail(candidate, row)


def _beside(details: Sequence[CandidateDetail]) -> set[tuple[str, int]]:
    """The turns around the best hits of a conversation (thread and number), if not found yet."""
    best = sorted(
        (d.candidate for d in details if d.candidate.thread),
        key=lambda c: -((c.cosine or 0.0) + c.coverage),
    )[: LIMITS.neighboured]
    return {(c.thread, c.turn + step) for c in best for step in AROUND} - {
        (d.candidate.thread, d.candidate.turn) for d in details
    }
