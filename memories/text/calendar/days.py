"""Times that a text names, as days of the calendar: "next Friday", "vor drei Wochen", "en marzo".

English, German and Spanish. A time is counted from when the text was said, in the zone of whoever
said it. Where a name fits two times ("on Friday", "in March") the caller says which way to look.
"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from memories.text.calendar import words as said

Days = tuple[date, date]
Way = Literal["past", "future"]


@dataclass(frozen=True)
class NamedTime:
    """A time named in a text at `text[start:stop]`, from `since` up to but not including `until`.

    Both are aware. `role` is how it is meant: at, since, until, before or after.
    """

    start: int
    stop: int
    since: datetime
    until: datetime
    role: Literal["at", "since", "until", "before", "after"]
    words: str


def times(text: str, now: datetime, way: Way) -> list[NamedTime]:
    """The times a text names, in order; `now` is aware, in the zone of whoever said it.

    What happens again and again ("every Friday", "on Fridays") names no time.
    """
    if not _may_name_one(text):
        return []
    named = sorted(
        ((match, rule) for rule in _RULES for match in rule.pattern.finditer(text)),
        key=lambda each: (each[0].start(), -each[0].end()),
    )
    found: list[NamedTime] = []
    today = now.date()
    for match, rule in named:
        before = text[: match.start()].lower().split()[-2:]
        if (found and match.start() < found[-1].stop) or (before and before[-1] in _EVERY):
            continue
        days = rule.days(match, today, way)
        if days is not None:
            since, until = (datetime.combine(day, time(), now.tzinfo) for day in days)
            role = _role([*before, match.group().lower().split()[0]])
            found.append(NamedTime(*match.span(), since, until, role, match.group()))
    return found


def _may_name_one(text: str) -> bool:
    """Whether there is a digit or one of the words at all: most texts have none."""
    return any(word in _KNOWN or word[0].isdigit() for word in _WORD.findall(text.lower()))


def _role(before: list[str]) -> Literal["at", "since", "until", "before", "after"]:
    for word in reversed(before):
        if word in _SINCE:
            return "since"
        if word in _UNTIL:
            return "until"
        if word in _BEFORE:
            return "before"
        if word in _AFTER:
            return "after"
        if word not in ("the", "am", "im", "zum", "el", "la", "de", "al", "in", "on", "next"):
            break
    return "at"


_EVERY, _SINCE = frozenset(said.EVERY.split()), frozenset(said.SINCE.split())
_UNTIL, _BEFORE = frozenset(said.UNTIL.split()), frozenset(said.BEFORE.split())
_AFTER = frozenset(said.AFTER.split())


_WORD = re.compile(r"\w+")
_KNOWN = frozenset(
    word
    for table in (
        said.MONTHS,
        said.WEEKDAYS,
        said.SHORT_WEEKDAYS,
        said.UNITS,
        said.SEASONS,
        said.DAYS,
        said.HOLIDAYS,
    )
    for phrase in table
    for word in _WORD.findall(phrase)
) | frozenset("weekend wochenende finde fin quarter quartal q1 q2 q3 q4 monats jahres".split())


@dataclass(frozen=True)
class _Rule:
    pattern: re.Pattern[str]
    days: Callable[[re.Match[str], date, Way], Days | None]


_RULES: list[_Rule] = []


def _rule(pattern: str) -> Callable[[Callable[..., Days | None]], Callable[..., Days | None]]:
    """Register what a pattern means. The first that matches at a place is taken."""

    def register(days: Callable[..., Days | None]) -> Callable[..., Days | None]:
        _RULES.append(_Rule(re.compile(pattern, re.IGNORECASE), days))
        return days

    return register


def _words(words: str | dict[str, object] | list[str]) -> str:
    listed = words.split() if isinstance(words, str) else list(words)
    return "|".join(sorted((re.escape(word) for word in listed), key=len, reverse=True))


_MONTH = rf"(?:{_words(list(said.MONTHS))})\b\.?"
_LONG_MONTH = rf"(?:{_words([m for m in said.MONTHS if len(m) > 3 and m != 'sept'])}|may|mai)\b"
_WEEKDAY = rf"(?:{_words(list(said.WEEKDAYS))})\b"
_SHORT = rf"(?:{_words(list(said.SHORT_WEEKDAYS))})\b"
_NUMBER = rf"(?:\d{{1,3}}|{_words(list(said.NUMBERS))})"
_UNIT = rf"(?:{_words(list(said.UNITS))})\b"
_SEASON = rf"(?:{_words(list(said.SEASONS))})\b"
_NEXT, _THIS, _LAST = _words(said.NEXT), _words(said.THIS), _words(said.LAST)
_AFTER_NEXT = _words(said.AFTER_NEXT)
_WHICH = rf"(?:{_NEXT}|{_THIS}|{_LAST}|{_AFTER_NEXT})"
_YEAR = r"(?:19|20)\d\d"
_NEXT_YEAR = (
    r"next\s+year|nächste[ns]\s+jahr(?:es)?|(?:del\s+|el\s+)?(?:próximo\s+año|año\s+que\s+viene)"
)
_PART = (
    r"(?:(?:the\s+)?(?:end|beginning|start|middle)\s+of|early|late|mid|ende|anfang|mitte"
    r"|(?:a\s+)?(?:finales|principios|mediados|fines)\s+de)"
)


def _of(words: str, table: dict[str, int]) -> int:
    return table[words.lower().rstrip(".")]


def _many(words: str) -> int:
    return int(words) if words.isdigit() else said.NUMBERS[words.lower()]


def _day(day: date) -> Days:
    return day, day + timedelta(days=1)


def _at(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(year: int, month: int) -> Days:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)


def _later(day: date, many: int, unit: str) -> date:
    if unit in ("day", "week", "fortnight"):
        return day + timedelta(days=many * {"day": 1, "week": 7, "fortnight": 14}[unit])
    months = day.month - 1 + many * (1 if unit == "month" else 12)
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _which(words: str) -> int:
    """How many further on: the last is -1, this 0, the next 1, the one after it 2."""
    for number, known in ((2, said.AFTER_NEXT), (1, said.NEXT), (-1, said.LAST)):
        if words.lower() in known.split():
            return number
    return 0


def _yearly(today: date, month: int, day: int, way: Way) -> date | None:
    """The nearest such day of a year, looking one way; today counts both ways."""
    years = (0, 1, 2, 3, 4) if way == "future" else (0, -1, -2, -3, -4)
    for further in years:
        found = _at(today.year + further, month, day)
        if found and (found >= today if way == "future" else found <= today):
            return found
    return None


@_rule(rf"\b(?P<y>{_YEAR})-(?P<m>\d\d)-(?P<d>\d\d)\b")
def _iso(match: re.Match[str], _today: date, _way: Way) -> Days | None:
    day = _at(int(match["y"]), int(match["m"]), int(match["d"]))
    return _day(day) if day else None


@_rule(
    rf"(?<![\d.,/])(?P<d>\d{{1,2}})(?P<sep>[./])(?P<m>\d{{1,2}})(?:(?P=sep)(?P<y>{_YEAR}|\d\d\b)|\.(?!\d)|(?<=/\d\d)\b)(?!\d)"
)
def _numeric(match: re.Match[str], today: date, way: Way) -> Days | None:
    day, month = int(match["d"]), int(match["m"])
    if month > 12:
        day, month = month, day
    if not match["y"]:
        found = _yearly(today, month, day, way) if 1 <= month <= 12 else None
        return _day(found) if found else None
    year = int(match["y"])
    found = _at(year + 2000 if year < 100 else year, month, day)
    return _day(found) if found else None


@_rule(
    rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?|(?P<dw>{_words(list(said.NUMBERS))})(?=\s+de\s))"
    rf"\s+(?:of\s+|de\s+)?(?P<m>{_MONTH})"
    rf"(?:,?\s+(?:of\s+|del?\s+)?(?:(?P<y>{_YEAR})|(?P<later>{_NEXT_YEAR})))?(?!\w)"
    rf"|\b(?P<m2>{_MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:|\.\d)(?:,?\s+(?P<y2>{_YEAR})\b)?"
)
def _of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = _of(match["m"] or match["m2"], said.MONTHS)
    day, year = _many(match["d"] or match["dw"] or match["d2"]), match["y"] or match["y2"]
    if match["later"]:
        year = str(today.year + 1)
    found = _at(int(year), month, day) if year else _yearly(today, month, day, way)
    return _day(found) if found else None


@_rule(
    rf"\b(?P<part>{_PART})\s+(?:(?P<which>{_WHICH})\s+)?(?:(?P<m>{_LONG_MONTH})(?:\s+(?:de\s+)?(?P<y>{_YEAR}))?"
    rf"|(?:(?:the|des|der|del|de\s+la|this|dieses|este)\s+)?(?P<u>month|year|week|monats?|jahr(?:es)?|woche|mes|año|semana)\b)"
)
def _part_of(match: re.Match[str], today: date, way: Way) -> Days | None:
    if match["m"]:
        month = _of(match["m"], said.MONTHS)
        year = int(match["y"]) if match["y"] else _year_of(today, month, way, match["which"])
        whole = _month(year, month)
    else:
        unit = said.UNITS.get(match["u"].lower().removesuffix("s").removesuffix("e"), "month")
        unit = "year" if match["u"].lower().startswith(("jahr", "year", "año")) else unit
        whole = _whole(unit, _which(match["which"] or ""), today)
    part = match["part"].lower()
    third = max(1, (whole[1] - whole[0]).days // 3)
    if re.search(r"end|late|final|fines", part):
        return whole[1] - timedelta(days=1), whole[1]
    if re.search(r"mid|mit", part):
        return whole[0] + timedelta(days=third), whole[0] + timedelta(days=2 * third)
    return whole[0], whole[0] + timedelta(days=third)


def _year_of(today: date, month: int, way: Way, which: str | None = None) -> int:
    """The year of a month that is named alone; the present month is this year's both ways."""
    step = _which(which) if which else 0
    if step > 0 or (not step and way == "future"):
        return today.year + (month < today.month or (step > 0 and month == today.month))
    return today.year - (month > today.month or (step < 0 and month == today.month))


