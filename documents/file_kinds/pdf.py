"""PDF."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind
from documents.reading.pieces import Piece


def _begins(head: bytes) -> bool:
    return head.startswith(b"%PDF-") or _is_late(head)


def _is_late(head: bytes) -> bool:
    """Some programs write a line before a PDF begins; a page or a script is not such a line."""
    place = head[:1024].find(b"%PDF-")
    return place > 0 and b"<" not in head[:place] and b"obj" in head


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import pdf

    return pdf.read(file, name)


KIND = FileKind(
    name="pdf",
    label="PDF",
    told="PDF",
    content_type="application/pdf",
    read=_read,
    begins=_begins,
    drawn=True,
    named_to_browsers=True,
)
