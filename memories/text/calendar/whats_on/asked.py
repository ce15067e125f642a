"""The days that a question for what is on asks about: "what's on in May?", "hab ich am 3. was?".

A question asks for all of them where nothing is left of it but words for plans and appointments.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import Literal

from memories.text.calendar.arithmetic import Way, later
from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.names import month_numbers, weekdays
from memories.text.calendar.rules import NUMBER
from memories.text.calendar.tense import asks_past
from memories.text.calendar.whats_on.plan_words import (
    BETWEEN,
    BIRTHDAYS,
    FOR_ONE,
    HAPPENED,
    MINE,
    NEW_YEAR,
    OF_ANYBODY,
    OF_BIRTHDAYS,
    OF_PLANS,
    OF_VISITS,
    SEVERAL_BIRTHDAYS,
    THAT_DAY,
    TO_COME,
    TOLD,
    TWO_DAYS,
    VISIT,
    WHO_OR_WHEN,
)
from memories.text.calendar.words import NUMBERS, UNITS
from memories.text.languages import small_words, stem_in
from memories.text.patterns import lazily
from memories.text.words import content_words

# How far ahead is looked where no time is named, in days.
AHEAD = 366
_FEW = 3
_MONTHS = "|".join(sorted(month_numbers("en", "de", "es"), key=len, reverse=True))
_DAYS = "|".join(weekdays("en", "de", "es"))
_SPAN = rf"(?P<n>{NUMBER}|few|couple\s+of|paar|pocos|unos)"
_NEXT_FEW = lazily(
    rf"\b(?:in|over|for|within|during|en|für|in\s+den|en\s+l[oa]s)?\s*(?:the\s+|den\s+|die\s+|l[oa]s\s+)?"
    rf"(?:next|coming|following|nächsten|kommenden|próxim[oa]s)\s+(?:{_SPAN}\s+)?(?P<u>days|weeks|months|tagen?|wochen|monaten?"
    r"|días|semanas|meses)\b",
    re.IGNORECASE,
)
_THIS_ONE = lazily(
    r"\b(?:(?:my|our|the|mein\w*|unser\w*|die|das|der|den|mi|la|el)\s+|in\s+der\s+|unter\s+der\s+)(?P<rest>rest\s+of\s+(?:the|this|my)\s+)?"
    r"(?P<u>day|week|weekend|month|tag|woche|wochenende|monat|semana|mes|fin\s+de\s+semana|finde)\b(?!\s+(?:after|before|of|ends?))",
    re.IGNORECASE,
)
_BARE_MONTH = lazily(
    rf"(?<!\d\s)(?<!\d\.\s)(?<!\d\sof\s)\b(?P<m>{_MONTHS})\b(?!\s+\d)", re.IGNORECASE
)
_BETWEEN_DAYS = lazily(
    rf"\b(?P<a>{_DAYS})\s+(?:to|till|until|through|bis|al?|and|und|-|–)\s+(?P<b>{_DAYS})\b",
    re.IGNORECASE,
)
_JOINS = lazily(
    r"\s*(?:to|till|until|through|thru|bis|and|und|al?|y|-|–)\s*(?:(?:the|zum|dem|el)\s+)?",
    re.IGNORECASE,
)
_FEASTS = ((lazily(r"(?:christmas|xmas|weihnachten|navidad)$", re.IGNORECASE), -1, 2),
           (lazily(r"(?:easter|ostern|semana\s+santa)$", re.IGNORECASE), -2, 2))  # fmt: skip
_A_WEEKEND = lazily(
    r"^(?!this|dies|est).*\b(?:weekend|wochenende|finde|fin\s+de\s+semana)$", re.IGNORECASE
)
_WEEK_ENDS, _SUNDAY = 5, 6


@dataclass(frozen=True)
class AskedDays:
    """Days that a question asks about, from `first` to `last`, both included.

    `rest` are the words of what it asks of them besides, small ones left out: none where it asks
    for all that is on. `named` is whether it names the time itself. It may ask for `birthdays`
    alone, or for `visits`.
    """

    first: date
    last: date
    rest: tuple[str, ...] = ()
    named: bool = True
    birthdays: bool = False
    visits: bool = False
    past: bool = False
    # Whether the question is the time and nothing else: "and in January?".
    bare: bool = False

    @property
    def all_of_it(self) -> bool:
        """Whether nothing but the time, and the kind of what is on, narrows it."""
        return not self.rest

    def is_visit(self, text: str) -> bool:
        """Whether a text tells that somebody comes."""
        return VISIT.search(text) is not None


def asked_days(question: str, now: datetime) -> AskedDays | None:
    """The days a question for what is on asks about; None where it asks something else.

    `now` is aware, in the zone of whoever asks.
    """
    as_asked = question
    question = NEW_YEAR.sub(r"\g<0>'s day", question)
    question = THAT_DAY.sub("am ", question)
    if not TWO_DAYS.search(question):
        question = BETWEEN.sub(r"\g<first> to ", question)
    way: Way = "future"
    found, without = _time_named(question, now, way)
    # "In the first week" is no past, and German "was" none.
    if (asks_past(as_asked) and asks_past(without)) or HAPPENED.search(without):
        way = "past"
        found, without = _time_named(question, now, way)
    words = [word.spelling.lower().replace("’", "'") for word in content_words(without)]
    words = [word for word in words if word not in small_words()]
    birthdays = BIRTHDAYS.search(question) is not None
    if birthdays:
        return _birthdays(question, found, now, words)
    if FOR_ONE.search(without) or TOLD.search(without):
        return None
    visits = any(word in OF_VISITS for word in words) and not any(
        word in {"coming", "come"} and "up" in without.lower().split() for word in words
    )
    rest = tuple(word for word in words if not _stems_of(word) & _plain_stems())
    if found is None:
        if rest or not TO_COME.search(without) or WHO_OR_WHEN.search(without):
            return None
        today = now.date()
        return AskedDays(today, today + timedelta(days=AHEAD), named=False)
    if WHO_OR_WHEN.search(without) and not visits:
        return None
    if not words and not _asks_something(without):
        return None
    visits = visits and any(word in OF_VISITS - OF_PLANS for word in words)
    first, last = found
    if way == "future":
        first = max(first, now.date())
    past = last < now.date()
    if first > last:
        return None
    return AskedDays(first, last, rest, visits=visits, past=past, bare=not words)


def _stems_of(word: str) -> frozenset[str]:
    """A word's stems in the languages that are read: "mach" is "machen"."""
    return frozenset((word, *(stem_in(language, word) for language in ("en", "de", "es"))))


