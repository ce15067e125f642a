"""Open the file of an import: a zip or a plain one, read from front to back in bounded memory."""

import codecs
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, BinaryIO, cast

import ijson
from django.utils.translation import gettext_noop

# Unpacked, nothing that anybody exports is larger.
_LARGEST = 50_000_000_000
# Deeper than any program nests its messages; and the depth at which reading is given up.
_DEEPEST, _HOPELESS = 100, 100_000
# Put in the place of bytes that are no UTF-8. No text has it: it is no character.
_NO_UTF8 = "\ufdd0"
# Bytes, and items of a list, that are read to see what a file is. The first item may be broken.
_HEAD, _FIRST = 65_536, 20
# What a Mac puts beside each file of a zip that it packs: nobody's words.
_MACS_OWN = "__MACOSX/"
_MARK = b"\xef\xbb\xbf"
_JSON_BEGINS = re.compile(rb"^(?:\xef\xbb\xbf)?\s*([\[{])")
# A name, a plain value, and the name behind it, at the front of an object in a list.
_NAME = rb'"[^"\\]{1,60}"'
_VALUE = rb'(?:"(?:[^"\\]|\\.){0,2000}"|[\w.+-]{1,40})'
_ITEM_BEGINS = re.compile(
    rb"[\[,]\s*\{\s*(" + _NAME + rb")\s*:\s*" + _VALUE + rb"\s*,\s*(" + _NAME + rb")\s*:", re.DOTALL
)
_AT_ONCE, _OVERLAP = 64 * 1024, 4_096
# What a file raises that is broken, or whose zip is.
BROKEN_FILE = (
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)


