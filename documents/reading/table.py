"""Tables in text files (CSV and its kin): each row says what its columns are called."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.reading.cleaning import one_line
from documents.reading.encodings import decode
from documents.reading.pieces import Block, FileInfo, Page, Piece, ReadingNote

DELIMITERS = ",;\t|"
_ANNOUNCED = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)
_NUMBER = re.compile(r"[-+(]?[$€£]?\s?\d[\d.,'\s]*\)?\s?%?")
_LOOKED_AT = 50
_LONGEST_FIELD = 1_000_000


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    text = decode(file.read())
    cut: list[int] = []
    yield FileInfo()
    yield Page(1, tuple(_blocks(text, cut)))
    if cut:
        yield ReadingNote(
            f"Row {cut[0]:,} has a cell of more than {_LONGEST_FIELD:,} letters: not read."
        )


def _blocks(text: str, cut: list[int]) -> Iterator[Block]:
    announced = _ANNOUNCED.match(text)
    delimiter = announced.group(1) if announced else delimiter_of(text) or ","
    rows = _rows(text[announced.end() :] if announced else text, delimiter, cut)
    first = next(rows, [])
    names = first if is_header(first) else []
    if any(first):
        yield Block(" | ".join(filter(None, first)))
    for row in rows:
        told = [
            f"{names[place]}: {value}" if place < len(names) and names[place] else value
            for place, value in enumerate(row)
            if value
        ]
        if told:
            yield Block(" | ".join(told), tight=True)


def _rows(text: str, delimiter: str, cut: list[int]) -> Iterator[list[str]]:
    """The rows of a table; the lines of those that could not be read go to `cut`."""
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        try:
            yield [one_line(value) for value in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            cut.append(reader.line_num)


def delimiter_of(text: str) -> str:
    """What parts the columns, or "" when the lines have no columns in common."""
    head = text[:100_000]
    best, most = "", 0
    for delimiter in DELIMITERS:
        rows = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        try:
            widths = [len(row) for row, _ in zip(rows, range(_LOOKED_AT), strict=False) if row]
        except csv.Error:
            continue
        usual = max(set(widths), key=widths.count) if widths else 0
        agree = sum(width == usual for width in widths) / max(1, len(widths))
        if usual > 1 and len(widths) > 1 and agree >= 0.9 and usual > most:
            best, most = delimiter, usual
    return best


def is_header(row: Sequence[str]) -> bool:
    """Whether a first row names the columns: short, all different, and not one of them a number."""
    named = [value for value in row if value]
    return (
        len(named) > 1
        and len(named) >= len(row) - 1
        and len(set(named)) == len(named)
        and all(len(value) <= 60 and not _NUMBER.fullmatch(value) for value in named)
    )
