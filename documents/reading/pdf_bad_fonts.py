"""What tells that pypdf misread a page, so that pdfminer has a try; and what no reader can know."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from pypdf import PageObject

from documents.reading.layout import Line

_UNICODE_CODES = re.compile(r"-(?:UCS2|UTF16)-")
# Names of letters that are made of others or are forms of them (f_i, one.oldstyle), or numbers.
_COMPOSED = re.compile(r"/\w+[._]\w+")
_NUMBER = re.compile(r"\(cid:\d+\)")
_LOST = re.compile(rf"(?:{_NUMBER.pattern}){{2,}}|(?<=\w){_NUMBER.pattern}|{_NUMBER.pattern}(?=\w)")
_NUMBERED = re.compile(_NUMBER.pattern + r"|/[A-Za-z]{1,3}\d{1,5}(?![\w.])|/\w+\.\w+")
# Longer words than these are hardly ever written: there should be spaces in them.
_LONG = re.compile(r"[a-z]{21,}")
# Maximum offset between two overprinted copies of a word (fake bold), in letter heights.
TWICE = 0.1


@dataclass(frozen=True)
class DrawnText:
    """One drawing of text: where, how high its letters are, how many there are, and which."""

    x: float
    y: float
    size: float
    length: int
    words: str


def is_misread(page: PageObject, lines: Sequence[Line], shown: Sequence[DrawnText]) -> bool:
    """Whether the lines that pypdf found on a page cannot be trusted."""
    return (
        _runs_together(shown)
        or is_drawn_twice(shown)
        or _climbs(lines)
        or _lacks_spaces(lines)
        or _has_foreign_codes(page)
        or is_garbled(lines)
    )


def length(operands: Any) -> int:
    """How many letters an operator draws, about."""
    return sum(len(part) for part in _drawn(operands))


def words(operands: Any) -> str:
    """What an operator draws, in the codes of its font."""
    return "\0".join(str(part) for part in _drawn(operands))


def _drawn(operands: Any) -> Iterator[Any]:
    # The last operand: `"` has two numbers before it.
    last = operands[-1] if len(operands) else b""
    for part in last if isinstance(last, list) else [last]:
        if isinstance(part, str | bytes):
            yield part


def is_garbled(lines: Sequence[Line]) -> bool:
    """Whether what was read is not words: signs without a meaning, or letters that stand alone."""
    words = _text(lines).split()
    single = sum(len(word) == 1 and word.isalpha() and word.isascii() for word in words)
    return is_unknown(lines) or (len(words) > 12 and single > 0.6 * len(words))


def is_unknown(lines: Sequence[Line]) -> bool:
    """Whether the file does not say which letters it shows: only numbers of glyphs came out."""
    text = _NUMBERED.sub("\ufffd", _text(lines))
    return text.count("\ufffd") > len(text) / 3


def has_holes(lines: Sequence[Line]) -> bool:
    """Whether words lack letters that the file does not name; a mark before a line is no word."""
    text = _text(lines)
    lost = sum(found.group().count("(") for found in _LOST.finditer(text))
    return lost > 0.02 * letters(lines)


def without_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the numbers that stand for letters which nobody knows."""
    known = [replace(line, text=_NUMBER.sub("", line.text)) for line in lines]
    return [line for line in known if line.text.strip()]


def letters(lines: Sequence[Line]) -> int:
    """How many letters and digits were read, without those of names and numbers of glyphs."""
    return sum(map(str.isalnum, _NUMBERED.sub("", _text(lines))))


def _text(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines)


def _runs_together(shown: Sequence[DrawnText]) -> bool:
    """Whether long texts were drawn side by side, line by line, as columns are by some programs."""
    starts: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    line: list[DrawnText] = []
    for each in [*shown, DrawnText(0.0, math.inf, 0.0, 0, "")]:
        if line and abs(line[-1].y - each.y) > 1.0:
            for before, after in pairwise(line):
                # Text moved on by far more than the letters before it take.
                if after.x - before.x > max(5.5 * before.length, 100):
                    starts[round(after.x / 4)] += 1
                    lengths[round(after.x / 4)] += min(before.length, after.length)
            line = []
        line.append(each)
    return any(count >= 4 and lengths[x] / count > 25 for x, count in starts.items())


def is_drawn_twice(shown: Sequence[DrawnText]) -> bool:
    """Whether words were drawn again at almost the same place, to look bold or to cast a shadow."""
    again = sum(
        before.words == after.words
        and math.dist((before.x, before.y), (after.x, after.y)) < TWICE * before.size
        for before, after in pairwise(shown)
        if before.words.strip("\0 ")
    )
    return again >= 3 and again > len(shown) / 20


def _climbs(lines: Sequence[Line]) -> bool:
    """Whether a page was drawn from its foot to its head."""
    steps = [after.y - before.y for before, after in pairwise(lines)]
    near = [
        step
        for step, line in zip(steps, lines, strict=False)
        if 0.5 * line.size < abs(step) < 3 * line.size
    ]
    return len(near) > 1 and sum(step > 0 for step in near) > 0.8 * len(near)


def _lacks_spaces(lines: Sequence[Line]) -> bool:
    """Whether words stand together that nobody writes as one."""
    text = _text(lines)
    long = _LONG.findall(text)
    return len(long) > 1 and sum(map(len, long)) > sum(map(str.isalpha, text)) / 3


def _has_foreign_codes(page: PageObject) -> bool:
    """Whether a font's codes or names of letters are of a kind that pypdf takes for others.

    East Asian systems' codes, plain numbers of glyphs, and names of letters made of others.
    """
    for font in _fonts(page.get("/Resources")):
        if "/ToUnicode" in font:
            continue
        coding = font.get("/Encoding", "")
        coding = coding.get_object() if hasattr(coding, "get_object") else coding
        if font.get("/Subtype") == "/Type0":
            if not _UNICODE_CODES.search(str(coding)):
                return True
        elif isinstance(coding, dict):
            names = coding.get("/Differences")
            names = names.get_object() if names is not None else []
            if any(_COMPOSED.fullmatch(str(name)) for name in names):
                return True
    return False


def _fonts(resources: Any, depth: int = 3) -> Iterator[Any]:
    """The fonts that a page may use, those of the forms drawn on it among them."""
    yield from _values(resources, "/Font")
    if depth > 1:
        for drawn in islice(_values(resources, "/XObject"), 200):
            if drawn.get("/Subtype") == "/Form":
                yield from _fonts(drawn.get("/Resources"), depth - 1)


def _values(resources: Any, name: str) -> Iterator[Any]:
    held = (resources.get_object() if resources is not None else {}).get(name)
    for each in (held.get_object() if held is not None else {}).values():
        yield each.get_object()
