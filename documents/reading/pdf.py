"""PDF: page by page with pypdf; a page that it cannot read, or misreads, with pdfminer."""

import io
import math
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, BinaryIO, NamedTuple

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PdfReadError

from documents.reading import forms, layout, limits, pdf_bad_fonts, reflow
from documents.reading.cleaning import clean, one_line
from documents.reading.layout import Line
from documents.reading.page_numbers import named_pages
from documents.reading.pdfminer_text import PdfminerFile, is_locked
from documents.reading.pieces import Block, CannotRead, FileInfo, Page, Piece, ReadingNote, damaged

# Seconds of time for one page, and for all of them: what is left is not read, and said so.
OPEN_SECONDS = 40.0
PAGE_SECONDS = 12.0
ALL_SECONDS = 85.0
_MOST_HEADINGS = 3_000
_BOLD = re.compile(r"bold|medi(?!um)|black|heavy|demi|cmbx|sfbx", re.IGNORECASE)
# Joined letters for which some programs give the places they have in TeX's fonts.
_JOINED = {"\x0b": "ff", "\x0c": "fi", "\x0d": "fl", "\x0e": "ffi", "\x0f": "ffl", "↵": "ff"}
_JOINED_BETWEEN = re.compile(r"(?<=[^\W\d_])[\x0b-\x0f↵](?=[^\W\d_]|-)")
_CATALOGUE = re.compile(rb"(?<!\d)(\d{1,9}) 0 obj\s*<<[^>]{0,400}/Type\s*/Catalog\b")
_WORD = re.compile(r"[^\W\d_]{2,}")
# What scanners and their programs put on a picture: a number, or their name.
_STAMP = re.compile(r"(?:scanned\s+(?:by|with)\s+)?camscanner", re.IGNORECASE)
_LONGEST_STAMP = 12
_OBJECT = re.compile(rb"(?<!\d)(\d{1,9}) 0 obj\b")
_PAGE = re.compile(
    rb"(?<!\d)(\d{1,9}) 0 obj\s*<<(?:(?!endobj)[\s\S]){0,2000}?/Type\s*/Page(?![\w])"
)
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
# pypdf fails in many ways on broken files; whatever it is, the other reader has a try.
_Broken = (Exception, limits.TooSlow)
SLOW = "It takes too long to read. Save it again, or as another kind of file."
LOCKED = "It is protected by a password. Take the password off and upload it again."


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    mine = PdfminerFile(file)
    try:
        with limits.within(OPEN_SECONDS):
            reader = _open(file)
            pages = _count(reader) if reader else mine.count()
            if not pages and (mended := _mended(file)):
                mine = PdfminerFile(mended)
                pages = mine.count()
    except limits.TooSlow:
        raise CannotRead("time", SLOW) from None
    if not pages:
        raise damaged()
    if reader is None:
        yield FileInfo(pages=pages)
        yield from _Reading(None, mine).pages(pages)
        yield ReadingNote("The file is damaged: what could be read of it was read.")
        return
    yield FileInfo(title=_title(reader), pages=pages, written=_written(reader))
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
    """A file whose end is missing with an end of our own: its catalogue, or a list of its pages."""
    file.seek(0)
    data = file.read()
    # What was cut off in its middle would swallow the end.
    data = data[: data.rfind(b"endobj") + len(b"endobj")]
    if catalogues := _CATALOGUE.findall(data):
        return io.BytesIO(data + _end(int(catalogues[-1])))
    # Many programs write the list of the pages last.
    pages = list(dict.fromkeys(int(number) for number in _PAGE.findall(data)))
    if not pages:
        return None
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    root = max(map(int, _OBJECT.findall(data))) + 1
    listed = b"\n%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (root, root + 1)
    listed += b"%d 0 obj\n<< /Type /Pages /Count %d /Kids [%s] >>\nendobj\n" % (
        root + 1, len(pages), kids,
    )  # fmt: skip
    return io.BytesIO(data + listed + _end(root))


def _end(root: int) -> bytes:
    return b"\ntrailer\n<< /Root %d 0 R >>\nstartxref\n0\n%%%%EOF\n" % root


def _count(reader: PdfReader) -> int:
    try:
        return len(reader.pages)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001
        return 0


