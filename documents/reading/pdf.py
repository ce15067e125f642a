"""PDF: page by page with pypdf; a page that it cannot read, or misreads, with pdfminer."""

import io
import math
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, BinaryIO

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PdfReadError

from documents.reading import forms, layout, limits, reflow
from documents.reading.cleaning import clean, one_line
from documents.reading.layout import Line
from documents.reading.mined import Mine, is_locked
from documents.reading.page_numbers import named_pages
from documents.reading.pieces import About, Block, CannotRead, Note, Page, Piece, damaged

# Seconds of time for one page, and for all of them: what is left is not read, and said so.
OPEN_SECONDS = 40.0
PAGE_SECONDS = 12.0
ALL_SECONDS = 60.0
_MOST_HEADINGS = 3_000
_BOLD = re.compile(r"bold|medi(?!um)|black|heavy|demi|cmbx|sfbx", re.IGNORECASE)
# Joined letters for which some programs give the places they have in TeX's fonts.
_JOINED = {"\x0b": "ff", "\x0c": "fi", "\x0d": "fl", "\x0e": "ffi", "\x0f": "ffl", "↵": "ff"}
_JOINED_BETWEEN = re.compile(r"(?<=[^\W\d_])[\x0b-\x0f↵](?=[^\W\d_]|-)")
_CATALOGUE = re.compile(rb"(?<!\d)(\d{1,9}) 0 obj\s*<<[^>]{0,400}/Type\s*/Catalog\b")
_UNICODE_CODES = re.compile(r"-(?:UCS2|UTF16)-")
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
# pypdf fails in many ways on broken files; whatever it is, the other reader has a try.
_Broken = (Exception, limits.TooSlow)
SLOW = "It takes too long to read. Save it anew, or as another kind of file."
LOCKED = "It is protected by a password. Take the password off and upload it again."


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    mine = Mine(file)
    try:
        with limits.within(OPEN_SECONDS):
            reader = _open(file)
            pages = _count(reader) if reader else mine.count()
            if not pages and (mended := _mended(file)):
                mine = Mine(mended)
                pages = mine.count()
    except limits.TooSlow:
        raise CannotRead("time", SLOW) from None
    if not pages:
        raise damaged()
    if reader is None:
        yield About(pages=pages)
        yield from _Reading(None, mine).pages(pages)
        yield Note("The file is damaged: what could be read of it was read.")
        return
    yield About(title=_title(reader), pages=pages, written=_written(reader))
    yield from _Reading(reader, mine).pages(pages)
    yield from _attached(reader)


def _open(file: BinaryIO) -> PdfReader | None:
    """pypdf's view of a file, or None where it has none. Raises CannotRead for a locked one."""
    try:
        reader = PdfReader(file)
        locked = reader.is_encrypted and not reader.decrypt("")
        known = reader if locked or _count(reader) else None
    except (FileNotDecryptedError, DependencyError):
        locked, known = True, None
    except (MemoryError, limits.TooSlow):
        raise
    except Exception:  # noqa: BLE001 — whatever is wrong with it, the other reader has a try
        locked, known = is_locked(file), None
    if locked:
        raise CannotRead("locked", LOCKED)
    return known


def _mended(file: BinaryIO) -> BinaryIO | None:
    """A file whose end is missing with an end of our own, where its catalogue is there."""
    file.seek(0)
    data = file.read()
    catalogues = list(_CATALOGUE.finditer(data))
    if not catalogues:
        return None
    root = catalogues[-1].group(1)
    return io.BytesIO(data + b"\ntrailer\n<< /Root %s 0 R >>\nstartxref\n0\n%%%%EOF\n" % root)


def _count(reader: PdfReader) -> int:
    try:
        return len(reader.pages)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001
        return 0


