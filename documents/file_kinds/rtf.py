"""Rich text (RTF)."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind
from documents.reading.pieces import Piece


def _begins(head: bytes) -> bool:
    return head.startswith(b"{\\rtf")


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import rtf

    return rtf.read(file, name)


KIND = FileKind(
    name="rtf",
    label="Rich text",
    told="RTF",
    content_type="application/rtf",
    read=_read,
    begins=_begins,
)
