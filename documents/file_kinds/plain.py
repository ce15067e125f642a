"""Plain text: whatever is text and nothing else."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, TextHead
from documents.reading.pieces import Piece


def _says(_text: TextHead) -> Fit:
    return Fit.ANYTHING


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import plain

    return plain.read(file, name)


def _without(data: bytes, words: Sequence[str]) -> bytes:
    from documents.redaction import in_text

    return in_text(data, words)


KIND = FileKind(
    name="txt",
    label="Text",
    told="text",
    content_type="text/plain",
    read=_read,
    endings=("text",),
    says=_says,
    without=_without,
)
