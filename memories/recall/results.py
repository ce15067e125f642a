"""From ranked candidates to what is given back: merged, cut to the limit and the budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from uuid import UUID

from llm.tokens import count_tokens
from memories.models import Memory, Source
from memories.recall import ranking
from memories.recall.candidates import CandidateDetail
from memories.recall.duplicates import PLACES, merge_duplicates
from memories.recall.evidence_rows import EvidenceRow
from memories.recall.query import Query
from memories.recall.shapes import Item, SourceLocation
from memories.search import LAYERS
from memories.source_kinds import kind_of
from memories.text import LONG, MASK, Span, fitting, sentences, stems, windows

# A longer passage is quoted by its best window; a document's whole: read alone, three sentences of
# a book say little.
QUOTE = 600
# Ranked candidates inspected per requested result, and a fixed number on top.
INSPECTED_EACH, INSPECTED_MORE = 3, 40
# Number of extra results inspected for duplicates.
FURTHER = 10


def merge(
    ranked: Sequence[ranking.RankedCandidate],
    details: Mapping[int, CandidateDetail],
    evidence: Sequence[EvidenceRow],
    query: Query,
) -> list[Item]:
    """The best as items, up to the limit and the budget.

    A memory and the passage it rests on are one item, and so is a fact that stands in two sources;
    a passage that only states what was replaced is none. In a project's work its own things come
    first.
    """
    most = INSPECTED_MORE + INSPECTED_EACH * query.limit
    pairs = [(rank, details[rank.candidate.item]) for rank in ranked[:most]]
    pairs = _joined(pairs, evidence, past=query.as_of is not None)
    told_in = _told_in(details, evidence)
    if query.mode == "work" and query.project is not None:
        pairs.sort(key=lambda pair: pair[1].row.part < LAYERS)
    items = (item for pair in pairs if (item := _item(*pair, evidence, told_in, query)))
    if query.budget is None:
        merged = merge_duplicates(list(islice(items, query.limit + FURTHER)), query.text)
        kept = merged[: query.limit]
    else:
        merged = merge_duplicates(list(items), query.text)
        kept = within_budget(merged, query.limit, query.budget, lambda item: _tokens(item, query))
    asked = stems(query.text)
    return [_fitted(item, asked) if item.fits else item for item in kept]


def _told_in(
    details: Mapping[int, CandidateDetail], evidence: Sequence[EvidenceRow]
) -> dict[EvidenceRow, str]:
    """The sentence around a piece of evidence, where everything learned from it still holds."""
    rows = {d.row.chunk: d.row for d in details.values() if d.row.chunk and not d.row.memory}
    of_chunk: dict[str, list[EvidenceRow]] = {}
    for piece in evidence:
        of_chunk.setdefault(piece.chunk, []).append(piece)
    found: dict[EvidenceRow, str] = {}
    for chunk, rests in of_chunk.items():
        row = rows.get(chunk)
        if row is None or len({r.memory for r in rests}) < 2:
            continue
        for span in sentences(row.text):
            words = span.of(row.text)
            start, stop = row.start + span.start, row.start + span.stop
            parts = [r for r in rests if start <= r.start and r.stop <= stop]
            if MASK not in words and all(r.state == Memory.State.CURRENT for r in parts):
                found |= {r: words for r in parts if r.quote != words}
    return found


def _fitted(item: Item, asked: Sequence[str]) -> Item:
    """An item with the exact words that answer, found around its best window."""
    first, (start, stop) = item.start, item.answer
    words = fitting(item.quote, asked, Span(start - first, stop - first))
    return replace(item, fits=(first + words.start, first + words.stop))


def _joined(
    pairs: Sequence[tuple[ranking.RankedCandidate, CandidateDetail]],
    evidence: Sequence[EvidenceRow],
    *,
    past: bool,
) -> list[tuple[ranking.RankedCandidate, CandidateDetail]]:
    found = {detail.row.memory for _, detail in pairs if detail.row.memory}
    by_chunk: dict[str, list[EvidenceRow]] = {}
    for piece in evidence:
        by_chunk.setdefault(piece.chunk, []).append(piece)
    best: dict[str | None, ranking.RankedCandidate] = {}
    kept: list[tuple[ranking.RankedCandidate, CandidateDetail]] = []
    for rank, detail in pairs:
        about = _about(detail, by_chunk)
        stated = {piece.memory for piece in about} & found
        for memory in stated:
            best.setdefault(memory, rank)
        # Of the past it is known only later what was replaced by then.
        replaced = about and not past and all(r.state == Memory.State.SUPERSEDED for r in about)
        if not stated and not replaced:
            kept.append((rank, detail))
    lifted = []
    for rank, detail in kept:
        passage = best.get(detail.row.memory) if detail.row.memory else None
        better = passage is not None and passage.score > rank.score
        lifted.append((passage if better and passage else rank, detail))
    return sorted(lifted, key=lambda pair: -pair[0].score)


def _about(
    detail: CandidateDetail, by_chunk: Mapping[str, Sequence[EvidenceRow]]
) -> list[EvidenceRow]:
    """The evidence in a chunk that its best window is about."""
    if detail.row.chunk is None or detail.row.chunk not in by_chunk:
        return []
    start, stop = (detail.row.start + offset for offset in best_span(detail))
    return [r for r in by_chunk[detail.row.chunk] if r.start < stop and start < r.stop]


def best_span(detail: CandidateDetail) -> tuple[int, int]:
    """Where the best window stands in the item's own text."""
    if detail.row.cosine is not None:
        return detail.row.first, detail.row.last
    text = detail.row.text
    spans = windows(text) if len(text) > QUOTE else []
    return (spans[0].start, spans[0].stop) if spans else (0, len(text))


