"""Web pages (HTML)."""

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, TextHead
from documents.file_kinds.markup import ROOM, root_names
from documents.reading.pieces import Piece

_HTML = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|table|div|p|h1|script)[\s>/]", re.I
)


def _says(text: TextHead) -> Fit:
    start = text.words.lstrip()[:ROOM]
    if not start.startswith("<"):
        is_page = text.ending in {"html", "htm", "xhtml"} and _HTML.search(text.words)
        return Fit.SURE if is_page else Fit.NO
    names = root_names(start)
    if "html" in names and "svg" not in names:
        return Fit.SURE
    return Fit.MARKED if _HTML.search(start) else Fit.NO


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import html_pages

    return html_pages.read(file, name)


def _without(data: bytes, words: Sequence[str]) -> bytes:
    from documents.redaction import in_html

    return in_html(data, words)


KIND = FileKind(
    name="html",
    label="Web page",
    told="HTML",
    content_type="text/html",
    read=_read,
    endings=("htm",),
    says=_says,
    without=_without,
)
