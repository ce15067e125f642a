"""PowerPoint."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, ZipArchive
from documents.reading.pieces import Piece


def _packs(archive: ZipArchive) -> Fit:
    if archive.holds("ppt/"):
        return Fit.SURE
    return Fit.SHAPED if "presentation" in archive.main else Fit.NO


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import slides

    return slides.read(file, name)


KIND = FileKind(
    name="pptx",
    label="PowerPoint",
    told="PowerPoint (PPTX)",
    content_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
    read=_read,
    packs=_packs,
)
