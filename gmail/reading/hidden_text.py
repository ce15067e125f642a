"""Text in HTML mail that nobody sees: told by the styles that make it invisible, and taken out."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Maximum number of styled elements inspected, and of ancestors inspected for a background.
_MOST_STYLED = 5_000
_FARTHEST_UP = 40
_LONGEST_SHEET = 200_000
# Colours closer than this (of 765) cannot be told apart.
_SAME = 30
_WHITE = (255, 255, 255)
_SPACE = re.compile(r"\s+")
_HIDING = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all"
    r"|font-size:(?:0+(?:\.0*)?(?:px|pt|em|rem|%|)|0*(?:\.\d+|[12](?:\.\d*)?)(?:px|pt))"
    r"(?:!important)?(?:;|$)"
    r"|opacity:0*(?:\.0\d*)?(?:!important)?(?:;|$)|text-indent:-\d{3,}|(?:left|top):-\d{3,}"
    r"|clip:rect\(0|transform:scale\(0|color:transparent|-webkit-text-fill-color:transparent)",
    re.IGNORECASE,
)
_SQUEEZED = re.compile(r"(?:^|;)(?:max-)?(?:height|width):0(?:px|%)?(?:!important)?(?:;|$)", re.I)
_OVERFLOW = re.compile(r"overflow(?:-[xy])?:hidden", re.IGNORECASE)
_COLOR = re.compile(r"(?:^|;)color:([^;]{1,60})", re.IGNORECASE)
_BEHIND = re.compile(r"(?:^|;)background(?:-color)?:([^;]{1,200})", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{1,2})?\b", re.IGNORECASE)
_RGB = re.compile(r"rgba?\((\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})", re.IGNORECASE)
_NAMED = {"white": _WHITE, "snow": (255, 250, 250), "ivory": (255, 255, 240), "black": (0, 0, 0)}
_RULE = re.compile(r"([^{}@;]{1,300})\{([^{}]{0,3000})\}")
_SIMPLE = re.compile(r"[\w-]{0,30}[.#][\w-]{1,80}")

Color = tuple[int, int, int]


def take_out_hidden(tree: LexborHTMLParser) -> None:
    """Take what is hidden out of a tree: by style, by a rule for its class, by its colour."""
    for selector in _hiding_rules(tree):
        for node in tree.css(selector)[:_MOST_STYLED]:
            node.decompose()
    styled = tree.css("[style], font[color], [bgcolor]")[:_MOST_STYLED]
    hidden = [node for node in styled if _is_hidden(_style(node))]
    for node in hidden:
        node.decompose()
    for node in tree.css("[style*=color], font[color]")[:_MOST_STYLED]:
        color = _color_of(node)
        if color is not None and _apart(color, _behind(node)) < _SAME:
            _take_out_words(node)


def _is_hidden(style: str) -> bool:
    if _HIDING.search(style):
        return True
    return bool(_SQUEEZED.search(style) and _OVERFLOW.search(style))


def _style(node: LexborNode) -> str:
    return _SPACE.sub("", (node.attributes.get("style") or "")[:3_000])


def _hiding_rules(tree: LexborHTMLParser) -> Iterator[str]:
    """The simple selectors (a class, an id) that the mail's own sheets hide on every screen."""
    for sheet in tree.css("style")[:20]:
        rules = _without_media(sheet.text()[:_LONGEST_SHEET])
        for selectors, declared in _RULE.findall(rules):
            if _is_hidden(_SPACE.sub("", declared)):
                for selector in selectors.split(",")[:50]:
                    if _SIMPLE.fullmatch(selector.strip()):
                        yield selector.strip()


def _without_media(sheet: str) -> str:
    """A sheet without what is only for some screens or for print."""
    kept, depth, skipping, start = [], 0, 0, 0
    for found in re.finditer(r"@media|@supports|\{|\}", sheet):
        sign = found.group()
        if sign[0] == "@" and not skipping:
            kept.append(sheet[start : found.start()])
            skipping = depth + 1
        elif sign == "{":
            depth += 1
        elif sign == "}":
            depth = max(0, depth - 1)
            if skipping and depth < skipping:
                skipping, start = 0, found.end()
    return "".join(kept) + ("" if skipping else sheet[start:])


def _color_of(node: LexborNode) -> Color | None:
    found = _COLOR.search(_style(node))
    return _color(found.group(1) if found else node.attributes.get("color") or "")


def _behind(node: LexborNode) -> Color:
    """The colour behind a node; one that cannot be read is taken for no colour of text."""
    at: LexborNode | None = node
    for _ in range(_FARTHEST_UP):
        if at is None:
            break
        found = _BEHIND.search(_style(at))
        value = found.group(1) if found else at.attributes.get("bgcolor") or ""
        if value and value.lower() not in ("transparent", "none", "inherit"):
            return _color(value) or (-999, -999, -999)
        if at.attributes.get("background"):
            return (-999, -999, -999)
        at = at.parent
    return _WHITE


def _color(value: str) -> Color | None:
    value = value.strip().lower().replace("!important", "")
    if value in _NAMED:
        return _NAMED[value]
    if found := _HEX.search(value):
        digits = found.group(1)
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _RGB.search(value):
        return int(found.group(1)), int(found.group(2)), int(found.group(3))
    return next((rgb for name, rgb in _NAMED.items() if name in value), None)


def _apart(one: Color, other: Color) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _take_out_words(node: LexborNode) -> None:
    """Take out a node's words, but not those that have a colour of their own further in."""
    todo = list(node.iter(include_text=True))
    going = []
    while todo:
        child = todo.pop()
        if child.tag == "-text":
            going.append(child)
        elif _color_of(child) is None:
            todo += child.iter(include_text=True)
    for words in going:
        words.decompose()