class _Reading:
    """One way through the pages of a file."""

    def __init__(self, reader: PdfReader | None, mine: PdfminerFile) -> None:
        self._reader = reader
        self._mine = mine
        self._sizes = layout.FontSizes()
        self._known: set[str] = set()
        self._slow: list[int] = []
        self._was_filled = False
        self._unnamed: list[int] = []
        self._holed: list[int] = []
        self._outline = _outline(reader) if reader else {}

    def pages(self, count: int) -> Iterator[Piece]:
        until = time.monotonic() + ALL_SECONDS
        failed: list[int] = []
        found = False
        for number in range(1, count + 1):
            left = until - time.monotonic()
            lines: list[Line] = []
            pictured = whole = False
            if left > 0:
                lines, pictured, whole = self._lines(number - 1, min(left, PAGE_SECONDS))
            # A page in whose middle the time is up counts to those that were not read.
            if not whole and time.monotonic() >= until:
                yield ReadingNote(f"Pages {number} to {count} were not read: it took too long.")
                break
            if not whole:
                failed.append(number)
            blocks = [*self._blocks(number, lines), *self._filled(number)]
            found = found or bool(blocks)
            yield Page(number, tuple(blocks), pictured)
        if self._slow and not found:
            raise CannotRead("time", SLOW)
        if self._unnamed:
            where = named_pages(self._unnamed)
            yield ReadingNote(
                f"{where}: the file does not say which letters it shows. Print it to PDF again."
            )
        if holed := [number for number in self._holed if number not in self._unnamed]:
            where = named_pages(holed)
            yield ReadingNote(
                f"{where}: letters are missing. The file does not say which they are."
            )
        if slow := [number for number in failed if number in self._slow]:
            told = "takes" if len(slow) == 1 else "take"
            yield ReadingNote(f"{named_pages(slow)} {told} too long to read.")
        if broken := [number for number in failed if number not in self._slow]:
            told = "is" if len(broken) == 1 else "are"
            yield ReadingNote(f"{named_pages(broken)} {told} damaged: what could be read was read.")

    def _filled(self, number: int) -> list[Block]:
        """What was filled in and noted on a page; of an XFA form all of it, on the first.

        What stands on no page comes on the last one.
        """
        filled: list[Block] = []
        if self._reader is None:
            return filled
        with suppress(*_Broken), limits.within(PAGE_SECONDS):
            filled += forms.on_page(self._reader.pages[number - 1])
            if number == 1 and not filled:
                filled += forms.of_xfa(self._reader)
            self._was_filled = self._was_filled or bool(filled)
            if number == len(self._reader.pages) and not self._was_filled:
                filled += forms.off_pages(self._reader)
        return filled

    def _blocks(self, number: int, lines: list[Line]) -> list[Block]:
        self._sizes.add(lines)
        for line in lines:
            self._known.update(word.lower() for word in reflow.WORD.findall(line.text)[:-1])
        outline = self._outline.get(number, {})
        return list(layout.blocks(lines, self._sizes.body(lines), self._known, outline))

    def _lines(self, place: int, seconds: float) -> tuple[list[Line], bool, bool]:
        """A page's lines, whether it has pictures, and whether all of it that can be read was."""
        lines: list[Line] = []
        pictured, read, damaged, doubtful, twice = False, False, False, False, False
        until = time.monotonic() + seconds
        if self._reader:
            try:
                with limits.within(seconds):
                    page = self._reader.pages[place]
                    pictured, draws = _is_pictured(page), _draws(page)
                    if not draws:
                        return [], pictured, True
                    lines, shown = _typed(page)
                    read, doubtful = True, pdf_bad_fonts.is_misread(page, lines, shown)
                    twice = pdf_bad_fonts.is_drawn_twice(shown)
            except PdfReadError:
                damaged = True
            except limits.TooSlow:
                self._slow.append(place + 1)
            except Exception:  # noqa: BLE001 — the other reader has a try
                read = False
        unknown = pdf_bad_fonts.is_unknown(lines)
        if not lines or doubtful:
            with suppress(*_Broken), limits.within(max(1.0, until - time.monotonic())):
                mined, pictures = self._mine.lines(place)
                pictured, read = pictured or pictures, True
                known = 0.8 * pdf_bad_fonts.letters(lines) / (2 if twice else 1)
                if pdf_bad_fonts.letters(mined) >= known:
                    unknown = pdf_bad_fonts.is_unknown(mined or lines)
                    if pdf_bad_fonts.has_holes(mined):
                        self._holed.append(place + 1)
                    lines = pdf_bad_fonts.without_numbers(mined)
        if unknown:
            self._unnamed.append(place + 1)
            lines = []
        if pictured and _is_stamp(lines):
            lines = []
        return lines, pictured, read and not damaged


