"""Tables in text files (CSV and its kin)."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, TextHead
from documents.reading.pieces import Piece


def _says(text: TextHead) -> Fit:
    from documents.reading.table import delimiter_of

    delimiter = delimiter_of(text.words)
    if not delimiter:
        return Fit.NO
    is_table = text.ending in {"csv", "tsv", "tab"} or _looks_like_one(text.words, delimiter)
    return Fit.SHAPED if is_table else Fit.NO


def _looks_like_one(text: str, delimiter: str) -> bool:
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    if len(lines) < 3:
        return False
    widths = {line.count(delimiter) for line in lines[:-1]}
    prose = sum(line.rstrip().endswith(".") for line in lines) > len(lines) / 3
    return not prose and (max(widths) >= 2 or delimiter == "\t")


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import table

    return table.read(file, name)


def _without(data: bytes, words: Sequence[str]) -> bytes:
    from documents.redaction import in_text

    return in_text(data, words)


KIND = FileKind(
    name="csv",
    label="Table (CSV)",
    told="CSV",
    content_type="text/csv",
    read=_read,
    endings=("tsv",),
    says=_says,
    without=_without,
)
