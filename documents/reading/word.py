"""Word documents (DOCX): body, lists with their numbers, tables, notes, comments, text boxes."""

import io
from collections.abc import Iterator
from typing import BinaryIO

from lxml import etree

from documents.file_types import kind_of
from documents.reading.archives import Element, OfficeArchive, attribute, local, refuse_declarations
from documents.reading.cleaning import lines, one_line
from documents.reading.drawings import described, drawn
from documents.reading.numbering import (
    Numbering,
    Style,
    paragraph_style,
    read_numbering,
    read_styles,
)
from documents.reading.pieces import Block, CannotRead, FileInfo, Page, Piece, ReadingNote, damaged

# What changes marked as deleted, field codes and the like hold is not the document's text.
_SKIPPED = frozenset(
    "del moveFrom instrText delText delInstrText pPr rPr tblPr tblGrid trPr tcPr sectPr rt rtPr"
    " annotationRef footnoteRef endnoteRef object".split()
)
# Where a paragraph refers to what is drawn, and by which attribute.
_DRAWN = {"relIds": "dm", "chart": "id"}
_TYPED = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
# A cell that holds this much lays out a page instead of listing things.
_LAYOUT = 800
_PAGE_BREAK = "\f"
_MOST_MARGINALS = 200


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    yield from _pieces(file, embedded=False)


def _pieces(file: BinaryIO, *, embedded: bool) -> Iterator[Piece]:
    parts = OfficeArchive(file)
    main = parts.main()
    data = parts.bytes(main)
    refuse_declarations(data)
    document = _Document(parts, main, embedded=embedded)
    # Without the breaks that Word notes when it shows a document nobody knows its pages.
    paged = b"lastRenderedPageBreak" in data
    number = 1
    blocks: list[Block] = []
    for block in document.body(data):
        for place, text in enumerate(block.text.split(_PAGE_BREAK)):
            if place and paged:
                yield Page(number, tuple(blocks))
                number, blocks = number + 1, []
            kept = one_line(text) if block.level else lines(text)
            if kept:
                blocks.append(Block(kept, block.level, block.tight))
    blocks += document.margins()
    yield Page(number, tuple(blocks))
    yield FileInfo(title=title_of(parts), pages=number if paged else None)
    if document.embeds:
        yield ReadingNote("Other documents that are embedded in it were not read.")


def title_of(parts: OfficeArchive) -> str:
    """The title in an Office file's properties."""
    for kind, name in parts.related("").values():
        if kind == "core-properties" and name in parts:
            try:
                tree = parts.xml(name)
            except CannotRead:
                return ""
            return next((one_line(e.text or "") for e in tree if local(e) == "title"), "")
    return ""


def _pieces_of(data: bytes, name: str) -> Iterator[Piece]:
    """What is in a document inside of a document, of whatever kind it is."""
    file = io.BytesIO(data)
    kind = kind_of(file, name)
    if kind.name == "docx":
        return _pieces(file, embedded=True)
    return kind.read(file, name)


