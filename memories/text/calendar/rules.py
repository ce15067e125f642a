"""What each way of naming a time means, as days: "next Friday", "Ende März", "hace un mes"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from memories.text.calendar import words as said
from memories.text.calendar.arithmetic import (
    Days,
    Way,
    around,
    date_at,
    holiday_in,
    later,
    month_of,
    one_day,
    whole,
    yearly,
)
from memories.text.calendar.names import SHORT_WEEKDAYS


@dataclass(frozen=True)
class Rule:
    """What a pattern means. It is compiled when it is first looked for: a start waits for none."""

    written: str
    days: Callable[[re.Match[str], date, Way], Days | None]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.written, re.IGNORECASE)


RULES: list[Rule] = []


def rule(pattern: str) -> Callable[[Callable[..., Days | None]], Callable[..., Days | None]]:
    """Register what a pattern means. The first that matches at a place is taken."""

    def register(days: Callable[..., Days | None]) -> Callable[..., Days | None]:
        RULES.append(Rule(pattern, days))
        return days

    return register


def _words(words: str | dict[str, object] | list[str]) -> str:
    listed = words.split() if isinstance(words, str) else list(words)
    return "|".join(sorted((re.escape(word) for word in listed), key=len, reverse=True))


MONTH = rf"(?:{_words(list(said.MONTHS))})\b\.?"
LONG_MONTH = rf"(?:{_words([m for m in said.MONTHS if len(m) > 3 and m != 'sept'])}|may|mai)\b"
WEEKDAY = rf"(?:{_words(list(said.WEEKDAYS))})\b"
SHORT = rf"(?:{_words(list(SHORT_WEEKDAYS))})\b"
NUMBER = rf"(?:\d{{1,3}}|{_words(list(said.NUMBERS))})"
_UNIT = rf"(?:{_words(list(said.UNITS))})\b"
_SEASON = rf"(?:{_words(list(said.SEASONS))})\b"
_NEXT, _THIS, _LAST = _words(said.NEXT), _words(said.THIS), _words(said.LAST)
_AFTER_NEXT = _words(said.AFTER_NEXT)
_WHICH = rf"(?:{_NEXT}|{_THIS}|{_LAST}|{_AFTER_NEXT})"
YEAR = r"(?:19|20)\d\d"
_NEXT_YEAR = (
    r"next\s+year|nächste[ns]\s+jahr(?:es)?|(?:del\s+|el\s+)?(?:próximo\s+año|año\s+que\s+viene)"
)
_PART = (
    r"(?:(?:the\s+)?(?:end|beginning|start|middle)\s+of|early|late|mid(?=[\s-])|ende|anfang|mitte"
    r"|(?:a\s+)?(?:finales|principios|mediados|fines)\s+de)"
)


def _of(words: str, table: dict[str, int]) -> int:
    return table[words.lower().rstrip(".")]


def _many(words: str) -> int:
    return int(words) if words.isdigit() else said.NUMBERS[words.lower()]


def _which(words: str) -> int:
    """How many further on: the last is -1, this 0, the next 1, the one after it 2."""
    for number, known in ((2, said.AFTER_NEXT), (1, said.NEXT), (-1, said.LAST)):
        if words.lower() in known.split():
            return number
    return 0


@rule(rf"\b(?P<y>{YEAR})-(?P<m>\d\d)-(?P<d>\d\d)\b")
def _iso(match: re.Match[str], _today: date, _way: Way) -> Days | None:
    day = date_at(int(match["y"]), int(match["m"]), int(match["d"]))
    return one_day(day) if day else None


@rule(
    rf"(?<![\d.,/])(?P<d>\d{{1,2}})(?P<sep>[./])(?P<m>\d{{1,2}})(?:(?P=sep)(?P<y>{YEAR}|\d\d\b)|\.(?!\d)|(?<=/\d\d)\b)(?!\d)"
)
def _numeric(match: re.Match[str], today: date, way: Way) -> Days | None:
    day, month = int(match["d"]), int(match["m"])
    if month > 12:
        day, month = month, day
    if not match["y"]:
        found = yearly(today, month, day, way) if 1 <= month <= 12 else None
        return one_day(found) if found else None
    year = int(match["y"])
    found = date_at(year + 2000 if year < 100 else year, month, day)
    return one_day(found) if found else None


@rule(
    rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?|(?P<dw>{_words(list(said.NUMBERS))})(?=\s+de\s))"
    rf"\s+(?:of\s+|de\s+)?(?P<m>{MONTH})"
    rf"(?:,?\s+(?:of\s+|del?\s+)?(?:(?P<y>{YEAR})|(?P<later>{_NEXT_YEAR})))?(?!\w)"
    rf"|\b(?P<m2>{MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:|\.\d)(?:,?\s+(?P<y2>{YEAR})\b)?"
)
def _of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = _of(match["m"] or match["m2"], said.MONTHS)
    day, year = _many(match["d"] or match["dw"] or match["d2"]), match["y"] or match["y2"]
    if match["later"]:
        year = str(today.year + 1)
    found = date_at(int(year), month, day) if year else yearly(today, month, day, way)
    return one_day(found) if found else None


@rule(
    rf"\b(?P<part>{_PART})[\s-]+(?:(?P<which>{_WHICH})\s+)?(?:(?P<m>{LONG_MONTH})(?:\s+(?:de\s+)?(?P<y>{YEAR}))?"
    rf"|(?:(?:the|des|der|del|de\s+la|this|dieses|este)\s+)?(?P<u>month|year|week|monats?|jahr(?:es)?|woche|mes|año|semana)\b)"
)
def _part_of(match: re.Match[str], today: date, way: Way) -> Days | None:
    if match["m"]:
        month = _of(match["m"], said.MONTHS)
        year = int(match["y"]) if match["y"] else _year_of(today, month, way, match["which"])
        span = month_of(year, month)
    else:
        unit = said.UNITS.get(match["u"].lower().removesuffix("s").removesuffix("e"), "month")
        unit = "year" if match["u"].lower().startswith(("jahr", "year", "año")) else unit
        span = whole(unit, _which(match["which"] or ""), today)
    part = match["part"].lower()
    third = max(1, (span[1] - span[0]).days // 3)
    if re.search(r"end|late|final|fines", part):
        return span[1] - timedelta(days=1), span[1]
    if re.search(r"mid|mit|med", part):
        return span[0] + timedelta(days=third), span[0] + timedelta(days=2 * third)
    return span[0], span[0] + timedelta(days=third)


def _year_of(today: date, month: int, way: Way, which: str | None = None) -> int:
    """The year of a month that is named alone; the present month is this year's both ways."""
    step = _which(which) if which else 0
    if step > 0 or (not step and way == "future"):
        return today.year + (month < today.month or (step > 0 and month == today.month))
    return today.year - (month > today.month or (step < 0 and month == today.month))


