"""Cuts a document into citable parts: on headings, pages and sentences, each with its place."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.compose import ReadText
from llm import embedding
from memories.keeping import CHUNK_OVERLAP, CHUNK_TOKENS, CitableSpan
from memories.text import Span, sentences

# A section shorter than this goes on with the next one: it is too little to be found by itself.
LEAST_TOKENS = 100
# A sentence longer than this is cut: tables without a full stop, and texts without any.
_LONGEST = 900


@dataclass(frozen=True)
class _Piece:
    span: Span
    tokens: int
    page: int | None
    begins_section: bool
    # On a new page, or where another speaks: it shares no part with what is before it.
    begins_apart: bool
    quoted: bool


def parts_of(text: ReadText) -> list[CitableSpan]:
    """The parts of a document: about 400 tokens each, a tenth shared with the one before.

    None goes over the end of its page, except to finish a sentence; a heading begins a new part
    unless what is before it is very short. A part is all quoted or not at all, and lines that only
    say who is quoted are in none.
    """
    pieces = list(_pieces(text))
    places = [heading.start for heading in text.headings]
    parts: list[CitableSpan] = []
    first = 0
    while first < len(pieces):
        last = _last_of(pieces, first)
        span = Span(pieces[first].span.start, pieces[last].span.stop)
        tokens = sum(piece.tokens for piece in pieces[first : last + 1])
        above = bisect_right(places, span.start) - 1
        heading = text.headings[above] if above >= 0 else None
        parts.append(
            CitableSpan(
                span,
                tokens,
                pieces[first].page,
                Span(heading.start, heading.stop) if heading else None,
                heading.level if heading else None,
                own_words=False if pieces[first].quoted else None,
            )
        )
        if last + 1 >= len(pieces):
            break
        first = _next_after(pieces, first, last)
    return parts


def _pieces(text: ReadText) -> Iterator[_Piece]:
    places = [start.start for start in text.starts]
    headings = {heading.start for heading in text.headings}
    before: tuple[int | None, bool] | None = None
    for sentence in sentences(text.text):
        if _is_in(text.attributions, sentence):
            before = None
            continue
        quoted = _is_in(text.quotes, sentence)
        for start in range(sentence.start, sentence.stop, _LONGEST):
            span = Span(start, min(start + _LONGEST, sentence.stop))
            position = bisect_right(places, start) - 1
            page = text.starts[position].number if position >= 0 else None
            tokens = embedding.count_tokens(span.of(text.text))
            apart = (page, quoted) != before
            yield _Piece(span, tokens, page, start in headings, apart, quoted)
            before = page, quoted


def _is_in(spans: Sequence[Span], sentence: Span) -> bool:
    """Whether a sentence stands in one of these spans, which are in order."""
    at = bisect_right(spans, sentence.start, key=lambda span: span.start) - 1
    return at >= 0 and sentence.start < spans[at].stop


def _last_of(pieces: Sequence[_Piece], first: int) -> int:
    last, size = first, pieces[first].tokens
    while last + 1 < len(pieces):
        following = pieces[last + 1]
        section = following.begins_section and size >= LEAST_TOKENS
        if following.begins_apart or section or size + following.tokens > CHUNK_TOKENS:
            break
        last += 1
        size += following.tokens
    while last > first and pieces[last].begins_section and last + 1 < len(pieces):
        last -= 1  # a heading at the end belongs to what comes after
    return last


def _next_after(pieces: Sequence[_Piece], first: int, last: int) -> int:
    """Where the next part starts: a little before this one's end, unless something new begins."""
    following = pieces[last + 1]
    if following.begins_apart or following.begins_section:
        return last + 1
    shared, start = 0, last + 1
    while start - 1 > first and not pieces[start - 1].begins_section:
        if shared + pieces[start - 1].tokens > CHUNK_TOKENS * CHUNK_OVERLAP:
            break
        start -= 1
        shared += pieces[start].tokens
    return start
