"""Open the file of an import: a zip or a plain one, read from front to back in bounded memory."""

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, cast

import ijson
from django.utils.translation import gettext_noop

# Unpacked, nothing that anybody exports is larger.
_LARGEST = 50_000_000_000
# Deeper than any program nests its messages.
_DEEPEST = 100
# What is read to see what a file is.
_HEAD = 4_096
_MARK = b"\xef\xbb\xbf"
_JSON_BEGINS = re.compile(rb"^(?:\xef\xbb\xbf)?\s*([\[{])")


class CannotImport(Exception):
    """This file cannot be imported; `reason` says why and what to do, in plain words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CutOff(Exception):
    """The file ends in the middle, or is broken there: what came before it is whole."""


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

    Raises CutOff where it ends in the middle, after all that came before.
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
    builder = ijson.ObjectBuilder()
    for event, value in ijson.basic_parse(file, use_float=True):
        closes = event in ("end_map", "end_array")
        depth -= closes
        if depth < outside and (closes or (one_by_one and event == "start_array")):
            # The list itself begins, or ends.
            depth += not closes
            continue
        builder.event(event, value)
        depth += event in ("start_map", "start_array")
        if depth > _DEEPEST:
            raise CutOff
        if depth == outside and event != "map_key":
            yield builder.value
            builder = ijson.ObjectBuilder()


def first_object(member: Member) -> Any:
    """The first object of a JSON file; None where there is none."""
    try:
        return next(objects(member), None)
    except CutOff:
        return None