class CannotImport(Exception):
    """This file cannot be imported; `reason` says why and what to do, in plain words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CutOff(Exception):
    """The file ends in the middle, or is broken there: what came before it is whole."""


class Unreadable:
    """In the place of an item that is no JSON or no UTF-8, or is nested too deep."""


@dataclass(frozen=True)
class ImportFile:
    """One file, by itself or in a zip."""

    name: str
    size: int
    _file: IO[bytes]
    _zip: zipfile.ZipFile | None = None

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        if self._zip is None:
            self._file.seek(0)
            yield cast("BinaryIO", self._file)
            return
        with self._zip.open(self.name) as file:
            yield cast("BinaryIO", file)

    def head(self) -> bytes:
        """Its first bytes; none of one that cannot be opened."""
        try:
            with self.opened() as file:
                return file.read(_HEAD)
        except BROKEN_FILE:
            return b""

    @property
    def base(self) -> str:
        """Its own name in lower case, without its folders."""
        return self.name.replace("\\", "/").rpartition("/")[2].lower()

    @property
    def folder(self) -> str:
        """The folder right above it, in lower case."""
        return self.name.replace("\\", "/").lower().rpartition("/")[0].rpartition("/")[2]


def members(file: IO[bytes], name: str) -> list[ImportFile]:
    """What is in a file: itself, or what its zip holds. Raises CannotImport for a broken zip."""
    file.seek(0)
    is_zip = file.read(4).startswith(b"PK")
    if not is_zip:
        size = file.seek(0, 2)
        return [ImportFile(name, size, file)]
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError):
        raise CannotImport(
            gettext_noop("This zip is broken or incomplete. Download it again, then import it.")
        ) from None
    entries = [
        entry
        for entry in archive.infolist()
        if not (entry.is_dir() or entry.filename.startswith(_MACS_OWN))
    ]
    if sum(entry.file_size for entry in entries) > _LARGEST:
        raise CannotImport(gettext_noop("Unpacked, this zip is too large to be an export."))
    if any(entry.flag_bits & 1 for entry in entries):
        raise CannotImport(
            gettext_noop("This zip has a password. Unpack it, and import what's in it.")
        )
    return [ImportFile(entry.filename, entry.file_size, file, archive) for entry in entries]


def objects(member: ImportFile) -> Iterator[Any]:
    """The objects of a JSON file: the items of its list, or itself.

    One that cannot be read is an Unreadable; what stands behind it is read. Raises CutOff where the
    file ends in the middle, after all that came before.
    """
    head = member.head()
    begins = _JSON_BEGINS.match(head)
    if begins is None:
        raise CutOff
    try:
        with member.opened() as file:
            if head.startswith(_MARK):
                file.read(len(_MARK))
            yield from _built(file, _item_begins(head) if begins[1] == b"[" else None, begins[1])
    except (ijson.JSONError, ValueError, *BROKEN_FILE):
        raise CutOff from None


def _item_begins(head: bytes) -> re.Pattern[bytes] | None:
    """How the items of a list begin: with the two names that one of the first begins with."""
    found = _ITEM_BEGINS.search(head)
    if found is None:
        return None
    first, second = map(re.escape, found.groups())
    return re.compile(
        rb"\{\s*" + first + rb"\s*:\s*" + _VALUE + rb"\s*,\s*" + second + rb"\s*:", re.DOTALL
    )


def _built(file: BinaryIO, begins: re.Pattern[bytes] | None, bracket: bytes) -> Iterator[Any]:
    """The values of a JSON file; those of its list one by one.

    Behind one that is no JSON it goes on with the next that begins as the items of the list do.
    """
    values = _Values(outside=int(bracket == b"["))
    for is_first, data in _pieces(_Utf8(file), begins):
        if values.broken and not is_first:
            continue
        open_still = values.inside and not values.broken
        found = values.of(data)
        if values.broken and is_first and not found:
            # What begins here may be whole: one before it is broken, or was never closed.
            if open_still:
                yield Unreadable()
            values = _Values.of_a_list()
            found = values.of(data)
        yield from found
        if values.broken:
            if begins is None:
                raise CutOff
            yield Unreadable()
    if not values.broken:
        values.close()


def _pieces(file: "_Utf8", begins: re.Pattern[bytes] | None) -> Iterator[tuple[bool, bytes]]:
    """A file in pieces, cut where an item may begin, and whether it is there that one begins."""
    left, is_first, more = b"", False, b"-"
    while more:
        more = file.read(_AT_ONCE)
        data, at = left + more, 0
        end = len(data) - _OVERLAP if more else len(data)
        for found in begins.finditer(data) if begins else ():
            if found.start() >= end:
                break
            if found.start() > at:
                yield is_first, data[at : found.start()]
            at, is_first = found.start(), True
        if end > at:
            yield is_first, data[at:end]
            at, is_first = end, False
        left = data[at:]


class _Values:
    """Values as a parser tells them of the bytes that it is given; those of a list one by one.

    Not by `ijson.items`: what that notes of the way down to a value grows with the square of it.
    """

    def __init__(self, outside: int) -> None:
        # Whether it came upon what is no JSON; it goes no further then.
        self.broken = False
        self._events: list[tuple[str, Any]] = ijson.sendable_list()
        self._parser = ijson.basic_parse_coro(self._events, use_float=True)
        self._depth, self._outside = 0, outside
        self._item = _Item()

    @classmethod
    def of_a_list(cls) -> "_Values":
        """One that is in a list already."""
        values = cls(outside=1)
        values.of(b"[")
        return values

    @property
    def inside(self) -> bool:
        """Whether a value has begun that has not ended."""
        return self._depth > self._outside

    def of(self, data: bytes) -> list[Any]:
        """The values that end in these bytes."""
        if self.broken:
            return []
        try:
            self._parser.send(data)
        except ijson.JSONError:
            self.broken = True
        found = []
        for event, value in self._events:
            closes = event in ("end_map", "end_array")
            self._depth -= closes
            begins = event == "start_array"
            if self._depth < self._outside and (closes or (self._outside and begins)):
                # The list itself begins, or ends.
                self._depth += not closes
                continue
            self._depth += begins or event == "start_map"
            if self._depth > _HOPELESS:
                raise CutOff
            self._item.add(event, value, self._depth)
            if self._depth == self._outside and event != "map_key":
                found.append(self._item.built)
                self._item = _Item()
        del self._events[:]
        return found

    def close(self) -> None:
        """Raises ijson.JSONError where something has not ended."""
        self._parser.close()


class _Item:
    """One item while it is built; no more of it is kept once it turned out that it cannot be."""

    def __init__(self) -> None:
        self._builder: Any = ijson.ObjectBuilder()

    def add(self, event: str, value: Any, depth: int) -> None:
        if depth > _DEEPEST or (isinstance(value, str) and _NO_UTF8 in value):
            self._builder = None
        if self._builder is not None:
            self._builder.event(event, value)

    @property
    def built(self) -> Any:
        return Unreadable() if self._builder is None else self._builder.value


def _marked(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeDecodeError):
        raise problem
    return _NO_UTF8, problem.end


codecs.register_error("imports.no_utf8", _marked)


class _Utf8:
    """A file for a parser that goes no further where bytes are no UTF-8: they are marked."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")("imports.no_utf8")
        self._left = b""

    def read(self, size: int = -1) -> bytes:
        ends = False
        while not self._left and not ends:
            more = self._file.read(size)
            ends = not more
            self._left = self._decoder.decode(more, final=ends).encode()
        size = len(self._left) if size < 0 else size
        given, self._left = self._left[:size], self._left[size:]
        return given


def first_objects(member: ImportFile) -> Iterator[Any]:
    """The first objects of a JSON file, a few of them, without those that cannot be read."""
    try:
        for one in islice(objects(member), _FIRST):
            if not isinstance(one, Unreadable):
                yield one
    except CutOff:
        return
