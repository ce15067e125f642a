"""Facts that were forgotten, and what says them again or something else: data/restatements*.txt.

Some are for training the reader (bench/reader), the others for the classifier that has its verdict
among its columns.
"""

from dataclasses import dataclass, field
from pathlib import Path

# Facts of these files and every third of the others are for the classifier.
ALL_FOR_FITTING = ("restatements_7.txt", "restatements_8.txt", "restatements_9.txt")
THIRD = 3
DATA = Path(__file__).with_name("data")


@dataclass
class Fact:
    """A fact, and sentences with whether they say it again."""

    text: str
    file: str
    beside: list[tuple[str, bool]] = field(default_factory=list)


def facts() -> list[Fact]:
    """All facts, in the order of the files."""
    found: list[Fact] = []
    for file in sorted(DATA.glob("restatements*.txt")):
        for line in file.read_text().splitlines():
            mark, _, text = line.strip().partition(" ")
            if mark == "=":
                found.append(Fact(text.strip(), file.name))
            elif mark in ("+", "-") and found:
                found[-1].beside.append((text.strip(), mark == "+"))
    return found


def for_training() -> list[Fact]:
    """Those the reader is trained on: two of three of the first files."""
    return [fact for at, fact in enumerate(facts()) if _is_for_training(at, fact)]


def for_fitting() -> list[Fact]:
    """Those the classifier is trained on."""
    return [fact for at, fact in enumerate(facts()) if not _is_for_training(at, fact)]


def _is_for_training(at: int, fact: Fact) -> bool:
    return fact.file not in ALL_FOR_FITTING and at % THIRD != 0
