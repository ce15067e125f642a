"""HTML: what a reader of the page would see, in order; scripts and hidden text are not read."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from selectolax.lexbor import LexborHTMLParser, LexborNode

from documents.reading.cleaning import lines, one_line
from documents.reading.encodings import decode
from documents.reading.pieces import Block, FileInfo, Page, Piece

_UNSEEN = frozenset(
    "script style template noscript head title meta link svg canvas audio video object embed iframe"
    " select datalist option button input textarea map area dialog annotation annotation-xml"
    " noframes applet".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dir div dl dt fieldset figcaption"
    " figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav"
    " ol p pre section summary table caption tbody thead tfoot tr ul".split()
)
_TIGHT = frozenset(("li", "tr", "dd"))
_HEADING = re.compile(r"h[1-6]")
_HIDING = re.compile(
    r"(?:display:none|visibility:hidden|font-size:0(?![.\d]*[1-9]))", re.IGNORECASE
)
_DECLARED = re.compile(
    rb"""(?:<meta[^>]+charset\s*=\s*["']?|<\?xml[^>]+encoding\s*=\s*["'])\s*([\w.:-]+)""",
    re.IGNORECASE,
)
_FRAMESET = re.compile(r"<frameset[\s>]", re.IGNORECASE)
_FRAMES = re.compile(r"</?(?:frameset|frame|noframes)(?:\s[^>]*)?>", re.IGNORECASE)
_WHITE = re.compile(r"\s+")
_LEAST_WORDS = 3  # of what is said of a picture
# A table whose cells hold this much lays out a page instead of listing things.
_LAYOUT = 800


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    data = file.read()
    found = _DECLARED.search(data[:4096])
    text = decode(data, found.group(1).decode("ascii", "replace") if found else "")
    yield from pieces(text)


def pieces(html: str) -> Iterator[Piece]:
    """What a page of HTML shows, with its title."""
    tree = LexborHTMLParser(_without_frames(html))
    title = tree.css_first("head title")
    yield FileInfo(title=one_line(title.text()) if title else "")
    yield Page(1, tuple(blocks(tree)))


def _without_frames(html: str) -> str:
    """Of a page of frames what it says where there are none: the frames are other files."""
    if not _FRAMESET.search(html):
        return html
    return _FRAMES.sub("", html)


def blocks(tree: LexborHTMLParser) -> list[Block]:
    """The blocks that a page shows. What helps to get around on it comes last."""
    root = tree.body or tree.root
    if root is None:
        return []
    walk = _Walk()
    walk.through(root)
    return [*walk.blocks, *walk.around]


class _Walk:
    """One way through the tree, without recursion: pages may be nested without end."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.around: list[Block] = []
        self._navigating = 0  # how many `nav` we are in
        self._words: list[str] = []
        self._cells: list[str] | None = None
        self._level = 0
        self._tight = False
        self._kept = 0  # how many `pre` we are in
        self._lists: list[int | None] = []  # the last number of each list we are in that has them
        self._marked = ""  # what stands before the item that began
        self._rows: list[bool] = []  # for each table we are in: whether its rows are rows

    def through(self, root: LexborNode) -> None:
        todo: list[tuple[LexborNode, bool]] = [(root, False)]
        while todo:
            node, leaving = todo.pop()
            if leaving:
                self._leave(node)
                continue
            if node.tag == "-text":
                self._add(node.text_content or "")
                continue
            if not self._enter(node):
                continue
            todo.append((node, True))
            child = node.last_child
            while child is not None:
                todo.append((child, False))
                child = child.prev

    def _enter(self, node: LexborNode) -> bool:
        """Whether what is inside is to be read."""
        tag = node.tag or ""
        if tag in _UNSEEN or tag.startswith(("-", "!")) or _is_hidden(node):
            return False
        if _navigates(node):
            self._cut()
            self._navigating += 1
        if tag == "br":
            self._words.append("\n")
            return False
        if tag == "img":
            said = node.attributes.get("alt") or ""
            # Shorter ones are names of files, and of the firms whose signs they are.
            self._words.append(f" {said} " if len(said.split()) >= _LEAST_WORDS else "")
        if tag == "table":
            self._cut()
            self._rows.append(not _lays_out(node))
        elif tag in ("td", "th"):
            self._start_cell()
        elif tag in _BLOCKS and self._cells is None:
            self._cut()
            self._level = int(tag[1]) if _HEADING.fullmatch(tag) else 0
            self._tight = tag in _TIGHT
            if tag == "li":
                self._marked = self._label(node)
                self._words.append(f"{self._marked} ")
            if tag in ("ol", "ul", "menu"):
                start = _number(node.attributes.get("start"), 1)
                self._lists.append(start - 1 if tag == "ol" else None)
            if tag == "tr" and self._rows and self._rows[-1]:
                self._cells = []
        elif tag in _BLOCKS:
            self._words.append(" ")
        if tag == "pre":
            self._kept += 1
        return True

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if _navigates(node):
            self._cut()
            self._navigating -= 1
        if tag == "pre":
            self._kept -= 1
        if tag == "table" and self._rows:
            self._end_row()
            self._rows.pop()
        elif tag == "tr":
            self._end_row()
        elif tag in _BLOCKS and self._cells is None:
            self._cut()
            if tag in ("ol", "ul", "menu") and self._lists:
                self._lists.pop()
        elif tag in _BLOCKS or tag in ("td", "th"):
            self._words.append(" ")

    def _label(self, item: LexborNode) -> str:
        """What stands before an item of a list: its number, or a dash."""
        last = self._lists[-1] if self._lists else None
        if last is None:
            return "-"
        self._lists[-1] = _number(item.attributes.get("value"), last + 1)
        return f"{self._lists[-1]}."

    def _add(self, text: str) -> None:
        self._words.append(text if self._kept else _WHITE.sub(" ", text))

    def _start_cell(self) -> None:
        if self._cells is None:
            self._cut()
        elif "".join(self._words).strip() or self._cells:
            self._cells.append(one_line("".join(self._words)))
            self._words = []
        else:
            self._cells.append("")

    def _end_row(self) -> None:
        if self._cells is None:
            self._cut()
            return
        # The first of the cells is what stood before any of them: nothing.
        row = [*self._cells[1:], one_line("".join(self._words))]
        self._cells, self._words = None, []
        if any(row):
            self._keep(Block(" | ".join(row).strip(" |"), tight=True))

    def _cut(self) -> None:
        text = "".join(self._words)
        self._words = []
        kept = lines(text) if not self._level else one_line(text)
        if kept and kept != self._marked:
            self._keep(Block(kept, self._level, self._tight))
        self._level, self._tight, self._marked = 0, False, ""

    def _keep(self, block: Block) -> None:
        (self.around if self._navigating else self.blocks).append(block)


def _number(written: str | None, usual: int) -> int:
    """A number that a page gives, where it is one of a size that lists have."""
    return int(written) if written and re.fullmatch(r"-?\d{1,6}", written.strip()) else usual


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    style = attributes.get("style")
    return bool(style and _HIDING.search(_WHITE.sub("", style)))


def _navigates(node: LexborNode) -> bool:
    return node.tag == "nav" or node.attributes.get("role") in ("navigation", "search")


def _lays_out(table: LexborNode) -> bool:
    if table.css_first("table table, table h1, table h2, table h3, table form") is not None:
        return True
    cells = table.css("td")[:50]
    return any(len(cell.text_content or "") > _LAYOUT for cell in cells)
