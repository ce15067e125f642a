"""PDF pages by pdfminer: slower than pypdf, and sure of its way where that one stumbles."""

import math
import statistics
from collections.abc import Iterator
from itertools import product
from typing import Any, BinaryIO

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import (
    LAParams,
    LTChar,
    LTContainer,
    LTFigure,
    LTImage,
    LTItem,
    LTTextBox,
    LTTextLine,
)
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser

from documents.reading.cleaning import clean
from documents.reading.layout import Line
from documents.reading.pdf_bad_fonts import TWICE

_MOST_PAGES = 20_000
_DEEPEST = 30


def is_locked(file: BinaryIO) -> bool:
    """Whether a file wants a password, by pdfminer's reading of it."""
    try:
        file.seek(0)
        PDFDocument(PDFParser(file), password="")
    except PDFPasswordIncorrect:
        return True
    except Exception:  # noqa: BLE001 — damaged in whatever way, it is not a matter of passwords
        return False
    return False


class PdfminerFile:
    """A file as pdfminer sees it, opened when it is first needed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._pages: list[PDFPage] | None = None

    def count(self) -> int:
        try:
            return len(self._opened())
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 — whatever is wrong with it, it has no pages for us
            return 0

    def lines(self, place: int) -> tuple[list[Line], bool]:
        """The lines of a page in reading order, and whether it shows pictures."""
        pages = self._opened()
        if place >= len(pages):
            return [], False
        manager = PDFResourceManager()
        device = _Device(manager)
        PDFPageInterpreter(manager, device).process_page(pages[place])
        page = device.get_result()
        return list(_lines(page, 0)), _has_picture(page, 0)

    def _opened(self) -> list[PDFPage]:
        if self._pages is None:
            self._pages = []
            self._file.seek(0)
            document = PDFDocument(PDFParser(self._file), password="")
            for page in PDFPage.create_pages(document):
                self._pages.append(page)
                if len(self._pages) >= _MOST_PAGES:
                    break
        return self._pages


class _Device(PDFPageAggregator):
    """Lays out a page. A letter drawn again at almost the same place, to look bold, counts once."""

    def __init__(self, manager: PDFResourceManager) -> None:
        super().__init__(manager, laparams=LAParams())
        self._drawn: dict[tuple[str, int, int], tuple[float, float]] = {}

    def render_char(self, *given: Any, **named: Any) -> float:
        advance: float = super().render_char(*given, **named)
        letters = self.cur_item._objs
        letter = letters[-1] if letters else None
        if isinstance(letter, LTChar) and letter.size and self._is_again(letter):
            letters.pop()
        return advance

    def _is_again(self, letter: LTChar) -> bool:
        text, here, near = letter.get_text(), (letter.x0, letter.y0), TWICE * letter.size
        # By squares as large as that: what is near lies in the same or in one beside it.
        x, y = round(here[0] / near), round(here[1] / near)
        for column, row in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
            there = self._drawn.get((text, column, row))
            if there and math.dist(here, there) < near:
                return True
        self._drawn[text, x, y] = here
        return False


def _lines(item: LTItem, depth: int) -> Iterator[Line]:
    if isinstance(item, LTTextBox):
        for line in item:
            if isinstance(line, LTTextLine):
                yield _line(line)
    elif isinstance(item, LTFigure):
        # What stands in a figure is not laid out: its letters come as they are drawn.
        letters = list(_letters(item, depth))
        if letters:
            text = clean("".join(letter.get_text() for letter in letters))
            yield Line(text, item.x0, letters[0].y0, letters[0].size)
    elif isinstance(item, LTContainer) and depth < _DEEPEST:
        for inner in item:
            yield from _lines(inner, depth + 1)


def _letters(item: LTFigure | LTContainer[LTItem], depth: int) -> Iterator[LTChar]:
    for inner in item:
        if isinstance(inner, LTChar):
            yield inner
        elif isinstance(inner, LTContainer) and depth < _DEEPEST:
            yield from _letters(inner, depth + 1)


def _line(line: LTTextLine) -> Line:
    letters = [letter for letter in line if isinstance(letter, LTChar)]
    size = statistics.median(letter.size for letter in letters) if letters else line.height
    heavy = sum("bold" in letter.fontname.lower() for letter in letters)
    return Line(clean(line.get_text()), line.x0, line.y0, size, heavy > 0.8 * len(letters) > 0)


def _has_picture(item: LTItem, depth: int) -> bool:
    if isinstance(item, LTImage):
        return True
    if isinstance(item, LTContainer) and depth < _DEEPEST:
        return any(_has_picture(inner, depth + 1) for inner in item)
    return False