@cache
def _plain_stems() -> frozenset[str]:
    return frozenset[str]().union(*(_stems_of(word) for word in OF_PLANS | OF_VISITS))


def _asks_something(without: str) -> bool:
    return "?" in without or bool(
        re.search(r"\b(?:what|was|qué|how|wie|which|welche\w*)\b", without.lower())
    )


def _birthdays(
    question: str, found: tuple[date, date] | None, now: datetime, words: list[str]
) -> AskedDays | None:
    """The days in which birthdays are asked for: of a year where no time is named."""
    rest = [word for word in words if word not in OF_BIRTHDAYS | OF_PLANS | OF_ANYBODY]
    several = SEVERAL_BIRTHDAYS.search(question) is not None
    asks_whose = re.search(r"\b(?:who|whose|wessen|wer|quién)\b", question.lower()) is not None
    if rest or not (several or asks_whose or found) or (MINE.search(question) and not several):
        return None
    first, last = found or (now.date(), now.date() + timedelta(days=AHEAD - 1))
    return AskedDays(first, last, named=found is not None, birthdays=True)


def _time_named(question: str, now: datetime, way: Way) -> tuple[tuple[date, date] | None, str]:
    """The days a question names, both included, and the question without them."""
    if few := _NEXT_FEW.search(question):
        many = few["n"].lower() if few["n"] else "few"
        number = int(many) if many.isdigit() else NUMBERS.get(many, _FEW)
        unit = UNITS[few["u"].lower()]
        return (now.date(), later(now.date(), number, unit)), _cut(question, few.start(), few.end())
    if two := TWO_DAYS.search(question):
        begins = times(f"on the {two['a']}th", now, way)
        ends = times(f"on the {two['b']}th", begins[0].since, "future") if begins else []
        if begins and ends:
            span = begins[0].since.date(), ends[0].since.date()
            return span, _cut(question, two.start(), two.end())
    if between := _BETWEEN_DAYS.search(question):
        first = _first(between["a"], now, way)
        last = _first(
            between["b"], now.replace(year=first.year, month=first.month, day=first.day), "future"
        )
        return (first, last), _cut(question, between.start(), between.end())
    named = _merged(question, times(question, now, way))
    if named:
        without = question
        for each in reversed(named):
            without = _cut(without, each.start, each.stop)
        return _days_of(named, now, way), without
    if this := _THIS_ONE.search(question):
        return _this(this["u"].lower(), now), _cut(question, this.start(), this.end())
    if bare := _BARE_MONTH.search(question):
        (month,) = times(f"in {bare['m']}", now, way)[:1] or (None,)
        if month:
            return _days_of([month], now, way), _cut(question, bare.start(), bare.end())
    return None, question