def _whole(unit: str, further: int, today: date) -> Days:
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * further)
        return monday, monday + timedelta(days=7)
    if unit == "month":
        return _month(today.year, today.month + further)
    if unit == "year":
        return date(today.year + further, 1, 1), date(today.year + further + 1, 1, 1)
    return _day(today + timedelta(days=further))


@_rule(
    rf"\b(?P<w>{_WEEKDAY})\s+week\b|\b(?:a\s+)?week\s+(?:on\s+|from\s+)?(?P<w2>{_WEEKDAY})|\b(?:el\s+)?(?P<w3>{_WEEKDAY})\s+(?:que\s+viene\s+no,?\s+el\s+otro|no\s+el\s+otro)"
)
def _weekday_week(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = _of(match["w"] or match["w2"] or match["w3"], said.WEEKDAYS)
    ahead = (weekday - today.weekday() - 1) % 7 + 1
    return _day(today + timedelta(days=ahead + 7))


@_rule(
    rf"\b(?:nächste[rn]?|kommende[rn]?|next)\s+(?:woche|week)\s+(?:am\s+|on\s+)?(?P<w>{_WEEKDAY})"
    rf"|\b(?P<w2>{_WEEKDAY})\s+(?:(?:in\s+)?(?:der\s+)?(?:nächste[rn]?|kommende[rn]?)\s+woche|(?:of\s+)?next\s+week"
    r"|de\s+la\s+(?:semana\s+que\s+viene|próxima\s+semana))"
)
def _weekday_of_next_week(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = _of(match["w"] or match["w2"], said.WEEKDAYS)
    return _day(today + timedelta(days=7 - today.weekday() + weekday))


@_rule(
    rf"\b(?P<n>{_NUMBER})\s+(?:(?:of|de)\s+)?(?P<u>{_UNIT})\s+(?:from\s+)(?P<base>now|today|tomorrow|yesterday)\b|\b(?P<n2>an?)\s+(?P<u2>week)\s+(?P<b2>tomorrow|today)\b"
)
def _from(match: re.Match[str], today: date, _way: Way) -> Days | None:
    base = (match["base"] or match["b2"]).lower()
    day = today + timedelta(days=said.DAYS.get(base, 0))
    return _day(
        _later(
            day, _many(match["n"] or match["n2"]), said.UNITS[(match["u"] or match["u2"]).lower()]
        )
    )


@_rule(
    rf"\b(?P<n>{_NUMBER})\s+(?:of\s+)?(?P<u>{_UNIT})\s+ago\b|\b(?:vor|hace)\s+(?P<n2>{_NUMBER})\s+(?P<u2>{_UNIT})"
)
def _ago(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return _around(today, -_many(match["n"] or match["n2"]), match["u"] or match["u2"])


@_rule(
    rf"\b(?:in|en|dentro\s+de)\s+(?P<n>{_NUMBER})\s+(?:of\s+)?(?P<u>{_UNIT})(?:\s+justas?)?(?:['’]?s?\s+time\b)?"
)
def _ahead(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return _around(today, _many(match["n"]), match["u"])


def _around(today: date, many: int, unit: str) -> Days:
    """The day that many units on; of months and years the whole that it lies in."""
    unit = said.UNITS[unit.lower()]
    day = _later(today, many, unit)
    return _whole(unit, 0, day) if unit in ("month", "year") else _day(day)


@_rule(
    r"(?<!guten )(?<!buenas )\b(?<!por la )(?<!de la )(?<!la )(?<!am )(?<!esta )"
    rf"(?P<day>{_words(list(said.DAYS))})\b(?!\s+ago)"
)
def _relative_day(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return _day(today + timedelta(days=said.DAYS[match["day"].lower()]))


@_rule(
    rf"\b(?:(?P<which>{_WHICH})\s+)(?P<w>{_WEEKDAY}|{_SHORT})"
    rf"|\b(?P<w2>{_WEEKDAY})(?:\s+(?P<which2>que\s+viene|pasado|próximo|in\s+(?:einer|1)\s+woche))?"
    rf"|\b(?:on|by|am|until|till|bis)\s+(?P<w3>{_SHORT})"
)
def _weekday(match: re.Match[str], today: date, way: Way) -> Days | None:
    name = (match["w"] or match["w2"] or match["w3"]).lower()
    weekday = said.WEEKDAYS.get(name, said.SHORT_WEEKDAYS.get(name, 0))
    which = _which(match["which"]) if match["which"] else None
    if match["which2"]:
        which = -1 if match["which2"].lower() == "pasado" else 0
        way = "past" if which < 0 else "future"
    ahead = (weekday - today.weekday()) % 7
    if which == 1 and ahead and weekday > today.weekday() and ahead < 3:
        # "Next Friday" said on a Wednesday is not the one after tomorrow.
        ahead += 7
    if which in (1, 2):
        return _day(today + timedelta(days=(ahead or 7) + (7 if which == 2 else 0)))
    if which == -1 or (which is None and way == "past"):
        return _day(today - timedelta(days=(today.weekday() - weekday) % 7 or (7 if which else 0)))
    return _day(today + timedelta(days=ahead))


@_rule(
    rf"\b(?:(?P<which>{_WHICH})\s+|(?:on|over|at|am|übers|el)\s+(?:the\s+)?)(?:weekend|wochenende|finde|fin\s+de\s+semana)\b(?:\s+(?P<which2>que\s+viene|pasado))?"
)
def _weekend(match: re.Match[str], today: date, way: Way) -> Days | None:
    which = _which(match["which"]) if match["which"] else 0
    if (match["which2"] or "").lower() == "pasado" or (
        not match["which"] and not match["which2"] and way == "past"
    ):
        which = -1
    saturday = today - timedelta(days=today.weekday()) + timedelta(days=5 + 7 * which)
    return saturday, saturday + timedelta(days=2)


@_rule(
    rf"\b(?P<which>{_WHICH})\s+(?P<u>week|month|year|woche|monat|jahr|semana|mes|año)\b"
    r"|\b(?:la|el)\s+(?P<u2>semana|mes|año)\s+(?P<which2>que\s+viene|pasad[oa]|próxim[oa])"
)
def _whole_unit(match: re.Match[str], today: date, _way: Way) -> Days | None:
    if match["u"]:
        further = _which(match["which"])
    else:
        further = -1 if match["which2"].lower().startswith("pasad") else 1
    return _whole(said.UNITS[(match["u"] or match["u2"]).lower()], further, today)


@_rule(
    rf"\b(?:(?P<which>{_WHICH})\s+)(?P<s>{_SEASON})|\b(?:in\s+(?:the\s+)?|im\s+|en\s+(?:el\s+|la\s+)?)?(?P<s2>{_SEASON})\s+(?:of\s+|de\s+)?(?P<y>{_YEAR})"
    rf"|\b(?:im|en|in|in\s+the)\s+(?P<s3>{_SEASON})|\bel\s+(?P<s4>{_SEASON})\s+pasado"
)
def _season(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = said.SEASONS[(match["s"] or match["s2"] or match["s3"] or match["s4"]).lower()]
    if match["y"]:
        return _month(int(match["y"]), month)[0], _month(int(match["y"]), month + 2)[1]
    which = -1 if match["s4"] else _which(match["which"]) if match["which"] else None
    looking: Way = "past" if which == -1 else "future" if which == 1 else way
    year = today.year
    if looking == "past" and date(year, month, 1) > today:
        year -= 1
    if looking == "past" and which == -1 and _month(year, month + 2)[1] > today:
        year -= 1
    if looking == "future" and (
        _month(year, month + 2)[1] <= today or (which == 1 and date(year, month, 1) <= today)
    ):
        year += 1
    return _month(year, month)[0], _month(year, month + 2)[1]


@_rule(
    rf"\bq(?P<q>[1-4])(?:\s+(?:of\s+)?(?P<y>{_YEAR}))?\b|\b(?P<q2>[1-4])\.\s+quartal(?:\s+(?P<y2>{_YEAR}))?|\b(?P<last>last|next|this)\s+quarter\b"
)
def _quarter(match: re.Match[str], today: date, way: Way) -> Days | None:
    if match["last"]:
        number = (today.month - 1) // 3 + _which(match["last"])
        first = _month(today.year, number * 3 + 1)[0]
    else:
        number = int(match["q"] or match["q2"]) - 1
        given = match["y"] or match["y2"]
        year = int(given) if given else today.year
        if not given and way == "past" and date(year, number * 3 + 1, 1) > today:
            year -= 1
        first = date(year, number * 3 + 1, 1)
    return first, _month(first.year, first.month + 2)[1]


@_rule(
    rf"\b(?:(?P<which>{_WHICH})\s+)?(?P<h>{_words(list(said.HOLIDAYS))})\b(?:\s+(?:of\s+|de\s+)?(?P<y>{_YEAR}))?(?:\s+(?P<last>pasad[oa]))?"
)
def _holiday(match: re.Match[str], today: date, way: Way) -> Days | None:
    name = match["h"].lower().replace("’", "'")
    if match["y"]:
        return _day(_holiday_in(name, int(match["y"])))
    which = -1 if match["last"] else _which(match["which"]) if match["which"] else 0
    looking: Way = "past" if which < 0 else "future" if which > 0 else way
    years = (0, 1) if looking == "future" else (0, -1)
    days = (_holiday_in(name, today.year + further) for further in years)
    fits = (d for d in days if (d >= today if looking == "future" else d <= today))
    found = next(fits, None)
    return _day(found) if found else None


def _holiday_in(name: str, year: int) -> date:
    when = said.HOLIDAYS[name]
    if isinstance(when, tuple):
        return date(year, *when)
    if when == "thanksgiving":
        first = date(year, 11, 1)
        return first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    return _easter(year) + timedelta(days=int(when.removeprefix("easter") or 0))


def _easter(year: int) -> date:
    """Easter Sunday, by the anonymous Gregorian algorithm (Meeus)."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)


@_rule(
    rf"\b(?:(?:in|since|during|until|till|by|from|for|of|im|seit|bis|ab|en|desde|hasta|este|back\s+in)\s+(?P<which>(?:{_WHICH})\s+)?|(?P<which2>{_WHICH})\s+)(?P<m>{_LONG_MONTH})(?:,?\s+(?:of\s+|de\s+)?(?P<y>{_YEAR})\b)?(?!\s*\d)"
    rf"|\b(?P<m2>{_LONG_MONTH}),?\s+(?:of\s+|de\s+)?(?P<y2>{_YEAR})\b"
)
def _month_alone(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = _of(match["m"] or match["m2"], said.MONTHS)
    given = match["y"] or match["y2"]
    which = (match["which"] or match["which2"] or "").strip() or None
    return _month(int(given) if given else _year_of(today, month, way, which), month)


_NO_MONTH = rf"(?!\s*(?:of\s+|de\s+)?{_MONTH})"


@_rule(
    r"\b(?:on\s+the|the|by\s+the|until\s+the|till\s+the|from\s+the)\s+(?P<d>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b(?!\s+(?:of\b|floor|time|attempt|century|grade|year|birthday))"
    rf"{_NO_MONTH}"
    r"|\b(?:am|zum|bis\s+zum|ab\s+dem)\s+(?P<d2>[1-9]|[12]\d|3[01])\.(?!\s*\d)(?!\w)"
    rf"{_NO_MONTH}|\bel\s+(?:día\s+)?(?P<d3>[1-9]|[12]\d|3[01])\b(?!\s*(?:%|por)){_NO_MONTH}"
)
def _day_of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    day = int(match["d"] or match["d2"] or match["d3"])
    for further in range(4):
        year, month = today.year, today.month + (further if way == "future" else -further)
        first = _month(year, month)[0]
        found = _at(first.year, first.month, day)
        if found and (found >= today if way == "future" else found <= today):
            return _day(found)
    return None


@_rule(
    rf"\b(?:in|since|during|until|till|by|from|of|back\s+in|im\s+jahr|seit|bis|en|desde|hasta)\s+(?P<y>{_YEAR})\b(?!\s*(?:euros?|dollars?|km|kg|people|\$|€|%))|(?<=['’])(?P<y2>\d\d)\b"
)
def _year_alone(match: re.Match[str], today: date, _way: Way) -> Days | None:
    year = int(match["y"]) if match["y"] else 2000 + int(match["y2"])
    if match["y2"] and year > today.year + 5:
        year -= 100
    return date(year, 1, 1), date(year + 1, 1, 1)
