"""HTML mail as the words that it shows, with what its writer's program marked as quoted."""

import re
from html import unescape

from selectolax.lexbor import LexborHTMLParser

from documents.reading import html_pages
from documents.reading.cleaning import lines
from documents.reading.pieces import Block
from documents.reading.quoting import MailPiece
from gmail.reading.hidden_text import take_out_hidden

LONGEST_HTML = 1_500_000
# Maximum number of quotes recognised; later ones are read as ordinary text.
_MOST_QUOTES = 60
_QUOTES = (
    "blockquote, .gmail_attr, .gmail_quote, .gmail_quote_container, .yahoo_quoted,"
    " .moz-cite-prefix, .protonmail_quote, .zmail_extra, #mail-editor-reference-message-container"
)
# Gmail puts answers between what they answer into the same container.
_CONTAINERS = "div.gmail_quote, div.gmail_quote_container"
_FORWARDED = re.compile(
    r"^\W{0,5}(?:-{2,}\s*)?(?:forwarded message|weitergeleitete nachricht|message transféré)",
    re.IGNORECASE,
)
_MARK = re.compile("\ue000(\\d+)\ue001")
# No mail program nests as deep. Elements that need no end would only seem to.
_DEEPEST = 1_500
_OPEN = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})")
_FLAT = frozenset(
    "p li td tr th dt dd br hr img meta link input col option wbr area base source o".split()
)
_TAG = re.compile(r"<(?:style|script)\b[^>]*>[^<]*|<[^>]*>?", re.IGNORECASE)
_SIGNS = re.compile("[\ue000\ue001]")


def visible(html: str) -> list[MailPiece]:
    """What an HTML mail shows, hidden text left out; quoted parts are pieces of their own."""
    html = _SIGNS.sub("", html[:LONGEST_HTML])
    if _is_too_deep(html):
        return [MailPiece(text)] if (text := lines(unescape(_TAG.sub("\n", html)))) else []
    tree = LexborHTMLParser(html)
    take_out_hidden(tree)
    quotes: list[MailPiece] = []
    _open_containers(tree)
    while len(quotes) < _MOST_QUOTES and (node := tree.css_first(_QUOTES)) is not None:
        text = _joined(html_pages.blocks(LexborHTMLParser(node.html or "")))
        quotes.append(MailPiece(text, quoted=True, forwarded=bool(_FORWARDED.match(text))))
        node.replace_with(f"\ue000{len(quotes) - 1}\ue001")
    return list(_in_order(_joined(html_pages.blocks(tree)), quotes))


def _open_containers(tree: LexborHTMLParser) -> None:
    """Of Gmail's containers only what is marked as quoted inside counts as quoted.

    A mail passed on stands there whole, below a rule.
    """
    for node in tree.css(_CONTAINERS)[:_MOST_QUOTES]:
        children = list(node.iter())
        quoted = any(child.tag == "blockquote" for child in children)
        if quoted and not node.text(strip=True)[:20].lstrip().startswith("---"):
            node.attrs["class"] = ""


def _is_too_deep(html: str) -> bool:
    """Whether elements are nested so deep that reading them takes a parser minutes."""
    depth = 0
    for found in _OPEN.finditer(html):
        if found.group(2).lower() not in _FLAT:
            depth = max(0, depth + (-1 if found.group(1) else 1))
            if depth > _DEEPEST:
                return True
    return False


def _in_order(text: str, quotes: list[MailPiece]) -> list[MailPiece]:
    pieces = []
    # What `split` gives is text and a quote's number in turn.
    for place, part in enumerate(_MARK.split(text)):
        piece = quotes[int(part)] if place % 2 else MailPiece(part.strip())
        if piece.text.strip():
            pieces.append(piece)
    return pieces


def _joined(blocks: list[Block]) -> str:
    parts: list[str] = []
    for place, block in enumerate(blocks):
        if place:
            parts.append("\n" if block.tight else "\n\n")
        parts.append(block.text)
    return "".join(parts)
