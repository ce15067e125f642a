"""Word."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, ZipArchive
from documents.reading.pieces import Piece


def _packs(archive: ZipArchive) -> Fit:
    if archive.holds("word/"):
        return Fit.SURE
    return Fit.SHAPED if "document" in archive.main else Fit.NO


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import word

    return word.read(file, name)


KIND = FileKind(
    name="docx",
    label="Word",
    told="Word (DOCX)",
    content_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    read=_read,
    packs=_packs,
)