@rule(
    rf"\b(?P<w>{WEEKDAY})\s+week\b|\b(?:a\s+)?week\s+(?:on\s+|from\s+)?(?P<w2>{WEEKDAY})|\b(?:el\s+)?(?P<w3>{WEEKDAY})\s+(?:que\s+viene\s+no,?\s+el\s+otro|no\s+el\s+otro)"
)
def _weekday_week(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = _of(match["w"] or match["w2"] or match["w3"], said.WEEKDAYS)
    ahead = (weekday - today.weekday() - 1) % 7 + 1
    return one_day(today + timedelta(days=ahead + 7))


@rule(
    rf"\b(?:nächste[rn]?|kommende[rn]?|next)\s+(?:woche|week)\s+(?:am\s+|on\s+)?(?P<w>{WEEKDAY})"
    rf"|\b(?P<w2>{WEEKDAY})\s+(?:(?:in\s+)?(?:der\s+)?(?:nächste[rn]?|kommende[rn]?)\s+woche|(?:of\s+)?next\s+week"
    r"|de\s+la\s+(?:semana\s+que\s+viene|próxima\s+semana))"
)
def _weekday_of_next_week(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = _of(match["w"] or match["w2"], said.WEEKDAYS)
    return one_day(today + timedelta(days=7 - today.weekday() + weekday))


@rule(
    rf"\b(?P<n>{NUMBER})\s+(?:(?:of|de)\s+)?(?P<u>{_UNIT})\s+(?:from\s+)(?P<base>now|today|tomorrow|yesterday)\b|\b(?P<n2>an?)\s+(?P<u2>week)\s+(?P<b2>tomorrow|today)\b"
)
def _from(match: re.Match[str], today: date, _way: Way) -> Days | None:
    base = (match["base"] or match["b2"]).lower()
    day = today + timedelta(days=said.DAYS.get(base, 0))
    return one_day(
        later(
            day, _many(match["n"] or match["n2"]), said.UNITS[(match["u"] or match["u2"]).lower()]
        )
    )


@rule(
    rf"\b(?P<n>{NUMBER})\s+(?:of\s+)?(?P<u>{_UNIT})\s+ago\b|\b(?:vor|hace)\s+(?P<n2>{NUMBER})\s+(?P<u2>{_UNIT})"
)
def _ago(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return around(today, -_many(match["n"] or match["n2"]), match["u"] or match["u2"])


@rule(
    rf"\b(?:in|en|dentro\s+de)\s+(?:(?:exactly|about|just|roughly|under|genau|etwa|exactamente|unas?|unos)\s+)?(?P<n>{NUMBER})\s+(?:of\s+)?(?P<u>{_UNIT})(?:\s+justas?)?(?:['’]?s?\s+time\b)?"
)
def _ahead(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return around(today, _many(match["n"]), match["u"])


@rule(
    r"(?<!guten )(?<!buenas )\b(?<!por la )(?<!de la )(?<!la )(?<!am )(?<!esta )"
    rf"(?P<day>{_words(list(said.DAYS))})\b(?!\s+ago)"
)
def _relative_day(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return one_day(today + timedelta(days=said.DAYS[match["day"].lower()]))


@rule(
    rf"\b(?:(?P<which>{_WHICH})\s+)(?P<w>{WEEKDAY}|{SHORT})"
    rf"|\b(?P<w2>{WEEKDAY})(?:\s+(?P<which2>que\s+viene|pasado|próximo))?"
    rf"|\b(?:on|by|am|until|till|bis)\s+(?P<w3>{SHORT})"
)
def _weekday(match: re.Match[str], today: date, way: Way) -> Days | None:
    name = (match["w"] or match["w2"] or match["w3"]).lower()
    weekday = said.WEEKDAYS.get(name, SHORT_WEEKDAYS.get(name, 0))
    which = _which(match["which"]) if match["which"] else None
    if match["which2"]:
        which = -1 if match["which2"].lower() == "pasado" else 0
        way = "past" if which < 0 else "future"
    ahead = (weekday - today.weekday()) % 7
    if which == 1 and ahead and weekday > today.weekday() and ahead < 3:
        # "Next Friday" said on a Wednesday is not the one after tomorrow.
        ahead += 7
    if which in (1, 2):
        return one_day(today + timedelta(days=(ahead or 7) + (7 if which == 2 else 0)))
    # Who means today says so: "on Sunday" is another one.
    if which == -1 or (which is None and way == "past"):
        return one_day(today - timedelta(days=(today.weekday() - weekday) % 7 or 7))
    is_this = which == 0 and not match["which2"]
    return one_day(today + timedelta(days=ahead if is_this else ahead or 7))


# "The coming weekend" is the one that comes first.
_COMING = frozenset(("coming", "kommendes", "kommende", "kommenden", "upcoming"))


@rule(
    rf"\b(?:(?P<which>{_WHICH})\s+|(?:on|over|at|am|übers|el)\s+(?:the\s+)?)(?:weekend|wochenende|finde|fin\s+de\s+semana)\b(?:\s+(?P<which2>que\s+viene|pasado))?"
)
def _weekend(match: re.Match[str], today: date, way: Way) -> Days | None:
    which = _which(match["which"]) if match["which"] else 0
    if (match["which2"] or "").lower() == "pasado" or (
        not match["which"] and not match["which2"] and way == "past"
    ):
        which = -1
    if (match["which"] or "").lower() in _COMING:
        which = int(today.weekday() >= 5)
    saturday = today - timedelta(days=today.weekday()) + timedelta(days=5 + 7 * which)
    return saturday, saturday + timedelta(days=2)


@rule(
    rf"\b(?P<which>{_WHICH})\s+(?P<u>week|month|year|woche|monat|jahr|semana|mes|año)\b"
    r"|\b(?:la|el)\s+(?P<u2>semana|mes|año)\s+(?P<which2>que\s+viene|pasad[oa]|próxim[oa])"
)
def _whole_unit(match: re.Match[str], today: date, _way: Way) -> Days | None:
    if match["u"]:
        further = _which(match["which"])
    else:
        further = -1 if match["which2"].lower().startswith("pasad") else 1
    return whole(said.UNITS[(match["u"] or match["u2"]).lower()], further, today)


@rule(
    rf"\b(?:(?P<which>{_WHICH})\s+)(?P<s>{_SEASON})|\b(?:in\s+(?:the\s+)?|im\s+|en\s+(?:el\s+|la\s+)?)?(?P<s2>{_SEASON})\s+(?:of\s+|de\s+)?(?P<y>{YEAR})"
    rf"|\b(?:im|en|in|in\s+the)\s+(?P<s3>{_SEASON})|\bel\s+(?P<s4>{_SEASON})\s+pasado"
)
def _season(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = said.SEASONS[(match["s"] or match["s2"] or match["s3"] or match["s4"]).lower()]
    if match["y"]:
        return month_of(int(match["y"]), month)[0], month_of(int(match["y"]), month + 2)[1]
    which = -1 if match["s4"] else _which(match["which"]) if match["which"] else None
    looking: Way = "past" if which == -1 else "future" if which == 1 else way
    year = today.year
    if looking == "past" and date(year, month, 1) > today:
        year -= 1
    if looking == "past" and which == -1 and month_of(year, month + 2)[1] > today:
        year -= 1
    if looking == "future" and (
        month_of(year, month + 2)[1] <= today or (which == 1 and date(year, month, 1) <= today)
    ):
        year += 1
    return month_of(year, month)[0], month_of(year, month + 2)[1]


@rule(
    rf"\bq(?P<q>[1-4])(?:\s+(?:of\s+)?(?P<y>{YEAR}))?\b|\b(?P<q2>[1-4])\.\s+quartal(?:\s+(?P<y2>{YEAR}))?|\b(?P<last>last|next|this)\s+quarter\b"
)
def _quarter(match: re.Match[str], today: date, way: Way) -> Days | None:
    if match["last"]:
        number = (today.month - 1) // 3 + _which(match["last"])
        first = month_of(today.year, number * 3 + 1)[0]
    else:
        number = int(match["q"] or match["q2"]) - 1
        given = match["y"] or match["y2"]
        year = int(given) if given else today.year
        if not given and way == "past" and date(year, number * 3 + 1, 1) > today:
            year -= 1
        first = date(year, number * 3 + 1, 1)
    return first, month_of(first.year, first.month + 2)[1]


@rule(
    # "Am 2. Weihnachtstag" is no second of a month.
    rf"\b(?:(?:am|zum|bis\s+zum)\s+(?=\d))?(?:(?P<which>{_WHICH})\s+)?(?P<h>{_words(list(said.HOLIDAYS))})\b(?:\s+(?:of\s+|de\s+)?(?P<y>{YEAR}))?(?:\s+(?P<last>pasad[oa]))?"
)
def _holiday(match: re.Match[str], today: date, way: Way) -> Days | None:
    name = match["h"].lower().replace("’", "'")
    if match["y"]:
        return one_day(holiday_in(name, int(match["y"])))
    which = -1 if match["last"] else _which(match["which"]) if match["which"] else 0
    looking: Way = "past" if which < 0 else "future" if which > 0 else way
    years = (0, 1) if looking == "future" else (0, -1)
    days = (holiday_in(name, today.year + further) for further in years)
    fits = (d for d in days if (d >= today if looking == "future" else d <= today))
    found = next(fits, None)
    return one_day(found) if found else None


@rule(
    rf"\b(?:(?:in|since|during|until|till|by|from|for|of|im|seit|bis|ab|en|desde|hasta|este|back\s+in)\s+(?P<which>(?:{_WHICH})\s+)?|(?P<which2>{_WHICH})\s+)(?P<m>{LONG_MONTH})(?:,?\s+(?:of\s+|de\s+)?(?P<y>{YEAR})\b)?(?!\s*\d)"
    rf"|(?<!\d\s)(?<!\d\.\s)\b(?P<m2>{LONG_MONTH}),?\s+(?:of\s+|de\s+)?(?P<y2>{YEAR})\b"
)
def _month_alone(match: re.Match[str], today: date, way: Way) -> Days | None:
    month = _of(match["m"] or match["m2"], said.MONTHS)
    given = match["y"] or match["y2"]
    which = (match["which"] or match["which2"] or "").strip() or None
    return month_of(int(given) if given else _year_of(today, month, way, which), month)


_NO_MONTH = rf"(?!\s*(?:of\s+|de\s+)?{MONTH})"


@rule(
    r"\b(?:(?:on|by|until|till|from)\s+)?the\s+(?P<d>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b(?!\s+(?:of\b|floor|time|attempt|century|grade|year|birthday))"
    rf"{_NO_MONTH}"
    # Without "the" where nothing follows that it may be the number of: "moved to 14th, same time".
    r"|\b(?:on|by|until|till|from|to|for)\s+(?P<d4>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b"
    r"(?=\s*(?:$|[,;.!?)]|at|instead|now|because|cos|as)(?!\w))"
    r"|\b(?:am|zum|bis\s+zum|ab\s+dem|(?:auf|für)\s+den|vom)\s+(?P<d2>[1-9]|[12]\d|3[01])"
    r"(?:\.(?!\s*\d)(?!\w)(?!\s+(?-i:[A-ZÄÖÜ]\w*(?:platz|stock|stelle|rang|blick|tag|mal)\b|(?:Platz|Stock|Rang|Blick|Mal|Tag)\b))"
    r"|(?=\s*(?:$|[,;!?)]|um|ver\w+)(?!\w)))"
    rf"{_NO_MONTH}|\bel\s+(?:día\s+)?(?P<d3>[1-9]|[12]\d|3[01])\b(?!\s*(?:%|por)){_NO_MONTH}"
)
def _day_of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    """The nearest such day but today: who means today says so."""
    day = int(match["d"] or match["d2"] or match["d3"] or match["d4"])
    for further in range(4):
        year, month = today.year, today.month + (further if way == "future" else -further)
        first = month_of(year, month)[0]
        found = date_at(first.year, first.month, day)
        if found and (found > today if way == "future" else found < today):
            return one_day(found)
    return None


@rule(
    rf"\b(?:in|since|during|until|till|by|from|of|back\s+in|im\s+jahr|seit|bis|en|desde|hasta)\s+(?P<y>{YEAR})\b(?!\s*(?:euros?|dollars?|km|kg|people|\$|€|%))|(?<=['’])(?P<y2>\d\d)\b"
)
def _year_alone(match: re.Match[str], today: date, _way: Way) -> Days | None:
    year = int(match["y"]) if match["y"] else 2000 + int(match["y2"])
    if match["y2"] and year > today.year + 5:
        year -= 100
    return date(year, 1, 1), date(year + 1, 1, 1)
