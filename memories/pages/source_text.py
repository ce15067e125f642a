"""Read a source: its text around a passage, what is forgotten in it, what was learned from it."""

import re
from dataclasses import dataclass

from django.db.models.functions import Length, Substr

from accounts.models import User
from memories.models import Memory, Source
from memories.text import MASK

# How much of a long text one page shows, in characters, and how much of it before the passage.
PIECE = 20_000
BEFORE = 4_000
# Maximum number of learned memories listed beside a source.
LEARNED = 50

_MASKED = re.compile(f"{MASK}+")


@dataclass(frozen=True)
class TextSegment:
    """A stretch of text: plain, or the passage asked for, or forgotten (then without its words).

    `start` is its place in the whole text, in characters.
    """

    text: str
    mark: bool = False
    redacted: bool = False
    start: int = 0


@dataclass(frozen=True)
class SourceExcerpt:
    """A part of a source's text, `text[start:stop]` in characters, of `size` in all."""

    segments: tuple[TextSegment, ...]
    start: int
    stop: int
    size: int
    passage_shown: bool


def piece_of(source: Source, at: tuple[int, int] | None, first: int | None = None) -> SourceExcerpt:
    """The part of a source's text that holds the passage `at`, or that begins at `first`.

    The text itself is not loaded: the database cuts it.
    """
    size = size_of(source)
    start = _start(size, at, first)
    text = cut(source, start, PIECE)
    passage = None
    if at and start <= at[0] < at[1] <= start + len(text):
        passage = (at[0] - start, at[1] - start)
    segments = tuple(_segments(text, passage, start))
    shown = any(segment.mark and segment.text.strip() for segment in segments)
    return SourceExcerpt(segments, start, start + len(text), size, shown)


def size_of(source: Source) -> int:
    """How many characters the text has; it is not loaded."""
    rows = Source.objects.filter(user=source.user_id, pk=source.pk)
    return rows.annotate(size=Length("text")).values_list("size", flat=True).get()


def cut(source: Source, start: int, length: int) -> str:
    """`text[start:start + length]`, cut by the database."""
    rows = Source.objects.filter(user=source.user_id, pk=source.pk)
    piece = Substr("text", start + 1, length)
    return rows.annotate(piece=piece).values_list("piece", flat=True).get()


def learned_from(user: User, *sources: Source) -> list[Memory]:
    """The current memories that rest on these sources, latest first."""
    resting = Memory.objects.filter(user=user, evidence__chunk__source__in=sources)
    return list(
        resting.filter(state=Memory.State.CURRENT).distinct().order_by("-updated", "-id")[:LEARNED]
    )


def _start(size: int, at: tuple[int, int] | None, first: int | None) -> int:
    if first is not None:
        return max(0, min(first, size - 1))
    if at is None or at[0] >= size or at[1] <= PIECE:
        return 0
    return max(0, at[0] - BEFORE)


def _segments(text: str, passage: tuple[int, int] | None, first: int) -> list[TextSegment]:
    if passage is None:
        return _parted(text, first, mark=False)
    start, stop = passage
    return (
        _parted(text[:start], first, mark=False)
        + _parted(text[start:stop], first + start, mark=True)
        + _parted(text[stop:], first + stop, mark=False)
    )


def _parted(text: str, first: int, *, mark: bool) -> list[TextSegment]:
    segments = []
    end = 0
    for masked in _MASKED.finditer(text):
        if masked.start() > end:
            segments.append(TextSegment(text[end : masked.start()], mark=mark, start=first + end))
        segments.append(TextSegment("", redacted=True, start=first + masked.start()))
        end = masked.end()
    if end < len(text):
        segments.append(TextSegment(text[end:], mark=mark, start=first + end))
    return segments
