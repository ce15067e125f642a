"""What Office files draw: diagrams (SmartArt), charts, and what is said of pictures."""

import re
from collections.abc import Iterator

from documents.reading.archives import Element, OfficeArchive, attribute, local
from documents.reading.cleaning import lines, one_line
from documents.reading.pieces import Block, CannotRead

# What Office says of pictures by itself goes; so do names of files.
_BY_ITSELF = re.compile(
    r"\s*(?:Description automatically generated(?: with \w+ confidence)?"
    r"|AI-generated content may be incorrect\.?|Beschreibung automatisch generiert)\s*",
    re.IGNORECASE,
)
_LEAST_WORDS = 3


def paragraphs(element: Element) -> Iterator[Element]:
    return (inner for inner in element.iter() if local(inner) == "p")


def paragraph_text(paragraph: Element) -> str:
    """The words of a paragraph of a drawing, its lines and tabs as they are."""
    words = []
    for element in paragraph.iter():
        match local(element):
            case "t":
                words.append(element.text or "")
            case "br":
                words.append("\n")
            case "tab":
                words.append("\t")
    return "".join(words)


def drawn(parts: OfficeArchive, kind: str, name: str) -> list[Block]:
    """A diagram or chart that lies in a part of its own; nothing of a damaged one."""
    try:
        tree = parts.xml(name)
    except CannotRead:
        return []
    if kind == "diagramData":
        return [
            Block(kept, tight=place > 0)
            for place, paragraph in enumerate(paragraphs(tree))
            if (kept := lines(paragraph_text(paragraph)))
        ]
    values = (one_line(e.text or "") for e in tree.iter() if local(e) in {"v", "t"})
    told = " | ".join(dict.fromkeys(value for value in values if value))
    return [Block(told)] if told else []


def described(properties: Element) -> Iterator[Block]:
    """What someone said of a picture, for those who do not see it."""
    said = one_line(_BY_ITSELF.sub(" ", attribute(properties, "descr")))
    if len(said.split()) >= _LEAST_WORDS:
        yield Block(f"Picture: {said}")
