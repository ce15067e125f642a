"""Lines on a page become paragraphs, headings and table rows, by where and how large they stand."""

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from documents.reading import reflow
from documents.reading.cleaning import one_line
from documents.reading.pieces import Block

_ENDED = re.compile(r"[.!?:;…。！？؟]['\"”’»)\]]*$")
_CHAPTER = re.compile(
    r"(?:(?:chapter|part|appendix|section)\s+\S+|(\d{1,2}(?:\.\d{1,2}){0,3})\.?)\s+\S", re.I
)
# Texts in the cells of a table are short; columns of running text are not.
_CELL = 25
_HEADING = 120
# Minimum size of a chapter heading, relative to running text.
_LARGE = 1.3
# Minimum share of a page set in the size of running text, and the page's minimum letters.
_FILLS, _FULL = 0.2, 1_000
_PAGE_NUMBER = re.compile(
    r"[-–—\s]*(?:page\s+|seite\s+)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:/|of|von)\s*\d{1,4})?[-–—\s]*",
    re.I,
)


@dataclass(frozen=True)
class Line:
    """One line as it is printed: where it starts, in points from below and left, and how large.

    `turns` are quarters by which it is turned.
    """

    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    turns: int = 0


class FontSizes:
    """How large the letters of a document are: what is larger than most of them is a heading."""

    def __init__(self) -> None:
        self._letters: Counter[float] = Counter()

    def add(self, lines: Sequence[Line]) -> None:
        self._letters += _letters(lines)

    def body(self, lines: Sequence[Line]) -> float:
        """The size of running text on a page: that of most letters so far, or a larger one.

        The pages before may be tables in small print; what fills this page is no heading.
        """
        here = _letters(lines)
        much = max(_FULL, here.total()) * _FILLS
        usual = self._letters.most_common(1)[0][0] if self._letters else 0.0
        return max([usual, *(size for size, letters in here.items() if letters > much)])


def _letters(lines: Sequence[Line]) -> Counter[float]:
    """How many letters there are of each size, to a tenth of a point."""
    found: Counter[float] = Counter()
    for line in lines:
        found[round(line.size, 1)] += len(line.text)
    return found


def blocks(
    lines: Sequence[Line], body: float, known: set[str], outline: Mapping[str, int]
) -> Iterator[Block]:
    """The blocks of a page.

    `lines` come in reading order, `body` is the size of running text, `known` the words seen so
    far (see reflow.join), and `outline` the levels of the headings that the file itself names.
    """
    lines, across = _by_direction([line for line in lines if line.text.strip()])
    lines = _without_number(lines)
    page = _Look(lines)
    for group in _tables(lines):
        if isinstance(group, str):
            yield Block(group, tight=True)
        else:
            yield from _flow(group, body, known, outline, page)
    # What stands in the margin or beside a chart belongs to no sentence, and is no heading.
    if across:
        yield Block(one_line(reflow.join([line.text for line in across], known)))


