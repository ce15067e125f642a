"""Everyday ways of saying the same: which points of life a sentence touches, by its words.

A line of meanings.txt is one point. `give up` stands for those words in this order, `fix` for all
forms of the word.
"""

import re
from functools import cache
from pathlib import Path

from memories.text import stem_of

_POINTS = Path(__file__).with_suffix(".txt")

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def points_in(text: str) -> frozenset[int]:
    """Which points a text touches, as their line numbers."""
    words, phrases = _points()
    found = _WORD.findall(text.lower().replace("’", "'"))
    stems = [stem_of(word.removesuffix("'s")) for word in found]
    touched = {point for stem in stems for point in words.get(stem, ())}
    line = f" {' '.join(stems)} "
    touched.update(point for phrase, point in phrases if phrase in line)
    return frozenset(touched)


@cache
def _points() -> tuple[dict[str, tuple[int, ...]], tuple[tuple[str, int], ...]]:
    words: dict[str, tuple[int, ...]] = {}
    phrases: list[tuple[str, int]] = []
    for number, line in enumerate(_POINTS.read_text().splitlines()):
        for entry in line.split(", "):
            stems = [stem_of(word) for word in entry.strip().split()]
            if len(stems) == 1:
                words[stems[0]] = (*words.get(stems[0], ()), number)
            else:
                phrases.append((f" {' '.join(stems)} ", number))
    return words, tuple(phrases)
