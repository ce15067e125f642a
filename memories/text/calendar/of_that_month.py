"""A day whose month was said before it: "in February we're off, we fly on the 11th"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from memories.text.calendar.arithmetic import month_of
from memories.text.calendar.days import NamedTime
from memories.text.calendar.whats_on.plan_words import BIRTHDAYS
from memories.text.calendar.words import MONTHS, WEEKDAYS

_DAY_ALONE = re.compile(r"(?:[^\W\d]+\s+)*(?P<d>[12]?\d|3[01])(?:st|nd|rd|th|\.)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d]+")
_RETURNS = re.compile(
    r"\b(?:back|home|returns?|returning|until|till|bis|zurück|heim|wieder|vuelta|volvemos|hasta)\b",
    re.IGNORECASE,
)
# Behind these another thing is told of.
_OTHER_THING = re.compile(
    r"[.!?;]\s|\b(?:but|however|though|although|while|whereas|meanwhile|aber|allerdings|dagegen|während"
    r"|pero|mientras)\b",
    re.IGNORECASE,
)


def of_the_month_before(
    text: str, named: Sequence[NamedTime], said_at: datetime, month: date | None = None
) -> list[NamedTime]:
    """Times with each day of a month in the month that was said before it in its sentence.

    `month` is where a month begins that was said before the text.
    """
    found: list[NamedTime] = []
    since, after = month, 0
    for each in named:
        if _OTHER_THING.search(text, after, each.start):
            since = None
        is_birthday = BIRTHDAYS.search(text, after, each.start) is not None
        if since and (moved := _in_month(text[after:], each, since, said_at)):
            each = moved
        elif begins := _begins(each):
            # Of a birthday's month nothing else is told.
            since = None if is_birthday else begins
        after = ends_at(each)
        found.append(each)
    return found


def month_said(text: str, named: Sequence[NamedTime]) -> date | None:
    """Where the month begins that a text says last, for what follows in its sentence."""
    since, after = None, 0
    for each in named:
        since, after = _begins(each) or since, ends_at(each)
    return None if since is None or _OTHER_THING.search(text, after) else since


def ends_at(named: NamedTime) -> int:
    """Where a time ends, without the stop of its sentence: that of "am 3." is of the day."""
    stops_sentence = named.words.endswith(".") and named.words[-2:-1].isalpha()
    return named.stop - stops_sentence


def _begins(named: NamedTime) -> date | None:
    """The day from which a day alone is looked for: where the month that is named begins."""
    first, end = named.since.date(), named.until.date()
    if named.role != "at":
        return None
    if first.day == 1 and (first, end) == month_of(first.year, first.month):
        return first
    words = _WORD.findall(named.words.lower())
    dated = end - first == timedelta(days=1) and any(word in MONTHS for word in words)
    return first if dated else None


def _in_month(rest: str, named: NamedTime, since: date, said_at: datetime) -> NamedTime | None:
    """A day alone as that day of the month, not before `since`; None where it is of another time.

    Of what is to come, what has passed says nothing; a day back home may be in the month after.
    `rest` is the text from the time before it on.
    """
    match = _DAY_ALONE.fullmatch(named.words.strip())
    words = _WORD.findall(named.words.lower())
    if match is None or any(word in MONTHS or word in WEEKDAYS for word in words):
        return None
    today, asked = said_at.date(), named.since.date()
    day = next(
        (d for n in range(31) if (d := since + timedelta(days=n)).day == int(match["d"])), None
    )
    if day is None or (day > today) != (asked > today):
        return None
    if (since > today) != (asked > today) and (since.year, since.month) != (
        today.year,
        today.month,
    ):
        return None
    if day.month != since.month and not _RETURNS.search(rest):
        return None
    at = datetime(day.year, day.month, day.day, tzinfo=said_at.tzinfo)
    return replace(named, since=at, until=at + timedelta(days=1))
