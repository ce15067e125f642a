"""Relative times with their dates: "tomorrow" is another day when it is read again."""

import re
from datetime import date, datetime, timedelta

from memories.text.calendar.days import NamedTime
from memories.text.calendar.names import months
from memories.text.calendar.recurring import comes_every_month, comes_every_week
from memories.text.calendar.told import of_a_feast, told_times
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


def dated(text: str, said_at: datetime) -> str:
    """A text with the dates of the times it names by when it was said, in its language.

    `said_at` is aware, in the zone of whoever said it.
    """
    language = language_of(text)
    language = language if language in _LANGUAGES else "en"
    for named in reversed(told_times(text, said_at)):
        if named.until - named.since > _LONGEST or _GIVEN.search(named.words):
            continue
        if comes_every_month(named, text) or comes_every_week(named, text):
            continue
        if of_a_feast(text, named):
            continue
        part = _PART_OF_DAY.match(text, named.stop)
        at = part.end() if part else named.stop
        if not _SPELLED_OUT.match(text, at):
            text = f"{text[:at]} ({_days(named, language)}){text[at:]}"
    return text


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
