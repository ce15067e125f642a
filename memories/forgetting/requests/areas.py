"""Areas of a life that a request may name: "everything about my health", "my job stuff".

What belongs to one hardly ever says its name: "I take levothyroxine" is health. So it is what would
answer one of the questions that an area consists of (data/areas.txt).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from llm import reader
from llm.reader import EncodedText
from memories.forgetting.requests.candidates import Unit
from memories.text import gist, in_english

# How well (a logit) something must answer one of its questions to belong to an area, or to be
# offered: of the requests in bench/forgetting/data 50 of 51 things of somebody's health came from
# here on, and one that was none.
_SURELY, _MAYBE = 2.65, 0.5
_NAMED = (
    r"^\W*(?:(?:my|our)\s+)?(?:(?:own|whole|entire)\s+)?(?:{names})"
    r"(?P<whole>\s+(?:stuff|things?|matters?|issues?|problems?|info\w*|data|records?)"
    r"|,?\s+(?:with|including)\s+(?:all|everything))?"
    r"\s*(?:$|[;:.]|,\s+(?:all|every|also|including|with|the|that)\b|\s[–-]\s|(?:all|and|including|also)\b)"
)

_AREAS = Path(__file__).parent / "data" / "areas.txt"


@dataclass(frozen=True)
class Area:
    """An area: how it is named, whose else it may be, and the questions it answers."""

    named: "re.Pattern[str]"
    persons: frozenset[str]
    questions: tuple[str, ...]


class OfArea(NamedTuple):
    """What surely belongs to an area, and what may."""

    surely: list[Unit]
    maybe: list[Unit]


def area_of(topic: str, *, whole: bool) -> Area | None:
    """The area that a topic names, not "my health insurance"; where all of it is asked for.

    That is said before the topic (`whole`), or with it: "my job stuff".
    """
    english = in_english(topic)
    for area in _areas():
        named = area.named.match(english)
        if named and (whole or named["whole"]):
            return area
    return None


def in_area(area: Area, units: Sequence[Unit]) -> OfArea:
    """What of these belongs to an area of the person's life."""
    own = [unit for unit in units if _may_be_ones_own(area, unit.text)]
    best = how_well(area.questions, own)
    ranked = sorted(zip(best, own, strict=True), key=lambda pair: -pair[0])
    surely = [unit for answers, unit in ranked if answers >= _SURELY]
    maybe = [unit for answers, unit in ranked if _MAYBE <= answers < _SURELY]
    return OfArea([unit for unit in units if unit in surely], maybe)


def how_well(questions: tuple[str, ...], units: Sequence[Unit]) -> list[float]:
    """How well (a logit) each of these answers the question that it answers best."""
    asked = _read(questions)
    read = reader.statements([in_english(unit.text) for unit in units])
    return [max(reader.answers(question, each) for question in asked) for each in read]


def _may_be_ones_own(area: Area, text: str) -> bool:
    mine = "me" in gist(text).whose
    return mine or bool(area.persons & set(re.findall(r"\w+", in_english(text).lower())))


@cache
def _areas() -> tuple[Area, ...]:
    return tuple(map(_area, _AREAS.read_text().split("\n\n")))


def _area(told: str) -> Area:
    head, *questions = [line for line in told.splitlines() if line and not line.startswith("#")]
    names, _, persons = head.partition(":")[2].partition("/")
    called = "|".join(re.escape(name.strip()) for name in names.split(","))
    return Area(
        re.compile(_NAMED.format(names=called), re.IGNORECASE),
        frozenset(person.strip() for person in persons.split(",") if person.strip()),
        tuple(questions),
    )


@cache
def _read(questions: tuple[str, ...]) -> list[EncodedText]:
    return reader.read(questions, as_questions=True)
