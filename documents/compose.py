"""The pages of a file become one text, and every place in it is known: pages, headings, words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from documents.reading.page_numbers import named_pages
from documents.reading.pieces import Block, FileInfo, Page, Piece, ReadingNote
from memories.text import Span, language_of

# Longer than twenty novels: what comes after is not read, and said so.
LONGEST = 10_000_000
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’-][^\W_]+)*")
_ENDED = re.compile(r"[.!?:;…。！？؟]['\"”’»)\]]*$")


@dataclass(frozen=True)
class Heading:
    """A heading in the text: `text[start:stop]`, level 1 the highest."""

    level: int
    start: int
    stop: int


@dataclass(frozen=True)
class PageStart:
    """Where a page's text begins; of an empty page, where it would."""

    number: int
    start: int


@dataclass(frozen=True)
class ReadText:
    """What was read of a file. `pages` is None for kinds that have none.

    `complete` is whether all of its words seem to have been read; `notes` say what to
    know about the reading, in plain words. `quotes` are what another wrote than the rest, and
    `attributions` the lines that only say who it was.
    """

    text: str
    pages: int | None
    starts: tuple[PageStart, ...]
    headings: tuple[Heading, ...]
    quotes: tuple[Span, ...]
    attributions: tuple[Span, ...]
    words: int
    language: str
    title: str
    written: datetime | None
    notes: tuple[str, ...]
    complete: bool


def compose(pieces: Iterable[Piece]) -> ReadText:
    """Put together what a reader gives."""
    text = _Text()
    about = FileInfo()
    notes: list[ReadingNote] = []
    for piece in pieces:
        if isinstance(piece, FileInfo):
            about = FileInfo(
                piece.title or about.title,
                piece.pages if piece.pages is not None else about.pages,
                piece.written or about.written,
            )
        elif isinstance(piece, ReadingNote):
            notes.append(piece)
        elif not text.add(piece):
            notes.append(
                ReadingNote(f"It is very long: only the first {LONGEST:,} letters were read.")
            )
            break
    whole = "".join(text.parts)
    notes += _without_words(text, about.pages, any(notes) and not whole)
    return ReadText(
        text=whole,
        pages=about.pages,
        starts=tuple(text.starts) if about.pages is not None else (),
        headings=tuple(text.headings),
        quotes=tuple(text.quotes),
        attributions=tuple(text.attributions),
        words=count_words(whole),
        language=language_of(whole),
        title=about.title,
        written=about.written,
        notes=tuple(note.text for note in notes),
        complete=not any(note.missing for note in notes),
    )


@dataclass
class _Text:
    """A text that grows page by page."""

    parts: list[str] = field(default_factory=list)
    starts: list[PageStart] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)
    attributions: list[Span] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)
    _length: int = 0
    _last: Block | None = None

    def add(self, page: Page) -> bool:
        """Put a page behind what is there. False where the text is long enough already."""
        begins = self._length
        for place, block in enumerate(page.blocks):
            if self._length + len(block.text) > LONGEST:
                return False
            start = self._put(block, new_page=place == 0)
            begins = start if place == 0 else begins
            if block.level:
                self.headings.append(Heading(block.level, start, self._length))
            if block.quoted:
                self.quotes.append(Span(start, self._length))
            if block.attribution:
                self.attributions.append(Span(start, self._length))
        self.starts.append(PageStart(page.number, begins))
        if not page.blocks:
            (self.scanned if page.pictured else self.empty).append(page.number)
        return True

    def _put(self, block: Block, *, new_page: bool) -> int:
        if self._last is not None:
            between = _between(self._last, block, new_page=new_page)
            self.parts.append(between)
            self._length += len(between)
        start = self._length
        self.parts.append(block.text)
        self._length += len(block.text)
        self._last = block
        return start


def _between(before: Block, after: Block, *, new_page: bool) -> str:
    unfinished = not before.level and not before.tight and not _ENDED.search(before.text)
    if new_page and unfinished and after.text[:1].islower() and not after.level:
        return " "  # the sentence goes on over the page
    return "\n" if after.tight and not before.level else "\n\n"


def count_words(text: str) -> int:
    """How many words a text has; in Chinese and Japanese each character counts."""
    return sum(1 for _ in _WORD.finditer(text))


def _without_words(text: _Text, pages: int | None, explained: bool) -> list[ReadingNote]:
    """What to say of pages that have no words."""
    if not text.parts:
        if explained and not text.scanned:
            return []
        many = f"{len(text.starts):,} pages are" if len(text.starts) > 1 else "page is"
        what = "pictures, as scans are" if len(text.starts) > 1 else "a picture, as a scan is"
        told = f"There is no text in it: its {many} {what}."
        return [ReadingNote(told if text.scanned else "There is no text in it.", missing=False)]
    if pages is None:
        return []
    notes = []
    if text.scanned:
        told = named_pages(text.scanned)
        notes.append(
            ReadingNote(f"No text on {told[0].lower()}{told[1:]}: only pictures, as in scans.")
        )
    if text.empty:
        told = named_pages(text.empty)
        notes.append(ReadingNote(f"No text on {told[0].lower()}{told[1:]}.", missing=False))
    return notes
