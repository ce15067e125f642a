"""Markdown: read as the page that it makes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from markdown_it import MarkdownIt

from documents.reading import html_pages, plain
from documents.reading.cleaning import clean, lines, one_line
from documents.reading.encodings import decode
from documents.reading.pieces import Block, FileInfo, Page, Piece

_NOTE = re.compile(r"^([ ]{0,3}\[\^[^\]\n]+\]):", re.MULTILINE)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_TITLE = re.compile(r"""^title:[ \t]*["']?(.+?)["']?[ \t]*$""", re.MULTILINE)
# Longer than any book: read as plain text, which takes no time.
_LONGEST = 4_000_000


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    text = clean(decode(file.read())).replace("\f", "\n")
    if len(text) > _LONGEST:
        yield FileInfo()
        yield Page(1, tuple(plain.blocks(text)))
        return
    front = _FRONT.match(text)
    named = _TITLE.search(front.group(1)) if front else None
    # HTML inside is read as HTML: nothing of it runs here.
    html = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    # A note of one word would be taken for the address of a link.
    body = _NOTE.sub("\\1\u200b:", text[front.end() :] if front else text)
    for piece in html_pages.pieces(html.render(body)):
        if isinstance(piece, FileInfo) and named:
            yield FileInfo(title=one_line(named.group(1)))
        elif isinstance(piece, Page) and front and (said := lines(_TITLE.sub("", front.group(1)))):
            yield replace(piece, blocks=(Block(said), *piece.blocks))
        else:
            yield piece