def within_budget(
    items: Sequence[Item], limit: int, budget: int, cost: Callable[[Item], int]
) -> list[Item]:
    """The best up to the limit and the budget: the first of each kind before more of any.

    In the order given; `cost` is in the budget's tokens. What does not fit is passed over.
    """
    firsts: dict[str, int] = {}
    for position, item in enumerate(items):
        firsts.setdefault(item.id.split(":")[0], position)
    order = [*firsts.values(), *(p for p in range(len(items)) if p not in firsts.values())]
    taken: dict[int, Item] = {}
    spent = 0
    for position in order:
        if len(taken) >= limit:
            break
        tokens = cost(items[position])
        if spent + tokens <= budget:
            spent += tokens
            taken[position] = replace(items[position], tokens=tokens)
    return [taken[position] for position in sorted(taken)]


def _tokens(item: Item, query: Query) -> int:
    """Tokens it takes from the budget, at most what it is cut to."""
    tokens = count_tokens(item.text)
    return tokens if query.cut_to is None else min(tokens, query.cut_to)


def _item(
    rank: ranking.RankedCandidate,
    detail: CandidateDetail,
    evidence: Sequence[EvidenceRow],
    told_in: Mapping[EvidenceRow, str],
    query: Query,
) -> Item | None:
    row = detail.row
    start, stop = 0, len(row.text)
    fits: tuple[int, int] | None = None
    window = Span(*best_span(detail))
    read = row.memory is None and kind_of(row.source_kind).read
    if row.memory is None and not read and len(row.text) > QUOTE:
        start, stop = window.start, window.stop
    if read and stop - start > LONG:
        fits = (row.start + window.start, row.start + window.stop)
    quote = row.text[start:stop]
    passage = EvidenceRow(
        "",
        row.state,
        row.chunk or "",
        row.source or "",
        row.start + start,
        row.start + stop,
        quote,
        row.title,
        row.source_kind,
        row.author,
        row.speaker,
        row.happened,
        row.local_only,
        row.own_words,
        row.to,
    )
    also: tuple[SourceLocation, ...] = ()
    if row.memory is not None:
        own = [r for r in evidence if r.memory == row.memory]
        if not own:
            return None
        passage = own[0]
        also = _further(own, query)
    return Item(
        id=f"memory:{row.memory}" if row.memory else f"{row.source_kind}:{row.chunk}",
        memory_id=UUID(row.memory) if row.memory else None,
        chunk_id=UUID(passage.chunk),
        source_id=UUID(passage.source),
        start=passage.start,
        stop=passage.stop,
        text=row.text if row.memory else quote,
        quote=passage.quote,
        title=passage.title,
        kind=row.kind,
        source_kind=passage.kind,
        author=Source.Author(passage.author),
        speaker=passage.speaker,
        happened_at=rank.candidate.happened_at,
        project_id=UUID(row.project) if row.project else None,
        similarity=rank.meaning,
        covers=rank.coverage,
        score=rank.score,
        why=rank.why,
        own_words=passage.own_words,
        to=passage.to,
        also=also,
        fits=fits,
        within=told_in.get(passage, ""),
        state=row.state,
    )


def _further(evidence: Sequence[EvidenceRow], query: Query) -> tuple[SourceLocation, ...]:
    """Other evidence of a memory, one place per source."""
    by_source = {
        r.source: r.place
        for r in reversed(evidence)
        if r.source != evidence[0].source
        and UUID(r.source) not in query.exclude_sources
        and not (query.leave_out_local_only and r.local_only)
    }
    return tuple(reversed(by_source.values()))[:PLACES]
