"""Open the file of an import: a zip or a plain one, read from front to back in bounded memory."""

import codecs
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, BinaryIO, cast

import ijson
from django.utils.translation import gettext_noop

# Unpacked, nothing that anybody exports is larger.
_LARGEST = 50_000_000_000
# Deeper than any program nests its messages; and so deep that the rest is not looked through.
_DEEPEST, _HOPELESS = 100, 100_000
# Put in the place of bytes that are no UTF-8. No text has it: it is no character.
_NO_UTF8 = "\ufdd0"
# What is read to see what a file is: of a list, so many of its items. The first may be broken.
_HEAD, _FIRST = 4_096, 20
_MARK = b"\xef\xbb\xbf"
_JSON_BEGINS = re.compile(rb"^(?:\xef\xbb\xbf)?\s*([\[{])")


class CannotImport(Exception):
    """This file cannot be imported; `reason` says why and what to do, in plain words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CutOff(Exception):
    """The file ends in the middle, or is broken there: what came before it is whole."""


class Unreadable:
    """In the place of an item that is nested too deep, or has bytes in it that are no UTF-8."""


@dataclass(frozen=True)
class Member:
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
        except (OSError, RuntimeError, zipfile.BadZipFile, NotImplementedError):
            return b""

    @property
    def base(self) -> str:
        """Its own name in lower case, without its folders."""
        return self.name.replace("\\", "/").rpartition("/")[2].lower()

    @property
    def folder(self) -> str:
        """The folder right above it, in lower case."""
        return self.name.replace("\\", "/").lower().rpartition("/")[0].rpartition("/")[2]


def members(file: IO[bytes], name: str) -> list[Member]:
    """What is in a file: itself, or what its zip holds. Raises CannotImport for a broken zip."""
    file.seek(0)
    is_zip = file.read(4).startswith(b"PK")
    if not is_zip:
        size = file.seek(0, 2)
        return [Member(name, size, file)]
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError):
        raise CannotImport(
            gettext_noop(
                "This zip is broken or not all of it came. Download it again, then import it."
            )
        ) from None
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if sum(entry.file_size for entry in entries) > _LARGEST:
        raise CannotImport(gettext_noop("Unpacked, this zip is too large to be an export."))
    if any(entry.flag_bits & 1 for entry in entries):
        raise CannotImport(
            gettext_noop("This zip has a password. Unpack it, and import what's in it.")
        )
    return [Member(entry.filename, entry.file_size, file, archive) for entry in entries]


def objects(member: Member) -> Iterator[Any]:
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
            yield from _built(file, one_by_one=begins[1] == b"[")
    except (ijson.JSONError, ValueError, OSError, EOFError, zipfile.BadZipFile):
        raise CutOff from None


def _built(file: BinaryIO, *, one_by_one: bool) -> Iterator[Any]:
    """The values of a JSON file, from what its parser tells; those of its list one by one.

    Not by `ijson.items`: what that notes of the way down to a value grows with the square of it.
    """
    depth, outside = 0, int(one_by_one)
    item = _Item()
    for event, value in ijson.basic_parse(_Utf8(file), use_float=True):
        closes = event in ("end_map", "end_array")
        depth -= closes
        if depth < outside and (closes or (one_by_one and event == "start_array")):
            # The list itself begins, or ends.
            depth += not closes
            continue
        depth += event in ("start_map", "start_array")
        if depth > _HOPELESS:
            raise CutOff
        item.add(event, value, depth)
        if depth == outside and event != "map_key":
            yield item.built
            item = _Item()


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


def first_objects(member: Member) -> Iterator[Any]:
    """The first objects of a JSON file, a few of them, without those that cannot be read."""
    try:
        for one in islice(objects(member), _FIRST):
            if not isinstance(one, Unreadable):
                yield one
    except CutOff:
        return
