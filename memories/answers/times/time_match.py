"""A time that a question names: what is of another time does not surely answer.

What was told holds for when it was told and for the times it names. Of what now is, or of every
week, no time is asked.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from memories.answers.passages import AnswerPassage
from memories.text import NamedTime, times

_LOOKED_AT = 400
# What ends the name of a time and is none by itself: "two weeks ago".
_COUNTING = frozenset(
    "ago last before day days week weeks month months year years tag tagen woche wochen monat"
    " monats monaten jahr jahres jahren día días semana semanas mes meses año años pasado pasada"
    " viene".split()
)
# What leads to a time and is left when it is gone: "in early January".
_LEFT = re.compile(r"\s+(?:in|at|on|by|around|during|im|am|um|en|a)$", re.IGNORECASE)
_WAYS: tuple[Literal["past"], Literal["future"]] = ("past", "future")
_EVER = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))


def of_that_time(
    question: str, passages: Sequence[AnswerPassage], now: datetime, zone: ZoneInfo
) -> list[AnswerPassage] | None:
    """Those of the passages that fit the time a question names; None where it names none.

    `now` is aware. "In December" may be the last or the next.
    """
    now = now.astimezone(zone)
    asked = [each for way in _WAYS for each in times(question, now, way)]
    named = [each for each in asked if each.role == "at" and not each.since <= now < each.until]
    if not named or len(named) < len(asked):
        return None
    return [passage for passage in passages if _fits(passage, named, zone)]


def without_time(question: str, now: datetime) -> str:
    """A question without the past times it names: "Who was my boss in March?" asks for who it is.

    `now` is aware, in the zone of whoever asks.
    """
    for each in reversed(times(question, now, "past")):
        if each.role == "at" and each.until <= now:
            before = _LEFT.sub("", question[: each.start].rstrip())
            question = before + question[each.stop :]
    return question


def _fits(passage: AnswerPassage, named: Sequence[NamedTime], zone: ZoneInfo) -> bool:
    """Whether a passage was told in one of these times, or tells of it; of documents always."""
    if passage.was_read:
        return True
    at = passage.item.happened_at.astimezone(zone)
    text = passage.text[:_LOOKED_AT]
    if any(each.since <= at < each.until or _says(text, each.words) for each in named):
        return True
    spans = [_span(each) for way in _WAYS for each in times(text, at, way)]
    return any(
        since < each.until and each.since < until for each in named for since, until in spans
    )


def _says(text: str, words: str) -> bool:
    """Whether a text has the word that names the time: "Fridays" has "last Friday"'s."""
    name = words.lower().split()[-1]
    if name in _COUNTING or any(letter.isdigit() for letter in words):
        return False
    return re.search(rf"\b{re.escape(name)}", text.lower()) is not None


def _span(told: NamedTime) -> tuple[datetime, datetime]:
    """The time that a text speaks of: from then on, until then, or then."""
    if told.role in ("since", "after"):
        return told.since, _EVER[1]
    if told.role in ("until", "before"):
        return _EVER[0], told.until
    return told.since, told.until