class _Reading:
    """One way through the pages of a file."""

    def __init__(self, reader: PdfReader | None, mine: Mine) -> None:
        self._reader = reader
        self._mine = mine
        self._sizes = layout.Sizes()
        self._known: set[str] = set()
        self._slow = False
        self._outline = _outline(reader) if reader else {}

    def pages(self, count: int) -> Iterator[Piece]:
        until = time.monotonic() + ALL_SECONDS
        failed: list[int] = []
        found = False
        for number in range(1, count + 1):
            left = until - time.monotonic()
            if left <= 0:
                yield Note(f"Pages {number} to {count} were not read: it took too long.")
                break
            lines, pictured, whole = self._lines(number - 1, min(left, PAGE_SECONDS))
            if not whole:
                failed.append(number)
            blocks = [*self._blocks(number, lines), *self._filled(number)]
            found = found or bool(blocks)
            yield Page(number, tuple(blocks), pictured)
        if self._slow and not found:
            raise CannotRead("time", SLOW)
        if failed:
            told = "is" if len(failed) == 1 else "are"
            yield Note(f"{named_pages(failed)} {told} damaged: what could be read was read.")

    def _filled(self, number: int) -> list[Block]:
        """What was filled in and noted on a page; of an XFA form all of it, on the first."""
        filled: list[Block] = []
        if self._reader is None:
            return filled
        with suppress(*_Broken), limits.within(PAGE_SECONDS):
            filled += forms.on_page(self._reader.pages[number - 1])
            if number == 1 and not filled:
                filled += forms.of_xfa(self._reader)
        return filled

    def _blocks(self, number: int, lines: list[Line]) -> list[Block]:
        self._sizes.add(lines)
        for line in lines:
            self._known.update(word.lower() for word in reflow.WORD.findall(line.text)[:-1])
        outline = self._outline.get(number, {})
        return list(layout.blocks(lines, self._sizes.body, self._known, outline))

    def _lines(self, place: int, seconds: float) -> tuple[list[Line], bool, bool]:
        """A page's lines, whether it has pictures, and whether it was read as far as it can be."""
        lines: list[Line] = []
        pictured, read, damaged, columns = False, False, False, False
        until = time.monotonic() + seconds
        if self._reader:
            try:
                with limits.within(seconds):
                    page = self._reader.pages[place]
                    pictured, draws = _is_pictured(page), _draws(page)
                    if not draws:
                        return [], pictured, True
                    lines, columns = _typed(page)
                    columns = columns or _has_foreign_codes(page)
                    read = True
            except PdfReadError:
                damaged = True
            except limits.TooSlow:
                self._slow = True
            except Exception:  # noqa: BLE001 — the other reader has a try
                read = False
        if lines and not columns and not _is_garbled(lines):
            return lines, pictured, read
        with suppress(*_Broken), limits.within(max(1.0, until - time.monotonic())):
            mined, shown = self._mine.lines(place)
            pictured, read = pictured or shown, True
            if _letters(mined) >= 0.8 * _letters(lines):
                lines = mined
        return lines, pictured, read and not damaged


