"""The numbers that Word shows before paragraphs, and its styles' places in the outline."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from documents.reading.archives import Element, OfficeArchive, attribute, local

_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_PLACE = re.compile(r"%(\d)")
_LONGEST_CHAIN = 30


@dataclass(frozen=True)
class Style:
    """What a paragraph style says: its outline level (0 is none), its list and the level in it."""

    level: int = 0
    number: str = ""
    depth: int = 0


@dataclass(frozen=True)
class _Level:
    form: str
    shown: str
    start: int


@dataclass
class Numbering:
    """Counts through the lists of a document in the order of its paragraphs."""

    levels: dict[str, dict[int, _Level]] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    restarts: dict[str, dict[int, int]] = field(default_factory=dict)
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)

    def label(self, number: str, depth: int) -> str:
        """What stands before the next paragraph of this list, such as "4.2", "-" or nothing."""
        levels = self.levels.get(number)
        if not levels or depth not in levels:
            return "-" if number not in {"", "0"} and levels is None else ""
        level = levels[depth]
        counts = self._counts.setdefault(self.lists.get(number, number), {})
        # A list that goes on with the numbers of another, unless it says where it begins.
        for place, start in self.restarts.pop(number, {}).items():
            counts[place] = start - 1
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [place for place in counts if place > depth]:
            del counts[deeper]
        if level.form == "bullet":
            return "-"
        if level.form == "none":
            return ""

        def count(place: re.Match[str]) -> str:
            above = int(place.group(1)) - 1
            known = levels.get(above)
            if known is None:
                return ""
            return _FORMS.get(known.form, str)(counts.get(above, known.start))

        return _PLACE.sub(count, level.shown).strip()


def read_numbering(parts: OfficeArchive, name: str) -> Numbering:
    """The lists that a document defines."""
    numbering = Numbering()
    root = parts.xml(name)
    drafts = {}
    for element in root:
        if local(element) == "abstractNum":
            drafts[attribute(element, "abstractNumId")] = {
                int(attribute(level, "ilvl") or 0): _level(level)
                for level in element
                if local(level) == "lvl"
            }
        elif local(element) == "num":
            number = attribute(element, "numId")
            for child in element:
                if local(child) == "abstractNumId":
                    draft = attribute(child, "val")
                    numbering.levels[number] = drafts.get(draft, {})
                    numbering.lists[number] = draft
                elif local(child) == "lvlOverride":
                    starts = (e for e in child if local(e) == "startOverride")
                    for start in starts:
                        depth = _int(attribute(child, "ilvl"), 0)
                        begun = numbering.restarts.setdefault(number, {})
                        begun[depth] = _int(attribute(start, "val"), 1)
    return numbering


def read_styles(parts: OfficeArchive, name: str) -> dict[str, Style]:
    """The paragraph styles of a document by their ids."""
    found: dict[str, tuple[Style, str]] = {}
    for element in parts.xml(name):
        if local(element) == "style" and attribute(element, "type") in {"paragraph", ""}:
            found[attribute(element, "styleId")] = _style(element)
    return {style: _inherited(found, style) for style in found}


def paragraph_style(properties: Element | None) -> tuple[str, Style]:
    """The id of a paragraph's style, and what the paragraph itself says."""
    level, number, depth, style = 0, "", 0, ""
    for child in properties if properties is not None else ():
        match local(child):
            case "pStyle":
                style = attribute(child, "val")
            case "outlineLvl":
                value = _int(attribute(child, "val"), 9)
                level = value + 1 if value < 9 else 0
            case "numPr":
                for part in child:
                    if local(part) == "numId":
                        number = attribute(part, "val")
                    elif local(part) == "ilvl":
                        depth = _int(attribute(part, "val"), 0)
    return style, Style(level, number, depth)


def _style(element: Element) -> tuple[Style, str]:
    own, based, named = Style(), "", 0
    for child in element:
        match local(child):
            case "name":
                title = attribute(child, "val").lower()
                heading = _HEADING.fullmatch(title)
                named = int(heading.group(1)) if heading else int(title == "title")
            case "basedOn":
                based = attribute(child, "val")
            case "pPr":
                own = paragraph_style(child)[1]
    return Style(named or own.level, own.number, own.depth), based


def _inherited(found: dict[str, tuple[Style, str]], style: str) -> Style:
    level, number, depth = 0, "", 0
    for _ in range(_LONGEST_CHAIN):
        if style not in found:
            break
        own, style = found[style]
        level = level or own.level
        if own.number and not number:
            number, depth = own.number, own.depth
    return Style(level, number, depth)


def _level(element: Element) -> _Level:
    form, shown, start = "decimal", "", 1
    for child in element:
        match local(child):
            case "numFmt":
                form = attribute(child, "val")
            case "lvlText":
                shown = attribute(child, "val")
            case "start":
                start = _int(attribute(child, "val"), 1)
    return _Level(form, shown, start)


def _int(value: str, other: int) -> int:
    try:
        return max(0, min(int(value), 100_000))
    except ValueError:
        return other


def _letters(number: int) -> str:
    return chr(ord("a") + (number - 1) % 26) * min(5, (number - 1) // 26 + 1) if number > 0 else "0"


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    values = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    signs = "m cm d cd c xc l xl x ix v iv i".split()
    text = ""
    for value, sign in zip(values, signs, strict=True):
        text += sign * (number // value)
        number %= value
    return text


_FORMS: dict[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
}
