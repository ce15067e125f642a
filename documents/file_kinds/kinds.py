"""What a kind of file is, and what there is to look at when it is recognised.

Nothing here knows the application: the processes that read files load it too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import BinaryIO

from documents.reading.pieces import CannotRead, Reader


class Fit(IntEnum):
    """How surely a file is of a kind. The surest has it; of equals the one registered first."""

    NO = 0
    ANYTHING = 1  # no other kind wants it
    NAMED = 2  # its name says so, and its content allows it
    SHAPED = 3  # it looks like one
    MARKED = 4  # it has the kind's own marks
    SURE = 5


class TextHead:
    """The beginning of a file that is text: its words, and the ending of its name."""

    def __init__(self, head: bytes, name: str) -> None:
        self._head = head
        self.ending = name.rpartition(".")[2].lower()

    @cached_property
    def words(self) -> str:
        from documents.reading.encodings import encoding_of

        text = self._head.decode(encoding_of(self._head), errors="replace")
        return text.lstrip("\ufeff")


class ZipArchive:
    """A ZIP archive: the names of its parts, and what it says of itself."""

    def __init__(self, file: BinaryIO) -> None:
        """Open it. Raises CannotRead where it is damaged, locked or made to do harm."""
        from documents.reading.archives import OfficeArchive

        self._parts = OfficeArchive(file)
        self.names: Sequence[str] = self._parts.names()

    def holds(self, folder: str) -> bool:
        """Whether there is a part in this folder."""
        return any(name.startswith(folder) for name in self.names)

    @cached_property
    def mimetype(self) -> str:
        """What an e-book or an OpenDocument file says it is; empty for others."""
        if "mimetype" not in self._parts:
            return ""
        return self._parts.bytes("mimetype")[:80].decode("ascii", "replace")

    @cached_property
    def main(self) -> str:
        """The name of the part that an Office file is about; empty where there is none."""
        try:
            return self._parts.main()
        except CannotRead:
            return ""


@dataclass(frozen=True, kw_only=True)
class FileKind:
    """One kind of file that can be read.

    `name` is stored with every document, and is how such files usually end; `endings` are others.
    `label` is what pages call it, `told` how it stands among what can be read. It is recognised by
    its first bytes (`begins`), by what is in the archive that it is (`packs`), or by its words
    (`says`). What `read` needs of its own is imported when the module is loaded, or lies in
    documents.reading: the process that reads can open nothing else.
    """

    name: str
    label: str
    told: str
    content_type: str
    read: Reader
    endings: tuple[str, ...] = ()
    begins: Callable[[bytes], bool] | None = None
    packs: Callable[[ZipArchive], Fit] | None = None
    says: Callable[[TextHead], Fit] | None = None
    # Gives the file with every place blacked out where these runs of words stand.
    without: Callable[[bytes, Sequence[str]], bytes] | None = None
    # Its pages can be drawn as they look, and are read from their pictures where they are scans.
    drawn: bool = False
    # It may quote others: whoever wrote it did not write all of it.
    quotes: bool = False
    # Whether a browser may be told what it is when the file is given back.
    named_to_browsers: bool = False


_kinds: dict[str, FileKind] = {}
_modules: list[str] = []


def add(module: str, kind: FileKind) -> None:
    """Add a kind that a module declares. A name is one kind's."""
    if _kinds.get(kind.name, kind) != kind:
        raise ValueError(f"There is a kind of file called {kind.name!r} already.")
    _kinds[kind.name] = kind
    if module not in _modules:
        _modules.append(module)


def registered() -> tuple[FileKind, ...]:
    """All kinds of files, in the order in which they were registered."""
    return tuple(_kinds.values())


def modules() -> tuple[str, ...]:
    """The modules that declare them."""
    return tuple(_modules)


def named(name: str) -> FileKind | None:
    """The kind of this name; None where it is not known, or not any more."""
    return _kinds.get(name)


def what_can_be_read() -> str:
    """All kinds in one line: "PDF, Word (DOCX) and text"."""
    *others, last = (kind.told for kind in registered())
    return f"{', '.join(others)} and {last}"


def surest(fits: Iterator[tuple[Fit, FileKind]]) -> tuple[Fit, FileKind | None]:
    """The kind that fits best, and how well."""
    best: tuple[Fit, FileKind | None] = (Fit.NO, None)
    for fit, kind in fits:
        if fit > best[0]:
            best = (fit, kind)
    return best