def _first(weekday: str, now: datetime, way: Way) -> date:
    return times(f"on {weekday}", now, way)[0].since.date()


def _cut(text: str, start: int, stop: int) -> str:
    return f"{text[:start]} {text[stop:]}"


def _merged(text: str, named: list[NamedTime]) -> list[NamedTime]:
    """The times a question names, from one to another as one."""
    found: list[NamedTime] = []
    for each in named:
        if (
            found
            and _JOINS.fullmatch(text, found[-1].stop, each.start)
            and found[-1].since < each.since
        ):
            before = found.pop()
            found.append(replace(before, stop=each.stop, until=each.until, role="at"))
        else:
            found.append(each)
    return found


def _days_of(named: list[NamedTime], now: datetime, way: Way) -> tuple[date, date] | None:
    """The days of the first time named, as its role has it; of a feast those around it."""
    one = named[0]
    first, last = one.since.date(), (one.until - timedelta(days=1)).date()
    for feast, before, after in _FEASTS:
        if feast.search(one.words) and first == last:
            first, last = first + timedelta(days=before), last + timedelta(days=after)
    role: Literal["at", "since", "until", "before", "after"] = one.role
    if role in ("until", "before") and way == "future":
        return now.date(), last if role == "until" else first - timedelta(days=1)
    if role in ("since", "after"):
        return None
    if now.weekday() == _SUNDAY and way == "future" and _A_WEEKEND.search(one.words):
        # On a Sunday the weekend is the one to come.
        return (
            (first, last)
            if first > now.date()
            else (now.date() + timedelta(days=6), now.date() + timedelta(days=7))
        )
    is_week = (last - first).days == 6 and first <= now.date() <= last
    return _with_the_coming(first, last, now) if is_week and way == "future" else (first, last)


def _with_the_coming(first: date, last: date, now: datetime) -> tuple[date, date]:
    """At its end "this week" is the coming one too."""
    return first, last + timedelta(days=7 if now.weekday() >= _WEEK_ENDS else 0)


def _this(unit: str, now: datetime) -> tuple[date, date]:
    """The day, week, month or weekend that is now."""
    today = now.date()
    if unit in ("day", "tag"):
        return today, today
    if unit in ("week", "woche", "semana"):
        monday = today - timedelta(days=today.weekday())
        return _with_the_coming(monday, monday + timedelta(days=6), now)
    if unit in ("month", "monat", "mes"):
        following = later(today.replace(day=1), 1, "month")
        return today.replace(day=1), following - timedelta(days=1)
    saturday = today + timedelta(days=_WEEK_ENDS - today.weekday())
    return saturday, saturday + timedelta(days=1)
