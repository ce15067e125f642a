"""Slides (PPTX): each is a page, with its tables, diagrams, charts and the speaker's notes."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.reading.archives import Element, OfficeArchive, attribute, local
from documents.reading.cleaning import lines, one_line
from documents.reading.drawings import described, drawn, paragraph_text, paragraphs
from documents.reading.pieces import Block, CannotRead, FileInfo, Page, Piece, ReadingNote
from documents.reading.word import title_of

_TITLES = frozenset({"title", "ctrTitle"})
# Repeated on every slide.
_MARGINS = frozenset({"dt", "ftr", "hdr"})
_REPEATED = _MARGINS | {"sldNum"}
_DRAWN = frozenset({"diagramData", "chart", "chartEx"})
_BESIDE = _DRAWN | {"comments", "notesSlide"}


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    parts = OfficeArchive(file)
    main = parts.main()
    related = parts.related(main)
    shown = [
        related[attribute_of_relation(slide)][1]
        for element in parts.xml(main)
        if local(element) == "sldIdLst"
        for slide in element
        if attribute_of_relation(slide) in related
    ]
    yield FileInfo(title=title_of(parts), pages=len(shown))
    told: set[str] = set()
    for number, name in enumerate(shown, start=1):
        try:
            yield _slide(parts, name, number, told)
        except CannotRead:
            yield Page(number, ())
            yield ReadingNote(f"Slide {number} is damaged and was not read.")


def attribute_of_relation(element: Element) -> str:
    """The id of the part that an element refers to: beside `id` there is another `r:id`."""
    for key, value in element.attrib.items():
        if str(key).endswith("}id"):
            return str(value)
    return ""


def _slide(parts: OfficeArchive, name: str, number: int, told: set[str]) -> Page:
    """A slide as a page. What stands in its margins is read where it was not `told` before."""
    tree = parts.xml(name)
    blocks = list(_shapes(tree))
    margins = [line for line in _margins(tree) if line not in told]
    told.update(margins)
    blocks += [Block(line) for line in dict.fromkeys(margins)]
    for kind, other in parts.related(name).values():
        if kind in _BESIDE and other in parts:
            blocks += _beside(parts, kind, other)
    return Page(number, tuple(blocks))


def _shapes(element: Element) -> Iterator[Block]:
    for child in element:
        match local(child):
            case "sp":
                yield from _shape(child)
            case "tbl":
                yield from _rows(child)
            case "cNvPr" if local(element) == "nvPicPr":
                yield from described(child)
            case "AlternateContent":
                yield from _shapes(child[0]) if len(child) else ()
            case "":
                continue
            case _:
                yield from _shapes(child)


def _margins(slide: Element) -> Iterator[str]:
    for shape in slide.iter():
        if local(shape) == "sp" and _placeholder(shape) in _MARGINS:
            yield from filter(None, (one_line(paragraph_text(p)) for p in paragraphs(shape)))


def _placeholder(shape: Element) -> str:
    """What a shape holds the place of: the title, the body, the date …"""
    found = next((e for e in shape.iter() if local(e) == "ph"), None)
    return attribute(found, "type") if found is not None else ""


def _shape(shape: Element) -> Iterator[Block]:
    kind = _placeholder(shape)
    if kind in _REPEATED:
        return
    first = True
    for paragraph in paragraphs(shape):
        text = paragraph_text(paragraph)
        if kind in _TITLES:
            if kept := one_line(text):
                yield Block(kept, level=1)
        elif kept := lines(text):
            yield Block(kept, tight=not first)
            first = False


def _rows(table: Element) -> Iterator[Block]:
    for row in table:
        if local(row) == "tr":
            cells = [
                one_line(" ".join(paragraph_text(p) for p in paragraphs(cell)))
                for cell in row
                if local(cell) == "tc"
            ]
            if any(cells):
                yield Block(" | ".join(cells).strip(" |"), tight=True)


def _beside(parts: OfficeArchive, kind: str, name: str) -> list[Block]:
    """What belongs to a slide but lies in a part of its own; a damaged one is left out."""
    if kind in _DRAWN:
        return drawn(parts, kind, name)
    try:
        tree = parts.xml(name)
    except CannotRead:
        return []
    if kind == "notesSlide":
        return [
            Block(f"Notes: {block.text}" if place == 0 else block.text, tight=place > 0)
            for place, block in enumerate(_shapes(tree))
        ]
    texts = [one_line(e.text or "") for e in tree.iter() if local(e) == "text"]
    texts += [one_line(paragraph_text(e)) for e in paragraphs(tree)]
    return [Block(f"Comment: {text}") for text in texts if text]