def _typed(page: PageObject) -> tuple[list[Line], bool]:
    """A page's lines by pypdf, and whether it ran the lines of columns into each other."""
    lines: list[Line] = []
    parts: list[tuple[str, float, float, float, bool]] = []
    shown: list[tuple[float, float, int]] = []

    def text(words: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        x, y, scale = _placed(cm, tm)
        bold = _BOLD.search(str((font or {}).get("/BaseFont", ""))) is not None
        first, *rest = words.split("\n")
        parts.append((first, x, y, size * scale, bold))
        for part in rest:
            lines.extend(_line(parts))
            parts[:] = [(part, x, y, size * scale, bold)]

    def operation(operator: bytes, operands: Any, cm: list[float], tm: list[float]) -> None:
        if operator in _SHOWS:
            x, y, _ = _placed(cm, tm)
            shown.append((x, y, _length(operands)))

    page.extract_text(visitor_text=text, visitor_operand_before=operation)
    lines.extend(_line(parts))
    return lines, _runs_together(shown)


def _placed(cm: list[float], tm: list[float]) -> tuple[float, float, float]:
    """Where text stands along and across its own direction, and how much it is enlarged."""
    a, b = tm[0] * cm[0] + tm[1] * cm[2], tm[0] * cm[1] + tm[1] * cm[3]
    c, d = tm[2] * cm[0] + tm[3] * cm[2], tm[2] * cm[1] + tm[3] * cm[3]
    x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
    y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
    length = math.hypot(a, b)
    if length and abs(b) > 0.01 * length:
        x, y = (x * a + y * b) / length, (y * a - x * b) / length
    return x, y, math.hypot(c, d)


def _line(parts: list[tuple[str, float, float, float, bool]]) -> Iterator[Line]:
    words = [part for part in parts if part[0].strip()]
    if not words:
        return
    sizes: Counter[float] = Counter()
    bold = 0
    for text, _, _, size, heavy in words:
        sizes[size] += len(text.strip())
        bold += len(text.strip()) if heavy else 0
    whole = "".join(part[0] for part in parts)
    _, x, y, _, _ = words[0]
    whole = _JOINED_BETWEEN.sub(lambda found: _JOINED[found.group()], whole)
    yield Line(clean(whole), x, y, sizes.most_common(1)[0][0], bold > 0.8 * sizes.total())


def _length(operands: Any) -> int:
    first = operands[0] if len(operands) else b""
    if isinstance(first, list):
        return sum(len(part) for part in first if isinstance(part, str | bytes))
    return len(operands[-1]) if isinstance(operands[-1:], list) and operands else 0


def _runs_together(shown: list[tuple[float, float, int]]) -> bool:
    """Whether long texts were drawn side by side, line by line, as columns are by some programs."""
    starts: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    line: list[tuple[float, float, int]] = []
    for x, y, length in [*shown, (0.0, math.inf, 0)]:
        if line and abs(line[-1][1] - y) > 1.0:
            for before, after in pairwise(line):
                # Text moved on by far more than the letters before it take.
                if after[0] - before[0] > 5.5 * before[2] and after[0] - before[0] > 100:
                    starts[round(after[0] / 4)] += 1
                    lengths[round(after[0] / 4)] += min(before[2], after[2])
            line = []
        line.append((x, y, length))
    return any(count >= 4 and lengths[x] / count > 25 for x, count in starts.items())


def _is_garbled(lines: list[Line]) -> bool:
    """Whether what was read is not words: glyph numbers, or letters that stand alone."""
    text = "".join(line.text for line in lines)
    unknown = sum(text.count(sign) for sign in ("\ufffd", "\x00")) + text.count("/g") * 2
    words = text.split()
    single = sum(len(word) == 1 and word.isalpha() and word.isascii() for word in words)
    return unknown > len(text) / 10 or (len(words) > 40 and single > 0.6 * len(words))


def _has_foreign_codes(page: PageObject) -> bool:
    """Whether letters are coded as East Asian systems did: pypdf takes some codes for others."""
    fonts: Any = (page.get("/Resources") or {}).get("/Font")
    for each in (fonts.get_object() if fonts is not None else {}).values():
        font = each.get_object()
        coding = str(font.get("/Encoding", ""))
        composed = font.get("/Subtype") == "/Type0" and "/ToUnicode" not in font
        if composed and not coding.startswith("/Identity") and not _UNICODE_CODES.search(coding):
            return True
    return False


def _letters(lines: list[Line]) -> int:
    return sum(character.isalnum() for line in lines for character in line.text)


def _draws(page: PageObject) -> bool:
    """Whether a page shows text or draws forms: without either there are no words on it."""
    with suppress(*_Broken):
        contents, resources = page.get_contents(), page.get("/Resources")
        if contents is None or resources is None:
            return False
        drawn = contents.get_data()
        forms = b"Do" in drawn and "/Form" in _objects(resources.get_object())
        return forms or any(operator in drawn for operator in (b"Tj", b"TJ", b"'", b'"'))
    return True


def _is_pictured(page: PageObject) -> bool:
    with suppress(*_Broken):
        resources = page.get("/Resources")
        return resources is not None and "/Image" in _objects(resources.get_object(), 3)
    return False


def _objects(resources: Any, depth: int = 1) -> set[str]:
    """What is drawn besides text: the kinds of objects, those in forms as well."""
    found: set[str] = set()
    drawn = resources.get("/XObject")
    for value in list((drawn.get_object() if drawn is not None else {}).values())[:200]:
        item = value.get_object()
        found.add(str(item.get("/Subtype")))
        if depth > 1 and item.get("/Subtype") == "/Form" and item.get("/Resources") is not None:
            found |= _objects(item["/Resources"].get_object(), depth - 1)
    return found


def _outline(reader: PdfReader) -> dict[int, dict[str, int]]:
    """The headings that the file itself lists: for each page their levels, by plain text."""
    found: dict[int, dict[str, int]] = {}
    with suppress(*_Broken), limits.within(PAGE_SECONDS):
        todo: list[tuple[Any, int]] = [(entry, 1) for entry in reversed(reader.outline)]
        for _ in range(_MOST_HEADINGS):
            if not todo:
                break
            entry, level = todo.pop()
            if isinstance(entry, list):
                todo += [(inner, level + 1) for inner in reversed(entry)]
                continue
            page = reader.get_destination_page_number(entry)
            title = layout.plain(str(entry.title))
            if page is not None and title:
                found.setdefault(page + 1, {})[title] = min(level, 6)
    return found


def _title(reader: PdfReader) -> str:
    with suppress(*_Broken):
        title = one_line(str(reader.metadata.title or "")) if reader.metadata else ""
        # Programs put their own file names there.
        named = title.lower().startswith(("microsoft", "untitled", "document"))
        return "" if named or title == "(anonymous)" or "." in title[-5:] else title[:300]
    return ""


def _written(reader: PdfReader) -> datetime | None:
    with suppress(*_Broken):
        when = reader.metadata.creation_date if reader.metadata else None
        if when and 1985 <= when.year <= 2200:
            return when if when.tzinfo else when.replace(tzinfo=UTC)
    return None


def _attached(reader: PdfReader) -> Iterator[Note]:
    """Files inside the file are named, and never opened."""
    with suppress(*_Broken), limits.within(PAGE_SECONDS):
        names = [one_line(str(name))[:80] for name in reader.attachments]
        root: Any = reader.trailer["/Root"].get_object()
        if names:
            told = ", ".join(names[:5]) + (" and more" if len(names) > 5 else "")
            # Of a portfolio the attached files are what it is about.
            yield Note(f"Attached files were not read: {told}.", "/Collection" in root)
