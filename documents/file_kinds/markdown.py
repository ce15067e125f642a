"""Markdown."""

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, TextHead
from documents.reading.pieces import Piece

_MARKS: tuple[re.Pattern[str], ...] = (
    re.compile(r"^#{1,6} \S", re.M),
    re.compile(r"^(?:```|~~~)", re.M),
    re.compile(r"\[[^\[\]\n]{1,300}\]\([^)\s]{1,500}\)"),
    re.compile(r"^\|?[ :]*-{3,}[ :]*\|[ :|-]*$", re.M),
    re.compile(r"(?<!\*)\*\*[^*\s][^*\n]*\*\*(?!\*)"),
    re.compile(r"^\s{0,3}[-*+] \[[ x]\] ", re.M),
    re.compile(r"^---\n(?:[\w-]+:.*\n)+---$", re.M),
)


def _says(text: TextHead) -> Fit:
    marks = sum(mark.search(text.words) is not None for mark in _MARKS)
    if marks > 1 or (marks and text.ending in {"md", "markdown", "mdown", "mkd"}):
        return Fit.MARKED
    return Fit.NAMED if text.ending in {"md", "markdown"} else Fit.NO


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import markdown_text

    return markdown_text.read(file, name)


def _without(data: bytes, words: Sequence[str]) -> bytes:
    from documents.redaction import in_text

    return in_text(data, words)


KIND = FileKind(
    name="md",
    label="Markdown",
    told="Markdown",
    content_type="text/markdown",
    read=_read,
    endings=("markdown",),
    says=_says,
    without=_without,
)
