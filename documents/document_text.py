"""A document's text for its page: with pages and headings where they are, a passage marked."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from documents.models import Document
from memories.models import Source
from memories.pages import TextSegment, cut
from memories.text import MASK

PLAIN, HEADING, PAGE = "plain", "heading", "page"
# No text is longer than that, in characters.
_LONGEST = 10_000_000


@dataclass(frozen=True)
class DocumentSegment:
    """A stretch of a document's text, or the place where page `number` begins.

    `first` is on the part with which the marked passage begins.
    """

    kind: str
    text: str = ""
    level: int = 0
    number: int = 0
    mark: bool = False
    redacted: bool = False
    first: bool = False


def parts_of(document: Document, segments: Sequence[TextSegment]) -> list[DocumentSegment]:
    """A piece of the text, cut where its pages and its headings are."""
    pages = {start: number for number, start in document.page_starts}
    headings = {start: (level, stop) for level, start, stop in document.headings}
    edges = {*pages, *headings, *(stop for _, _, stop in document.headings)}
    parts: list[DocumentSegment] = []
    within: tuple[int, int] | None = None
    for piece in _cut_at(segments, sorted(edges)):
        if piece.start in pages:
            _put(parts, DocumentSegment(PAGE, number=pages[piece.start]))
        if piece.start in headings:
            within = headings[piece.start]
        kind, level = PLAIN, 0
        if within and piece.start < within[1]:
            kind, level = HEADING, within[0]
        _put(
            parts,
            DocumentSegment(kind, piece.text, level, mark=piece.mark, redacted=piece.redacted),
        )
    return _with_first(parts)


def page_at(document: Document, place: int) -> int:
    """The page on which this place of the text is; 1 where there are none."""
    starts = [start for _, start in document.page_starts]
    position = bisect_right(starts, place) - 1
    return int(document.page_starts[position][0]) if position >= 0 else 1


def is_hidden(document: Document, source: Source, number: int) -> bool:
    """Whether something on this page was forgotten, so that its picture is not to be shown."""
    start, stop = _extent(document, number)
    return MASK in cut(source, start, stop - start)


def words_on(document: Document, source: Source, number: int, passage: tuple[int, int]) -> str:
    """The words of a passage, `(start, stop)` in the text, that stand on this page."""
    start, stop = _extent(document, number)
    start, stop = max(start, passage[0]), min(stop, passage[1])
    return cut(source, start, stop - start) if start < stop else ""


def _extent(document: Document, number: int) -> tuple[int, int]:
    """Where this page's text begins and where it stops."""
    starts = [*document.page_starts, [0, _LONGEST]]
    for (page, start), (_, stop) in pairwise(starts):
        if page == number:
            return start, max(start, stop)
    return 0, 0


def _cut_at(segments: Sequence[TextSegment], edges: Sequence[int]) -> Iterator[TextSegment]:
    for segment in segments:
        start, stop = segment.start, segment.start + len(segment.text)
        inside = edges[bisect_right(edges, start) : bisect_right(edges, stop - 1)]
        for first, last in pairwise([start, *inside, stop]) if segment.text else ():
            text = segment.text[first - start : last - start]
            yield replace(segment, text=text, start=first)
        if not segment.text:
            yield segment


def _put(parts: list[DocumentSegment], part: DocumentSegment) -> None:
    """Blocks stand apart by themselves: without the empty lines that part them in the text."""
    before = parts[-1] if parts else None
    if before and part.kind != PLAIN and before.kind == PLAIN:
        parts[-1] = replace(before, text=before.text.rstrip("\n"))
    if before and before.kind != PLAIN and part.kind == PLAIN:
        part = replace(part, text=part.text.lstrip("\n"))
    if part.text or part.redacted or part.kind == PAGE:
        parts.append(part)


def _with_first(parts: Sequence[DocumentSegment]) -> list[DocumentSegment]:
    marked = next((place for place, part in enumerate(parts) if part.mark), None)
    return [
        replace(part, first=True) if place == marked else part for place, part in enumerate(parts)
    ]
