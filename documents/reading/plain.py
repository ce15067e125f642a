"""Plain text: paragraphs, pages where form feeds part them, headings where they stand alone."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from documents.reading.cleaning import clean, lines, one_line
from documents.reading.encodings import decode
from documents.reading.pieces import Block, FileInfo, Page, Piece
from documents.reading.reflow import paragraphs

_PART = re.compile(
    r"(?:(?:part|book|volume|teil|buch|partie|livre|parte|libro)|"
    r"(?:chapter|section|appendix|kapitel|abschnitt|anhang|chapitre|cap[ií]tulo|capitolo))\b"
    r"[\s:.]+(?:[ivxlcdm]+|\d+|[a-z])\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+[^\W\d_]")
_LONGEST = 80


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    text = clean(decode(file.read()))
    pages = text.split("\f")
    if pages[-1].strip() == "":
        pages = pages[:-1]
    yield FileInfo(pages=len(pages) if len(pages) > 1 else None)
    for number, page in enumerate(pages, start=1):
        yield Page(number, tuple(blocks(page)))


def blocks(text: str) -> Iterator[Block]:
    """The paragraphs of a text, and which of them are headings."""
    for paragraph in paragraphs(text):
        level = heading_level(paragraph)
        if kept := one_line(paragraph) if level else lines(paragraph):
            yield Block(kept, level)


def heading_level(paragraph: str) -> int:
    """The level of a paragraph that is a heading, or 0."""
    line = paragraph.strip()
    if "\n" in line or not line or len(line) > _LONGEST or line[-1] in ".,;!?":
        return 0 if not (_PART.fullmatch(line.rstrip(".")) and "\n" not in line) else 1
    if _PART.match(line):
        return 1 if line[0].lower() in "pbvtl" else 2
    if numbered := _NUMBERED.match(line):
        return min(6, numbered.group(1).count(".") + 1) if len(line) <= 60 else 0
    letters = [character for character in line if character.isalpha()]
    # Scripts without capitals cannot shout.
    shouted = len(letters) > 3 and all(letter.isupper() for letter in letters)
    return 2 if shouted and len(line.split()) <= 10 else 0
