"""HTML mail as the words that it shows, with what its writer's program marked as quoted."""

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from documents.reading import web
from documents.reading.pieces import Block

LONGEST_HTML = 1_500_000


@dataclass(frozen=True)
class Piece:
    """A stretch of a mail's text. `quoted` where its writer's program says that others wrote it."""

    text: str
    quoted: bool = False
    forwarded: bool = False


def visible(html: str) -> list[Piece]:
    """What an HTML mail shows, hidden text left out; quoted parts are pieces of their own."""
    tree = LexborHTMLParser(html[:LONGEST_HTML])
    text = _joined(web.blocks(tree))
    return [Piece(text)] if text else []


def _joined(blocks: list[Block]) -> str:
    parts: list[str] = []
    for place, block in enumerate(blocks):
        if place:
            parts.append("\n" if block.tight else "\n\n")
        parts.append(block.text)
    return "".join(parts)
