"""Relative times with their dates: "tomorrow" is another day when it is read again."""

import re
from datetime import date, datetime, timedelta

from memories.text.calendar.days import NamedTime
from memories.text.calendar.names import months, weekday_numbers
from memories.text.calendar.recurring import (
    comes_every_feast,
    comes_every_month,
    comes_every_week,
)
from memories.text.calendar.stays import Duration, ends
from memories.text.calendar.told import begun_times, of_a_feast, when_told
from memories.text.calendar.words import MONTHS
from memories.text.languages import language_of

# Longer than a week, a time is vague: "next year" is said with when it was said.
_LONGEST = timedelta(days=7)
_GIVEN = re.compile(rf"\d{{4}}|\d\s*[./]\s*\d|\b(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
# What belongs to the day named before it.
_PART_OF_DAY = re.compile(
    r"\s+(?:morning|lunchtime|afternoon|evening|night|früh|vormittag|mittag|nachmittag|abend|nacht"
    r"|por\s+la\s+(?:mañana|tarde|noche)|al\s+mediodía)\b",
    re.IGNORECASE,
)
_SPELLED_OUT = re.compile(r"\s*\([^()]*\d{4}\)")
_LANGUAGES = ("en", "de", "es")
_THAT_WEEK = re.compile(
    r"\b(?:(?:that|the)\s+(?:very|same)\s+week|that\s+week"
    r"|(?:jener|derselben|der\s+(?:selben|gleichen))\s+Woche|(?:esa|la)\s+misma\s+semana|esa\s+semana)\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    rf"\b(?P<day>{'|'.join(weekday_numbers(*_LANGUAGES))})\b(?:{_SPELLED_OUT.pattern})?",
    re.IGNORECASE,
)
_UNTIL = {"en": "until", "de": "bis", "es": "hasta el"}


def dated(text: str, said_at: datetime, *, month: date | None = None) -> str:
    """A text with the dates of the times it names by when it was said, in its language.

    `said_at` is aware, in the zone of whoever said it. `month` is where a month begins that was
    said before the text, in its sentence.
    """
    language = language_of(text)
    language = language if language in _LANGUAGES else "en"
    named = begun_times(text, said_at, month=month)
    added = [found for each in named if (found := _date_of(text, each, language))]
    added += [found for each in ends(text, named) if (found := _end_of(text, *each, language))]
    for at, words in sorted(added, reverse=True):
        text = f"{text[:at]} ({words}){text[at:]}"
    return text


def dated_near(text: str, said_at: datetime, other: date, *, same_week: bool = False) -> str:
    """A text dated as by `dated`, its days without a month as near to another day as they can be.

    "The 22nd" is the 22nd nearest to it, and not past; "the Friday that week" of its very week, as
    is any weekday with `same_week`.
    """
    month = other.replace(day=1)
    near = (month, _first_of_month(month, 32), _first_of_month(month, -1))
    found = [dated(text, said_at, month=each) for each in near]
    if (same_week or _THAT_WEEK.search(text)) and (said := _WEEKDAY.search(found[0])):
        weekday = weekday_numbers(*_LANGUAGES)[said["day"].lower()]
        on = other + timedelta(days=weekday - other.weekday())
        language = language_of(text)
        spelled = _spelled(on, language if language in _LANGUAGES else "en")
        return f"{found[0][: said.end('day')]} ({spelled}){found[0][said.end() :]}"
    days = [(when_told(each, said_at), each) for each in found]
    coming = [(abs((on.date() - other).days), each) for on, each in days if on and on >= said_at]
    nearest = min(coming, default=None, key=lambda each: each[0])
    return nearest[1] if nearest else dated(text, said_at)


def _first_of_month(month: date, days: int) -> date:
    """The first day of the month that is `days` after `month`."""
    return (month + timedelta(days=days)).replace(day=1)


def undated(text: str) -> str:
    """A text without the dates in brackets behind its times, as it was said."""
    return _SPELLED_OUT.sub("", text)


def _date_of(text: str, named: NamedTime, language: str) -> tuple[int, str] | None:
    """Where the date of a time is to stand, and the date; None where it needs none."""
    if named.until - named.since > _LONGEST or _GIVEN.search(named.words):
        return None
    if comes_every_month(named, text) or comes_every_week(named, text):
        return None
    if of_a_feast(text, named) or comes_every_feast(named, text):
        return None
    part = _PART_OF_DAY.match(text, named.stop)
    at = part.end() if part else named.stop
    return None if _SPELLED_OUT.match(text, at) else (at, _days(named, language))


def _end_of(
    text: str, lasting: Duration, begins: NamedTime, language: str
) -> tuple[int, str] | None:
    """Where the day is to stand on which something ends that lasts some days, and that day."""
    if not lasting.days or _SPELLED_OUT.match(text, lasting.stop):
        return None
    if comes_every_month(begins, text) or comes_every_week(begins, text):
        return None
    last = begins.since.date() + timedelta(days=lasting.days)
    return lasting.stop, f"{_UNTIL[language]} {_spelled(last, language)}"


def _days(named: NamedTime, language: str) -> str:
    first, last = named.since.date(), (named.until - timedelta(days=1)).date()
    if first == last:
        return _spelled(first, language)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}{_dot(language)} – {_spelled(last, language)}"
    return f"{_spelled(first, language)} – {_spelled(last, language)}"


def _spelled(day: date, language: str) -> str:
    month = months(language)[day.month - 1]
    if language == "es":
        return f"{day.day} de {month} de {day.year}"
    return f"{day.day}{_dot(language)} {month.capitalize()} {day.year}"


def _dot(language: str) -> str:
    return "." if language == "de" else ""
