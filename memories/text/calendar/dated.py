"""Relative times with their dates: "tomorrow" is another day when it is read again."""

import re
from datetime import date, datetime, timedelta

from memories.text.calendar.days import NamedTime
from memories.text.calendar.names import months
from memories.text.calendar.recurring import comes_every_month, comes_every_week
from memories.text.calendar.told import told_times
from memories.text.calendar.words import MONTHS, is_feast
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
# "In the Easter holidays", "Christmas dinner": the name of a feast that belongs to what follows is
# not its day.
_ARTICLE = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|this\s+year['’]s|las?|los)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_BELONGS = re.compile(
    r"[\s-]+(?:holidays?|hols|break|vacations?|weekend|week|time|season|term|part(?:y|ies)|dinner|lunch|meal"
    r"|markets?|fair|concerts?|play|show|service|shopping|presents?|gifts?|cards?|tree|eggs?|cake|bonus"
    r"|ferien|urlaub|feier|markt|essen|konzert|vacaciones)\b",
    re.IGNORECASE,
)
_WORD_FOLLOWS = re.compile(r"[\s-]+(?!of\b|de\b)[^\W\d_]")
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
        if _belongs_to_what_follows(text, named):
            continue
        part = _PART_OF_DAY.match(text, named.stop)
        at = part.end() if part else named.stop
        if not _SPELLED_OUT.match(text, at):
            text = f"{text[:at]} ({_days(named, language)}){text[at:]}"
    return text


def _belongs_to_what_follows(text: str, named: NamedTime) -> bool:
    """Whether a feast's name is a part of another thing's: "the Easter holidays"."""
    if not is_feast(named.words):
        return False
    if _BELONGS.match(text, named.stop):
        return True
    follows = _WORD_FOLLOWS.match(text, named.stop) is not None
    return follows and _ARTICLE.search(text[: named.start]) is not None


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
