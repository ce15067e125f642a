"""Lives written for training: what a person told, and what they later asked.

A file of data/ holds many lives, each begun by a line `# who they are`:

    N= a statement                        ? a question that the statement above answers
    & N,M: a question that takes both     ! N,M: a question that nothing answers; what comes near
    > N| first question | M: follow-up

Every fifth life is for fitting the weights, the others are for training the reader: what it learned
by heart would make its verdict look surer than it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DATA = Path(__file__).with_name("data")
EVERY_FIFTH = 5
_STATEMENT = re.compile(r"(\d+)\s*=\s*(.+)")
_OF_SEVERAL = re.compile(r"&\s*([\d, ]+):\s*(.+)")
_FOLLOW_UP = re.compile(r">\s*(\d+)\s*\|\s*(.+?)\s*\|\s*([\d, ]+):\s*(.+)")
_UNANSWERED = re.compile(r"!\s*([\d, ]*):?\s*(.+)")


@dataclass(frozen=True)
class Asked:
    """A question; the statements that answer it, and for one without an answer those near it.

    A follow-up has the question `before`, and which statement answered that.
    """

    text: str
    right: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    before: str = ""
    told: int = 0


@dataclass
class Life:
    """The statements of one person by their number, the questions they ask, and of which file."""

    file: int = 0
    statements: dict[int, str] = field(default_factory=dict)
    questions: list[Asked] = field(default_factory=list)


def lives() -> list[Life]:
    """All lives, in the order of the files' numbers: what is trained on stays that with more."""
    files = sorted(DATA.glob("lives_*.txt"), key=_number)
    return [life for file in files for life in _read(file)]


def for_training() -> list[Life]:
    """Those the reader is trained on."""
    return [life for number, life in enumerate(lives()) if number % EVERY_FIFTH]


def for_fitting() -> list[Life]:
    """Those the weights of the features are fitted on."""
    return lives()[::EVERY_FIFTH]


def _read(file: Path) -> Iterator[Life]:
    number = _number(file)
    life, current = Life(number), 0
    for line in file.read_text().splitlines():
        if line.startswith("#"):
            if life.statements:
                yield life
            life, current = Life(number), 0
        elif found := _STATEMENT.match(line):
            current = int(found[1])
            life.statements[current] = found[2].strip()
        elif line.startswith("?") and current:
            life.questions.append(Asked(line[1:].strip(), (current,)))
        elif found := _OF_SEVERAL.match(line):
            life.questions.append(Asked(found[2], _numbers(found[1])))
        elif found := _FOLLOW_UP.match(line):
            told, right = int(found[1]), _numbers(found[3])
            life.questions.append(Asked(found[4], right, before=found[2], told=told))
        elif found := _UNANSWERED.match(line):
            life.questions.append(Asked(found[2], near=_numbers(found[1])))
    if life.statements:
        yield life


def _number(file: Path) -> int:
    return int(file.stem.split("_")[1])


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in re.findall(r"\d+", text))
