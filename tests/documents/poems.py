"""A kind of file that Yarnnn does not read: poems. It shows what a new one takes: this module."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds import FileKind, Fit, TextHead
from documents.reading.pieces import Block, FileInfo, Page, Piece

MARK = "~ poem ~"


def says(text: TextHead) -> Fit:
    return Fit.SURE if text.words.startswith(MARK) else Fit.NO


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    title, *verses = file.read().decode().removeprefix(MARK).strip().split("\n\n")
    yield FileInfo(title=title)
    yield Page(1, tuple(Block(" / ".join(verse.splitlines())) for verse in verses))


def without(data: bytes, words: Sequence[str]) -> bytes:
    for each in words:
        data = data.replace(each.encode(), b"*")
    return data


KIND = FileKind(
    name="poem",
    label="Poem",
    told="poems",
    content_type="text/x-poem",
    read=read,
    says=says,
    without=without,
)