def _typed(page: PageObject) -> tuple[list[Line], list[pdf_bad_fonts.DrawnText]]:
    """A page's lines by pypdf, and how it was drawn."""
    lines: list[Line] = []
    parts: list[_Part] = []
    shown: list[pdf_bad_fonts.DrawnText] = []
    sizes = [0.0]

    def text(words: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        x, y, scale, turns = _placed(cm, tm)
        bold = _BOLD.search(str((font or {}).get("/BaseFont", ""))) is not None
        first, *rest = words.split("\n")
        parts.append(_Part(first, x, y, size * scale, bold, turns))
        for part in rest:
            lines.extend(_line(parts))
            parts[:] = [_Part(part, x, y, size * scale, bold, turns)]

    def operation(operator: bytes, operands: Any, cm: list[float], tm: list[float]) -> None:
        if operator == b"Tf":
            sizes[0] = float(operands[1])
        elif operator in _SHOWS:
            x, y, scale, _ = _placed(cm, tm)
            drawn = pdf_bad_fonts.length(operands), pdf_bad_fonts.words(operands)
            shown.append(pdf_bad_fonts.DrawnText(x, y, scale * sizes[0], *drawn))

    page.extract_text(visitor_text=text, visitor_operand_before=operation)
    lines.extend(_line(parts))
    return lines, shown


class _Part(NamedTuple):
    """What was drawn at once: where it starts, how large, and turned by how many quarters."""

    text: str
    x: float
    y: float
    size: float
    bold: bool
    turns: int


def _placed(cm: list[float], tm: list[float]) -> tuple[float, float, float, int]:
    """Where text stands along and across its own direction, how enlarged, and how it is turned."""
    a, b = tm[0] * cm[0] + tm[1] * cm[2], tm[0] * cm[1] + tm[1] * cm[3]
    c, d = tm[2] * cm[0] + tm[3] * cm[2], tm[2] * cm[1] + tm[3] * cm[3]
    x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
    y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
    length = math.hypot(a, b)
    if length and abs(b) > 0.01 * length:
        x, y = (x * a + y * b) / length, (y * a - x * b) / length
    return x, y, math.hypot(c, d), round(math.atan2(b, a) / (math.pi / 2)) % 4


def _line(parts: list[_Part]) -> Iterator[Line]:
    words = [part for part in parts if part.text.strip()]
    if not words:
        return
    sizes: Counter[float] = Counter()
    bold = 0
    for part in words:
        sizes[part.size] += len(part.text.strip())
        bold += len(part.text.strip()) if part.bold else 0
    whole = "".join(part.text for part in parts)
    whole = _JOINED_BETWEEN.sub(lambda found: _JOINED[found.group()], whole)
    heavy, first = bold > 0.8 * sizes.total(), words[0]
    yield Line(clean(whole), first.x, first.y, sizes.most_common(1)[0][0], heavy, first.turns)


def _is_stamp(lines: list[Line]) -> bool:
    """Whether a scan's number, or its program's name, is all that stands beside the picture."""
    text = _STAMP.sub("", " ".join(line.text for line in lines))
    return not _WORD.search(text) and len("".join(text.split())) <= _LONGEST_STAMP


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


def _attached(reader: PdfReader) -> Iterator[ReadingNote]:
    """Files inside the file are named, and never opened."""
    with suppress(*_Broken), limits.within(PAGE_SECONDS):
        names = [one_line(str(name))[:80] for name in reader.attachments]
        root: Any = reader.trailer["/Root"].get_object()
        if names:
            told = ", ".join(names[:5]) + (" and more" if len(names) > 5 else "")
            # Of a portfolio the attached files are what it is about.
            yield ReadingNote(f"Attached files were not read: {told}.", "/Collection" in root)
