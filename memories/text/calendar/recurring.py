"""What comes again and again: every week on a day, every month on a day, every year on a date."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memories.text.calendar import words as said
from memories.text.calendar.counted import ORDINALS
from memories.text.calendar.days import NamedTime
from memories.text.calendar.names import weekdays
from memories.text.calendar.told import told_times
from memories.text.calendar.words import is_feast

_DAYS_OF_WEEK = "|".join(weekdays("en", "de", "es"))
# A day without its month: "the 1st", "am 15.", "el día 5". Of what comes each month it is no date.
_OF_ANY_MONTH = re.compile(
    r"(?:\w+\s+)?(?:the\s+)?(?P<d>\d{1,2})(?:st|nd|rd|th)|(?:am|zum|bis\s+zum)\s+(?P<d2>\d{1,2})\.?"
    r"|(?:el\s+)?día\s+(?P<d3>\d{1,2})",
    re.IGNORECASE,
)
_EACH_MONTH = re.compile(
    r"\b(?:rent|pay\s?day|(?:get|got|am|are|is)\s+paid|pays?\s+(?:me|us|him|her|them)|salary|wages|mortgage|standing\s+order|direct\s+debit"
    r"|subscription|allowance|pension|every|each|monthly|always|usually|(?:a|per)\s+month"
    r"|miete|gehalt|lohn|zahltag|rate|dauerauftrag|lastschrift|abgebucht|abo|taschengeld|rente|jeden|jeweils"
    r"|immer|monatlich|(?:im|pro)\s+monat|alquiler|nómina|sueldo|hipoteca|recibo|suscripción|pensión|cada"
    r"|siempre|mensual(?:mente)?|al\s+mes|me\s+pagan|cobro)\b",
    re.IGNORECASE,
)
# A day of the week alone is no date of what is so from now on, or as it always was: "ab sofort
# nicht mehr am Montag", "den Chor am Dienstag gibt es noch".
_OF_ANY_WEEK = re.compile(rf"(?:(?:on|am|el)\s+)?(?P<w>{_DAYS_OF_WEEK})", re.IGNORECASE)
_EACH_WEEK = re.compile(
    r"\b(?:from\s+now\s+on|no\s+longer|any\s*more|in\s+future|these\s+days|as\s+(?:usual|always|ever)|usually"
    r"|still\s+(?:exists?|runs?|running|meets?|meeting|going|goes|happens|happening|takes\s+place|there)"
    r"|ab\s+sofort|ab\s+jetzt|nicht\s+mehr|künftig|in\s+zukunft|neuerdings|(?:gibt|gab)(?:\s+es|['’]s|s)?"
    r"\s+(?:\w+\s+){0,2}?noch|immer\s+noch|noch\s+immer|nach\s+wie\s+vor|weiterhin|wie\s+(?:immer|gewohnt|üblich)"
    r"|immer|meistens|regelmäßig|wöchentlich|weekly"
    r"|a\s+partir\s+de\s+ahora|ya\s+no|de\s+ahora\s+en\s+adelante|como\s+siempre|sigue\w*|todavía\s+hay"
    r"|siempre)\b",
    re.IGNORECASE,
)
_PART = (
    r"(?:\s*(?:morning|lunchtime|afternoon|evening|night|vormittag|mittag|nachmittag|abend|nacht))"
)
_BETWEEN = rf"(?:s|en|e)?{_PART}?s?\s*(?:,|and|or|&|und|oder|y|to|bis|a|-|–)\s*"
# "Tuesdays", "every Tuesday", "dienstags", "jeden Dienstagabend", "los martes", "Monday to Friday".
_EVERY_ONE = (
    r"\b(?:every|each|jede[nrsm]?|jeweils(?:\s+am)?|immer(?:\s+am)?|always(?:\s+on)?|usually(?:\s+on)?|cada"
    r"|todos\s+los|los|alternate|(?:every|jeden|cada)\s+(?:other|second|zweiten|dos))\s+(?:{day})",
    rf"\b(?:{{day}}){_PART}?s\b",
)
_SEVERAL = (
    rf"\b(?:{_DAYS_OF_WEEK}){_BETWEEN}(?:(?:{_DAYS_OF_WEEK}){_BETWEEN})*(?:{_DAYS_OF_WEEK})s?\b"
)
_NTH_OF_MONTH = re.compile(
    rf"\b(?P<o>{'|'.join(ORDINALS)})\s+(?P<w>{_DAYS_OF_WEEK})\s+(?:(?:of|in|im|jede[nms]|des|de|del)\s+)+"
    r"(?:(?:the|each|every|a|jede[nms]|cada)\s+)?(?:month|monat\w*|mes)\b"
)
_USUALLY = re.compile(
    r"\b(?:always|usually|tradition\w*|every|each|immer|meistens|jede[nsmr]?|jeweils|üblicherweise|siempre|cada"
    r"|todos\s+los)\b",
    re.IGNORECASE,
)
_EVERY_YEAR = re.compile(
    r"\b(?:birthdays?|born|anniversar(?:y|ies)|name\s?day|every\s+year|each\s+year|yearly|annual(?:ly)?"
    r"|geburtstage?\w*|geb(?:oren|\.)|jahrestag\w*|hochzeitstag\w*|namenstag\w*|todestag\w*"
    r"|jedes\s+jahr|jährlich\w*|cumpleaños|cumple|nací|nació|nacid[oa]|aniversario|cada\s+año|todos\s+los\s+años)\b"
    r"|(?<=\w)geburtstag\b",
    re.IGNORECASE,
)
# "Dad turns 70 on 3 January", "Papa wird am 3. Januar 70".
_TURNS = re.compile(
    r"\b(?:turns?|turning|will\s+be)\s+(?:\d{1,3}(?!\d|\s*(?:am|pm|°|per|%))|\w+(?:ty|teen)\b)"
    r"|\bwird\s+(?:am\s+\S+(?:\s+[^\W\d]\S*)?\s+)?(?:\d{1,3}(?![\d.:]|\s*(?:uhr|grad|°|%|euro))|\w+(?:zig|ßig)\b)"
    r"|\bcumple\s+\d{1,3}\b",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    r"birthday|\bbday|\bborn\b|geburtstag|\bgeb(?:oren|\.)|cumpleaños|\bcumple\b|\bnaci(?:ó|do|da)\b|\bnací\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:no\s+longer|not\s+.{0,30}any\s*more|used\s+to|nicht\s+mehr|kein\w*\s+.{0,30}mehr|früher|ya\s+no)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Recurring:
    """When something comes again: on these weekdays (Monday is 0), and on these days of a month."""

    weekdays: frozenset[int] = frozenset()
    month_days: frozenset[int] = frozenset()
    # "The first Monday of the month": which, from 1 to 5 for the last, and the weekday.
    of_month: frozenset[tuple[int, int]] = frozenset()

    def falls_on(self, day: date) -> bool:
        """Whether it comes on that day."""
        last = (day + timedelta(days=7)).month != day.month
        which = {(day.day - 1) // 7 + 1} | ({5} if last else set())
        nth = any((each, day.weekday()) in self.of_month for each in which)
        return nth or day.weekday() in self.weekdays or day.day in self.month_days


def recurring(text: str, said_at: datetime) -> Recurring:
    """The days of the week and of the month on which a text says that something comes again.

    None where it tells that it is over. `said_at` is aware, in the zone of whoever said it.
    """
    if _OVER.search(text):
        return Recurring()
    low = text.lower()
    if not (any(name in low for name in said.WEEKDAYS) or _EACH_MONTH.search(text)):
        return Recurring()
    found = {
        number
        for name, number in said.WEEKDAYS.items()
        if name in low
        and any(re.search(each.format(day=re.escape(name)), low) for each in _EVERY_ONE)
    }
    for several in re.finditer(_SEVERAL, low):
        found |= _all_of(several.group())
    told = told_times(text, said_at)
    found |= {
        said.WEEKDAYS[match["w"].lower()]
        for each in told
        if comes_every_week(each, text) and (match := _OF_ANY_WEEK.fullmatch(each.words.strip()))
    }
    days = {each.since.day for each in told if comes_every_month(each, text)}
    nth = {
        (ORDINALS[match["o"]], said.WEEKDAYS[match["w"]]) for match in _NTH_OF_MONTH.finditer(low)
    }
    return Recurring(frozenset(found), frozenset(days), frozenset(nth))


def comes_every_week(named: NamedTime, text: str) -> bool:
    """Whether a weekday that a text names means every one of its kind."""
    bare = _OF_ANY_WEEK.fullmatch(named.words.strip())
    return bare is not None and _EACH_WEEK.search(text) is not None


def comes_every_month(named: NamedTime, text: str) -> bool:
    """Whether a day of the month that a text names means that of every month."""
    bare = _OF_ANY_MONTH.fullmatch(named.words.strip())
    return bare is not None and _EACH_MONTH.search(text) is not None


def comes_every_feast(named: NamedTime, text: str) -> bool:
    """Whether a feast that a text names means every one: "at Easter we always go to Whitby"."""
    return is_feast(named.words) and _USUALLY.search(text) is not None


def comes_every_year(text: str) -> bool:
    """Whether the date that a text names comes every year: a birthday, an anniversary."""
    return _EVERY_YEAR.search(text) is not None or is_birthday(text)


def is_birthday(text: str) -> bool:
    """Whether a text tells of somebody's birthday, or how old they turn."""
    return _BIRTHDAY.search(text) is not None or _TURNS.search(text) is not None


def _all_of(words: str) -> set[int]:
    """The weekdays of "Tuesdays and Fridays"; of "Monday to Friday" those between as well."""
    named = [said.WEEKDAYS[name] for name in re.findall(_DAYS_OF_WEEK, words)]
    if len(named) == 2 and re.search(r"(?:\bto\b|\bbis\b|\ba\b|-|–)", words):
        return {(named[0] + n) % 7 for n in range((named[1] - named[0]) % 7 + 1)}
    return set(named)
