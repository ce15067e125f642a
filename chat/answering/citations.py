"""Markers in an answer: [n] stands for the n-th thing recalled, and for nothing else."""

import re
from collections.abc import Callable, Iterator, Sequence

# [1] · [1, 2] · [1-3] · [1][2] is two markers.
_INSIDE = r"\s*(\d{1,3}(?:\s*(?:[,;]|-|–|to|and)\s*\d{1,3})*)\s*"
MARKER = re.compile(rf"\[{_INSIDE}\]")
# 【1】 · 【1†source】 · ［1］ · [^1] · [[1]] · [note 1] · [#1]: some models were trained so.
# What is saved has none of these.
_CALLED = r"(?:[\^#]|(?:notes?|sources?|quellen?|fuentes?|n|no\.|nr\.)\s*[:#]?)"
_WRITTEN = re.compile(
    rf"\[\s*{_CALLED}?{_INSIDE}\]|\[\[{_INSIDE}\]\]"
    rf"|[【［]\s*{_CALLED}?{_INSIDE}(?:†[^】\n]{{0,80}})?[】］]",
    re.IGNORECASE,
)
# A statement rests on a few things: a range of more is no citation, nor one of what is not there.
LONGEST_RANGE = 5
CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`", re.DOTALL)
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|to)\s*(\d+))?")


def resolve(text: str, recalled: int) -> tuple[str, list[int]]:
    """Number the markers of an answer anew, in the order they appear; drop those of nothing.

    Gives the text and, for its markers 1, 2, …, what each stands for among the `recalled` things
    (counted from 1). Code is left as it is; so is everything else.
    """
    order: list[int] = []

    def renumber(match: "re.Match[str]") -> str:
        known = _numbers(next(filter(None, match.groups())), recalled)
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
    for match in CODE.finditer(text):
        yield False, text[last : match.start()]
        yield True, match.group()
        last = match.end()
    yield False, text[last:]


def _replace_markers(piece: str, new_for: Callable[["re.Match[str]"], str]) -> str:
    """Replace markers; where one is dropped, the space before it goes too."""
    parts: list[str] = []
    last = 0
    for match in _WRITTEN.finditer(piece):
        before = piece[last : match.start()]
        new = new_for(match)
        parts.append(before if new else before.rstrip(" "))
        parts.append(new)
        last = match.end()
    parts.append(piece[last:])
    return "".join(parts)


def told_apart(text: str, unheld: Sequence[tuple[int, int]]) -> tuple[str, dict[int, int]]:
    """Give the markers in these places numbers of their own, behind all others.

    So that one thing may hold one sentence and not another; a marker that stands nowhere else
    keeps its number. Gives the text, and by the numbers in these places what they stood for.
    """
    markers = [(int(m[1]), m.start()) for m in MARKER.finditer(text) if m[1].isdigit()]

    def within(at: int) -> bool:
        return any(start <= at < stop for start, stop in unheld)

    held = {number for number, at in markers if not within(at)}
    doubted = dict.fromkeys(number for number, at in markers if within(at))
    last = max((number for number, _ in markers), default=0)
    new = {old: old for old in doubted if old not in held}
    for place, old in enumerate((old for old in doubted if old in held), start=1):
        new[old] = last + place

    def apart(match: "re.Match[str]") -> str:
        known = within(match.start()) and match[1].isdigit()
        return f"[{new[int(match[1])]}]" if known else match.group()

    return MARKER.sub(apart, text), {number: old for old, number in new.items()}


def _numbers(inside: str, recalled: int) -> list[int]:
    """The numbers a marker names; a range counts as a whole or not at all."""
    found: list[int] = []
    for match in _RANGE.finditer(inside):
        first, last = int(match[1]), int(match[2] or match[1])
        if 1 <= first <= last <= recalled and last - first < LONGEST_RANGE:
            found += range(first, last + 1)
    return found