class _Document:
    def __init__(self, parts: OfficeArchive, main: str, *, embedded: bool) -> None:
        self._parts = parts
        self._styles: dict[str, Style] = {}
        self._numbering = Numbering()
        self._notes: dict[tuple[str, str], list[Block]] = {}
        self._marginals: list[str] = []
        self._aside: list[Block] = []
        self._related = parts.related(main)
        self._breaks = _Breaks()
        self._is_embedded = embedded
        self.embeds = False
        for kind, name in self._related.values():
            if name not in parts:
                continue
            match kind:
                case "styles":
                    self._styles = read_styles(parts, name)
                case "numbering":
                    self._numbering = read_numbering(parts, name)
                case "header" | "footer":
                    self._marginals.append(name)
        for kind, name in self._related.values():
            if kind in {"footnotes", "endnotes", "comments"} and name in parts:
                self._read_notes(kind.rstrip("s"), name)

    def body(self, data: bytes) -> Iterator[Block]:
        """The blocks of the body in order; a form feed in one is where a page begins."""
        for element in _children_of_body(data):
            yield from self._blocks(element)

    def margins(self) -> list[Block]:
        """What stands above and below the pages, each line once."""
        seen: dict[str, None] = {}
        for name in self._marginals[:_MOST_MARGINALS]:
            for element in self._parts.xml(name):
                for block in self._blocks(element):
                    if kept := lines(block.text.replace(_PAGE_BREAK, "\n")):
                        seen.setdefault(kept)
        return [Block(line, tight=place > 0) for place, line in enumerate(seen)]

    def _read_notes(self, kind: str, name: str) -> None:
        for note in self._parts.xml(name):
            if attribute(note, "type") in {"separator", "continuationSeparator"}:
                continue
            blocks = [block for element in note for block in self._blocks(element)]
            if kind == "comment":
                who = one_line(attribute(note, "author"))
                said = " ".join(block.text for block in blocks)
                blocks = [Block(f"Comment by {who}: {said}" if who else f"Comment: {said}")]
            self._notes[kind, attribute(note, "id")] = blocks

    def _blocks(self, element: Element) -> Iterator[Block]:
        match local(element):
            case "p":
                yield from self._paragraph(element)
            case "tbl":
                for row in element:
                    yield from self._row(row)
            case "altChunk":
                yield from self._embedded(attribute(element, "id"))
            case name if name and name not in _SKIPPED:
                for child in element:
                    yield from self._blocks(child)

    def _embedded(self, relation: str) -> Iterator[Block]:
        """Another document that stands in this one's place, as converters leave it: read in place.

        What is embedded in that one in turn is not.
        """
        kind, name = self._related.get(relation, ("", ""))
        try:
            if kind != "aFChunk" or self._is_embedded:
                raise damaged()
            for piece in _pieces_of(self._parts.bytes(name), name):
                if isinstance(piece, Page):
                    yield from piece.blocks
                self.embeds = self.embeds or (isinstance(piece, ReadingNote) and piece.missing)
        except CannotRead:
            self.embeds = True

    def _paragraph(self, element: Element) -> Iterator[Block]:
        outer, self._aside = self._aside, []
        properties = next((child for child in element if local(child) == "pPr"), None)
        style_id, own = paragraph_style(properties)
        style = self._styles.get(style_id, Style())
        text = "".join(self._text(element))
        label, listed = "", False
        number = own.number or style.number
        if text.strip() and number and number != "0":
            depth = own.depth if own.number else style.depth
            label, listed = self._numbering.label(number, depth), True
        level = own.level or style.level
        if text.strip(" \t\n") or _PAGE_BREAK in text:
            lead = f"{label} " if label and not (level and label == "-") else ""
            yield Block(_lead(text, lead), min(level, 6), tight=listed and not level)
        aside, self._aside = self._aside, outer
        yield from aside

    def _row(self, row: Element) -> Iterator[Block]:
        if local(row) not in {"tr", "sdt", "sdtContent", "ins", "customXml"}:
            return
        if local(row) != "tr":
            for child in row:
                yield from self._row(child)
            return
        cells = [list(self._cell(cell)) for cell in _cells(row)]
        nested = any(local(child) == "tbl" for cell in _cells(row) for child in cell)
        long = any(sum(len(block.text) for block in cell) > _LAYOUT for cell in cells)
        if nested or long:
            yield from (block for cell in cells for block in cell)
            return
        told = [" ".join(block.text for block in cell) for cell in cells]
        # A page that begins inside a row begins after it.
        breaks = sum(text.count(_PAGE_BREAK) for text in told)
        texts = [one_line(text.replace(_PAGE_BREAK, " ")) for text in told]
        if any(texts):
            yield Block(" | ".join(texts).strip(" |"), tight=True)
        if breaks:
            yield Block(_PAGE_BREAK * breaks)

    def _cell(self, cell: Element) -> Iterator[Block]:
        for child in cell:
            yield from self._blocks(child)

    def _text(self, element: Element) -> Iterator[str]:
        """The words of a run or paragraph in order. What stands beside them goes to `_aside`."""
        for child in element:
            name = local(child)
            if name in _SKIPPED or not name:
                continue
            if name == "t":
                self._breaks.text(child.text or "")
                yield child.text or ""
            elif name in _TYPED:
                yield _TYPED[name]
            elif name == "br":
                yield self._breaks.asked() if attribute(child, "type") == "page" else "\n"
            elif name == "lastRenderedPageBreak":
                yield self._breaks.noted()
            elif name in {"footnoteReference", "endnoteReference", "commentReference"}:
                yield self._note(name.removesuffix("Reference"), attribute(child, "id"))
            elif name == "AlternateContent":
                # The same thing in several forms: one is enough.
                yield from self._text(child[0]) if len(child) else ()
            elif name == "docPr":
                self._aside += described(child)
            elif name in _DRAWN:
                kind, part = self._related.get(attribute(child, _DRAWN[name]), ("", ""))
                self._aside += drawn(self._parts, kind, part) if part else ()
            elif name == "txbxContent":
                for inner in child:
                    self._aside += list(self._blocks(inner))
            elif name != "r" or not _is_hidden(child):
                yield from self._text(child)

    def _note(self, kind: str, number: str) -> str:
        blocks = self._notes.get((kind, number))
        if not blocks:
            return ""
        if kind == "comment":
            self._aside += blocks
            return ""
        first, *rest = blocks
        self._aside += [Block(f"[{number}] {first.text}", tight=True), *rest]
        return f"[{number}]"


class _Breaks:
    """Tells each new page once: Word notes where one began also after it was asked for."""

    def __init__(self) -> None:
        self._fresh = False

    def text(self, words: str) -> None:
        if words.strip():
            self._fresh = False

    def asked(self) -> str:
        self._fresh = True
        return _PAGE_BREAK

    def noted(self) -> str:
        if self._fresh:
            self._fresh = False
            return ""
        return _PAGE_BREAK


def _lead(text: str, lead: str) -> str:
    """The label goes before the words, after a page that begins there."""
    breaks = len(text) - len(text.lstrip(_PAGE_BREAK))
    return text[:breaks] + lead + text[breaks:]


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        if local(child) == "tc":
            yield child
        elif local(child) in {"sdt", "sdtContent", "customXml"}:
            yield from _cells(child)


def _is_hidden(run: Element) -> bool:
    for child in run:
        if local(child) == "rPr":
            return any(
                local(mark) == "vanish" and attribute(mark, "val") not in {"0", "false"}
                for mark in child
            )
    return False


def _children_of_body(data: bytes) -> Iterator[Element]:
    """What stands in the body, one after the other, without ever holding all of it."""
    events = etree.iterparse(
        io.BytesIO(data), events=("start", "end"), resolve_entities=False, no_network=True,
        load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    depth = 0
    try:
        for event, element in events:
            depth += 1 if event == "start" else -1
            if event == "end" and depth == 2:
                yield element
                parent = element.getparent()
                if parent is not None:
                    parent.remove(element)
    except etree.XMLSyntaxError:
        raise damaged() from None
