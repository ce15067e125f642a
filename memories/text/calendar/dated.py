"""Relative times with their dates: "tomorrow" is another day when it is read again."""

import re
from datetime import date, datetime, timedelta

from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.names import months, weekdays
from memories.text.calendar.tense import way
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
# A day without its month: "the 1st", "am 15.", "el día 5". Of what comes each month it is no date.
_OF_ANY_MONTH = re.compile(
    r"(?:\w+\s+)?(?:the\s+)?\d{1,2}(?:st|nd|rd|th)|(?:am|zum|bis\s+zum)\s+\d{1,2}\.?|(?:el\s+)?día\s+\d{1,2}",
    re.IGNORECASE,
)
_EACH_MONTH = re.compile(
    r"\b(?:rent|pay\s?day|(?:get|got|am|are|is)\s+paid|salary|wages|mortgage|standing\s+order|direct\s+debit"
    r"|subscription|allowance|pension|every|each|monthly|always|usually|(?:a|per)\s+month"
    r"|miete|gehalt|lohn|zahltag|rate|dauerauftrag|lastschrift|abgebucht|abo|taschengeld|rente|jeden|jeweils"
    r"|immer|monatlich|(?:im|pro)\s+monat|alquiler|nómina|sueldo|hipoteca|recibo|suscripción|pensión|cada"
    r"|siempre|mensual(?:mente)?|al\s+mes|me\s+pagan|cobro)\b",
    re.IGNORECASE,
)
# A day of the week alone is no date of what is so from now on: "ab sofort nicht mehr am Montag".
_OF_ANY_WEEK = re.compile(
    rf"(?:(?:on|am|el)\s+)?(?:{'|'.join(weekdays('en', 'de', 'es'))})", re.IGNORECASE
)
_EACH_WEEK = re.compile(
    r"\b(?:from\s+now\s+on|no\s+longer|any\s*more|in\s+future|these\s+days|ab\s+sofort|ab\s+jetzt"
    r"|nicht\s+mehr|künftig|in\s+zukunft|neuerdings|a\s+partir\s+de\s+ahora|ya\s+no|de\s+ahora\s+en"
    r"\s+adelante)\b",
    re.IGNORECASE,
)
_LANGUAGES = ("en", "de", "es")


def dated(text: str, said_at: datetime) -> str:
    """A text with the dates of the times it names by when it was said, in its language.

    `said_at` is aware, in the zone of whoever said it.
    """
    language = language_of(text)
    language = language if language in _LANGUAGES else "en"
    for named in reversed(_ways(text, said_at)):
        if named.until - named.since > _LONGEST or _GIVEN.search(named.words):
            continue
        if _OF_ANY_MONTH.fullmatch(named.words.strip()) and _EACH_MONTH.search(text):
            continue
        if _OF_ANY_WEEK.fullmatch(named.words.strip()) and _EACH_WEEK.search(text):
            continue
        part = _PART_OF_DAY.match(text, named.stop)
        at = part.end() if part else named.stop
        text = f"{text[:at]} ({_days(named, language)}){text[at:]}"
    return text


def _ways(text: str, said_at: datetime) -> list[NamedTime]:
    """The times a text names, each looked for where its words point."""
    past = {each.start: each for each in times(text, said_at, "past")}
    coming = times(text, said_at, "future")
    return [past.get(e.start, e) if way(text, e.start) == "past" else e for e in coming]


def _days(named: NamedTime, language: str) -> str:
    first, last = named.since.date(), (named.until - timedelta(days=1)).date()
    if first == last:
        return _spelled(first, language)
    return f"{_spelled(first, language)} – {_spelled(last, language)}"


def _spelled(day: date, language: str) -> str:
    month = months(language)[day.month - 1]
    if language == "es":
        return f"{day.day} de {month} de {day.year}"
    return f"{day.day}{'.' if language == 'de' else ''} {month.capitalize()} {day.year}"