def _by_direction(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Those that run as most of a page does, and those that run across it."""
    letters: Counter[int] = Counter()
    for line in lines:
        letters[line.turns] += len(line.text)
    usual = letters.most_common(1)[0][0] if letters else 0
    return (
        [line for line in lines if line.turns == usual],
        [line for line in lines if line.turns != usual],
    )


class _Look:
    """How a page is set: the usual step from line to line, and how wide its columns are."""

    def __init__(self, lines: Sequence[Line]) -> None:
        gaps = [
            before.y - after.y
            for before, after in pairwise(lines)
            if 0.5 * after.size < before.y - after.y < 3 * after.size
        ]
        self.gap = statistics.median(gaps) if gaps else 14.0
        widths: dict[tuple[int, int], list[float]] = {}
        for line in lines:
            widths.setdefault(self._column(line), []).append(_width(line.text))
        self._widths = {
            column: sorted(found)[int(0.9 * (len(found) - 1))] for column, found in widths.items()
        }

    def _column(self, line: Line) -> tuple[int, int]:
        return round(line.x / 36), round(line.size)

    def had_room(self, line: Line, following: Line) -> bool:
        """Whether the next line's first word would have fit: then someone began a new line."""
        word = following.text.split(maxsplit=1)[0]
        widest = max(self._widths[self._column(line)], self._widths[self._column(following)])
        return _width(f"{line.text.strip()} {word}") < 0.9 * widest


_NARROW = frozenset("iIjlt.,:;'!|()[]f- ")
_BROAD = frozenset("mMwW@%—…")


class _Widths(dict[str, float]):
    """Widths by letter, worked out once: this is asked for every letter of a book."""

    def __missing__(self, sign: str) -> float:
        usual = 1.25 if sign.isupper() else 1.0
        self[sign] = 0.55 if sign in _NARROW else 1.6 if sign in _BROAD else usual
        return self[sign]


_WIDTHS = _Widths()


def _width(text: str) -> float:
    """About how wide a text is, in units of a usual letter."""
    return sum(map(_WIDTHS.__getitem__, text.strip()))


def _without_number(lines: list[Line]) -> list[Line]:
    """Lines without the page's number, where it stands alone above or below."""
    for place in (-1, 0):
        if len(lines) < 4 or not _PAGE_NUMBER.fullmatch(lines[place].text.strip()):
            continue
        number = lines[place]
        others = [line for line in lines if line is not number]
        if min(abs(line.y - number.y) for line in others) > 1.5 * number.size:
            lines = others
    return lines


def _flow(
    lines: Sequence[Line],
    body: float,
    known: set[str],
    outline: Mapping[str, int],
    page: _Look,
) -> Iterator[Block]:
    paragraph: list[Line] = []
    level = 0
    for line in lines:
        own = _level(line, body, outline)
        # A heading may take two lines, which look alike.
        same = own == level and (not own or _is_near(paragraph, line, page.gap, body))
        if paragraph and not (same and (own or _goes_on(paragraph, line, page))):
            yield from _block(paragraph, level, known)
            paragraph = []
        level = own
        paragraph.append(line)
    if paragraph:
        yield from _block(paragraph, level, known)


def _block(paragraph: Sequence[Line], level: int, known: set[str]) -> Iterator[Block]:
    text = one_line(reflow.join([line.text for line in paragraph], known))
    # A longer text is no heading but a paragraph in large letters.
    level = level if len(text) <= 2 * _HEADING else 0
    if text:
        yield Block(text, level, tight=not level and reflow.is_item(text))


def _level(line: Line, body: float, outline: Mapping[str, int]) -> int:
    """The level of a line that is a heading, by the file's own outline or else by its looks."""
    text = one_line(line.text)
    if not any(character.isalpha() for character in text) or len(text) > _HEADING:
        return 0
    if (named := outline.get(plain(text))) is not None:
        return named
    if not body or text[-1] in ".,;" or (reflow.is_item(text) and not _CHAPTER.match(text)):
        return 0
    larger = line.size / body
    numbered = _CHAPTER.match(text)
    if numbered and len(text) < 80 and (larger > 1.08 or line.bold) and larger > 0.95:
        return min(6, (numbered.group(1) or "").count(".") + 1) + (larger < _LARGE)
    if larger >= 1.6:
        return 1
    if larger >= _LARGE:
        return 2
    return 3 if larger >= 1.14 or (line.bold and larger > 0.98 and len(text) < 60) else 0


def plain(text: str) -> str:
    """A heading as it is compared: letters and digits only, without its number."""
    return re.sub(r"[\W_]+", "", re.sub(r"^\s*[\divxlc.]+[.)\s]\s*", "", text.lower()))


def _goes_on(paragraph: Sequence[Line], line: Line, page: _Look) -> bool:
    """Whether a line belongs to the paragraph before it."""
    before, gap = paragraph[-1], page.gap
    ruled = not any(sign.isalnum() for sign in line.text) or not any(map(str.isalnum, before.text))
    if ruled or reflow.is_item(line.text.strip()):
        return False
    if abs(before.size - line.size) > 0.15 * before.size:
        return False
    ended = _ENDED.search(before.text.rstrip()) is not None
    if line.y > before.y + before.size or before.y - line.y > 6 * max(gap, line.size):
        # The next column or the foot of the page: an unfinished sentence goes on there.
        return not ended and line.text.strip()[:1].islower()
    if before.y - line.y > 1.4 * gap:
        return False
    if not line.text.lstrip()[:1].islower() and page.had_room(before, line):
        return False
    first = paragraph[0]
    indented = line.x > min(first.x, before.x) + 0.6 * line.size
    if len(paragraph) > 1 and line.x < before.x - 0.6 * line.size and ended:
        return False
    return not (indented and ended)


def _is_near(paragraph: Sequence[Line], line: Line, gap: float, body: float) -> bool:
    if not paragraph:
        return False
    before = paragraph[-1]
    # A word of a large heading may be in another font.
    alike = before.bold == line.bold or line.size >= _LARGE * body
    alike = alike and abs(before.size - line.size) < 0.1 * before.size
    return alike and 0 < before.y - line.y < 1.8 * max(before.size, gap / 1.2)


def _tables(lines: Sequence[Line]) -> Iterator[str | list[Line]]:
    """Runs of lines as they are, and between them the rows of tables as text.

    Where several short lines stand side by side, and in the next line too, it is a table, in
    whatever order the file draws its cells.
    """
    flow: list[Line] = []
    for run in _runs(lines):
        rows = _rows(run) if len(run) > 3 and _is_short(run[0]) else []
        if _is_table(rows):
            if flow:
                yield flow
                flow = []
            for row in rows:
                yield " | ".join(one_line(cell.text) for cell in row)
        else:
            flow += _joined(run)
    if flow:
        yield flow


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines in a row that are all short, or all long."""
    run: list[Line] = []
    for line in lines:
        if run and _is_short(line) != _is_short(run[-1]):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _is_short(line: Line) -> bool:
    return len(line.text.strip()) <= _CELL


def _rows(run: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(run, key=lambda line: (-line.y, line.x)):
        if rows and rows[-1][0].y - line.y < 0.4 * max(line.size, 1.0):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.x) for row in rows]


def _is_table(rows: Sequence[Sequence[Line]]) -> bool:
    wide = [row for row in rows if len(row) > 1]
    if len(wide) < 2 or sum(len(row) for row in wide) < 0.6 * sum(len(row) for row in rows):
        return False
    overlapping = sum(
        left.x + 0.3 * left.size * len(left.text.strip()) > right.x
        for row in wide
        for left, right in pairwise(row)
    )
    return overlapping == 0


def _joined(run: Sequence[Line]) -> list[Line]:
    """Lines with those parts joined that stand in one line, one after the other."""
    joined: list[Line] = []
    for line in run:
        before = joined[-1] if joined else None
        beside = before is not None and abs(before.y - line.y) < 0.2 * line.size
        if before and beside and line.x > before.x and len(before.text + line.text) < 2 * _CELL:
            text = f"{before.text.rstrip()} {line.text.lstrip()}"
            joined[-1] = replace(before, text=text, bold=before.bold and line.bold)
        else:
            joined.append(line)
    return joined
