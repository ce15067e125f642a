"""What a reasoning model says to itself in the text of its answer, between <think> and </think>."""

import re
from collections.abc import Iterator

from llm.messages import Delta, TextDelta

_OPENING, _ENDING = "<think>", "</think>"
# In code it is spoken of.
_MARK = re.compile(rf"(?<!`)(?:{_OPENING}|{_ENDING}\s*)(?!`)")


def without_thoughts(pieces: Iterator[Delta]) -> Iterator[Delta]:
    """Leave out of a stream what a model thinks before it answers."""
    start: str | None = ""  # of the text, while it may still be thoughts; None after them
    for piece in pieces:
        if start is None:
            yield piece
            continue
        if isinstance(piece, TextDelta):
            start += piece.text
            spoken = _spoken(start.lstrip())
            if spoken is None:
                continue
        else:  # the text is over, and was all thoughts, or shorter than their mark
            spoken = "" if start.lstrip().startswith(_OPENING) else start
        start = None
        if spoken:
            yield TextDelta(spoken)
        if not isinstance(piece, TextDelta):
            yield piece


def _spoken(start: str) -> str | None:
    """Give what of `start` is meant for the reader, None while that is still open."""
    if start.startswith(_OPENING):
        _, _, spoken = start.partition(_ENDING)
        return spoken.lstrip() or None
    return None if _OPENING.startswith(start) else start


def answer_of(text: str) -> str:
    """A whole answer without the thoughts in it, also those that only their end shows.

    Where a model's template opens them, its text begins with thoughts that nothing marks.
    """
    kept: list[str] = []
    start, opened = 0, -1
    for mark in _MARK.finditer(text):
        if mark.group() == _OPENING:
            opened = mark.start() if opened < 0 else opened
            continue
        kept = [*kept, text[start:opened]] if opened >= 0 else []
        start, opened = mark.end(), -1
    return "".join([*kept, text[start:]])
