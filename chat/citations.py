"""Markers in an answer: [n] stands for the n-th thing recalled, and for nothing else."""

import re
from collections.abc import Callable, Iterator

# [1] · [1, 2] · [1-3] · [1][2] is two markers.
MARKER = re.compile(r"\[\s*(\d{1,3}(?:\s*(?:[,;]|-|–|to|and)\s*\d{1,3})*)\s*\]")
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`", re.DOTALL)
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|to)\s*(\d+))?")


def resolve(text: str, recalled: int) -> tuple[str, list[int]]:
    """Number the markers of an answer anew, in the order they appear; drop those of nothing.

    Gives the text and, for its markers 1, 2, …, what each stands for among the `recalled` things
    (counted from 1). Code is left as it is; so is everything else.
    """
    order: list[int] = []

    def renumber(match: "re.Match[str]") -> str:
        known = [n for n in _numbers(match[1]) if 1 <= n <= recalled]
        for n in known:
            if n not in order:
                order.append(n)
        return "".join(f"[{order.index(n) + 1}]" for n in dict.fromkeys(known))

    pieces = []
    for code, piece in _by_code(text):
        pieces.append(piece if code else _replace_markers(piece, renumber))
    return "".join(pieces), order


def _by_code(text: str) -> Iterator[tuple[bool, str]]:
    last = 0
    for match in _CODE.finditer(text):
        yield False, text[last : match.start()]
        yield True, match.group()
        last = match.end()
    yield False, text[last:]


def _replace_markers(piece: str, new_for: Callable[["re.Match[str]"], str]) -> str:
    """Replace markers; where one is dropped, the space before it goes too."""
    parts: list[str] = []
    last = 0
    for match in MARKER.finditer(piece):
        before = piece[last : match.start()]
        new = new_for(match)
        parts.append(before if new else before.rstrip(" "))
        parts.append(new)
        last = match.end()
    parts.append(piece[last:])
    return "".join(parts)


def _numbers(inside: str) -> list[int]:
    found: list[int] = []
    for match in _RANGE.finditer(inside):
        first, last = int(match[1]), int(match[2] or match[1])
        found += range(first, min(last, first + 20) + 1)
    return found
