"""Times that are counted: "three Mondays ago", "the last Sunday of September"."""

import re
from datetime import date, timedelta

from memories.text.calendar import words as said
from memories.text.calendar.arithmetic import (
    Days,
    Way,
    date_at,
    holiday_in,
    month_of,
    one_day,
    yearly,
)
from memories.text.calendar.names import SHORT_WEEKDAYS
from memories.text.calendar.rules import (
    LONG_MONTH,
    MONTH,
    NUMBER,
    RULES,
    SHORT,
    WEEKDAY,
    YEAR,
    rule,
)

# With those of what is counted, which are registered here.
__all__ = ["ORDINALS", "RULES"]

ORDINALS = {
    word: number
    for number, line in enumerate(
        """
        first 1st erste ersten erster erstes primer primera primero
        second 2nd zweite zweiten zweiter zweites segundo segunda
        third 3rd dritte dritten dritter drittes tercer tercera tercero
        fourth 4th vierte vierten vierter viertes cuarto cuarta
        last letzte letzten letzter letztes última último
        """.strip().splitlines(),
        1,
    )
    for word in line.split()
}
_LAST_ONE = 5
_FEASTS = "|".join(sorted(map(re.escape, said.HOLIDAYS), key=len, reverse=True))
_WHICH = rf"(?:{'|'.join(ORDINALS)})"
_WEEKDAYS = rf"{WEEKDAY.removesuffix(chr(92) + 'b')}(?:s|en|e)?\b"
_WEEKENDS = r"(?:weekends?|wochenenden?|fines?\s+de\s+semana)\b"
_DAY = r"(?:[12]?\d|3[01])(?:st|nd|rd|th|\.)?"
_UP_TO = r"(?:-|–|\b(?:to|till|until|through|bis|al?)\b)(?:\s+(?:the|zum|el)\b)?"
_LAST_YEAR = (
    r"(?:(?:of\s+)?last\s+year|letzte[ns]\s+jahr(?:es)?|des\s+letzten\s+jahres|vorigen\s+jahres"
    r"|del\s+año\s+pasado)"
)
_YEARS_AGO = (
    rf"(?:(?P<n>{NUMBER})\s+years?\s+ago|vor\s+(?P<n2>{NUMBER})\s+jahren?"
    rf"|hace\s+(?P<n3>{NUMBER})\s+años?)"
)


def _many(words: str) -> int:
    return int(words) if words.isdigit() else said.NUMBERS[words.lower()]


def _weekday_of(words: str) -> int:
    low = words.lower()
    for name in (low, low.removesuffix("s"), low.removesuffix("en"), low.removesuffix("e")):
        if name in said.WEEKDAYS:
            return said.WEEKDAYS[name]
    return SHORT_WEEKDAYS[low]


def _back(today: date, weekday: int, many: int) -> Days:
    """The day of the week that many of its kind ago; today is none of them."""
    days = (today.weekday() - weekday) % 7 or 7
    return one_day(today - timedelta(days=days + 7 * (many - 1)))


@rule(
    rf"\b(?P<n>{NUMBER})\s+(?P<w>{_WEEKDAYS})\s+ago\b"
    rf"|\b(?:vor|hace)\s+(?P<n2>{NUMBER})\s+(?P<w2>{_WEEKDAYS})"
)
def _weekdays_ago(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = _weekday_of(match["w"] or match["w2"])
    return _back(today, weekday, _many(match["n"] or match["n2"]))


@rule(rf"\b(?:the\s+)?(?P<w>{WEEKDAY})\s+before\s+last\b|\bvorletzten\s+(?P<w2>{WEEKDAY})")
def _weekday_before_last(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return _back(today, _weekday_of(match["w"] or match["w2"]), 2)


@rule(
    rf"\b(?P<n>{NUMBER})\s+{_WEEKENDS}\s+ago\b|\b(?:vor|hace)\s+(?P<n2>{NUMBER})\s+{_WEEKENDS}"
    r"|\b(?:the\s+)?weekend\s+before\s+last\b|\bvorletztes\s+wochenende\b"
)
def _weekends_ago(match: re.Match[str], today: date, _way: Way) -> Days | None:
    many = _many(match["n"] or match["n2"]) if match["n"] or match["n2"] else 2
    first = _back(today - timedelta(days=max(0, today.weekday() - 4) % 3), 5, many)[0]
    return first, first + timedelta(days=2)


@rule(
    rf"\b(?:the\s+|im\s+|en\s+el\s+|el\s+)?(?P<q>{_WHICH})\s+(?:quarter|quartals?|trimestre)"
    rf"(?:\s+(?:of\s+|de\s+)?(?P<y>{YEAR})|\s+(?P<last>{_LAST_YEAR}))?\b"
)
def _quarter_named(match: re.Match[str], today: date, way: Way) -> Days | None:
    number = ORDINALS[match["q"].lower()] - 1
    if number == _LAST_ONE - 1:
        if not match["y"] and not match["last"]:
            first = month_of(today.year, (today.month - 1) // 3 * 3 - 2)[0]
            return first, month_of(first.year, first.month + 2)[1]
        number = 3
    year = int(match["y"]) if match["y"] else today.year - bool(match["last"])
    if not match["y"] and not match["last"] and way == "past" and number * 3 + 1 > today.month:
        year -= 1
    return date(year, number * 3 + 1, 1), month_of(year, number * 3 + 3)[1]


@rule(
    rf"\b(?:in|im|en|of|during)\s+(?P<m>{LONG_MONTH}),?\s+(?:(?P<last>{_LAST_YEAR})|{_YEARS_AGO})"
)
def _month_of_another_year(match: re.Match[str], today: date, _way: Way) -> Days | None:
    ago = match["n"] or match["n2"] or match["n3"]
    return month_of(today.year - (_many(ago) if ago else 1), said.MONTHS[match["m"].lower()])


def _month_named(match: re.Match[str], today: date, way: Way) -> Days:
    month = said.MONTHS[match["m"].lower().rstrip(".")]
    if match["y"]:
        return month_of(int(match["y"]), month)
    if way == "future":
        return month_of(today.year + (month < today.month), month)
    return month_of(today.year - (month > today.month), month)


@rule(
    rf"\b(?:the\s+|in\s+der\s+|die\s+|la\s+)?(?P<o>{_WHICH})\s+(?:(?:week|woche|semana)\s+"
    rf"(?:of|in|im|des|de)\s+(?P<m>{LONG_MONTH})(?:\s+(?:of\s+|de\s+)?(?P<y>{YEAR}))?)"
)
def _week_of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    return _week(ORDINALS[match["o"].lower()], _month_named(match, today, way))


@rule(rf"\b(?P<o>{_WHICH})\s+(?P<m>{LONG_MONTH[:-2]})woche(?:\s+(?P<y>{YEAR}))?\b")
def _week_of_month_joined(match: re.Match[str], today: date, way: Way) -> Days | None:
    return _week(ORDINALS[match["o"].lower()], _month_named(match, today, way))


def _week(number: int, month: Days) -> Days:
    if number == _LAST_ONE:
        return month[1] - timedelta(days=7), month[1]
    first = month[0] + timedelta(days=7 * (number - 1))
    return first, first + timedelta(days=7)


@rule(
    rf"\b(?:the\s+|am\s+|der\s+|el\s+)?(?P<o>{_WHICH})\s+(?P<w>{WEEKDAY})\s+(?:of|in|im|des|de)\s+"
    rf"(?P<m>{LONG_MONTH})(?:\s+(?:of\s+|de\s+)?(?P<y>{YEAR}))?"
)
def _weekday_of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    number, weekday = ORDINALS[match["o"].lower()], _weekday_of(match["w"])
    first, end = _month_named(match, today, way)
    if number == _LAST_ONE:
        return one_day(end - timedelta(days=(end.weekday() - weekday - 1) % 7 + 1))
    return one_day(first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1)))


@rule(
    rf"\b(?:the\s+|am\s+|der\s+|de[nm]\s+|el\s+)?(?P<o>{_WHICH})\s+(?P<w>{WEEKDAY})\s+"
    rf"(?P<side>before|after|vor|nach|antes\s+de|después\s+de)\s+(?P<h>{_FEASTS})\b"
)
def _weekday_by_a_feast(match: re.Match[str], today: date, way: Way) -> Days | None:
    """ "The last Friday before Christmas", "am ersten Montag nach Ostern"."""
    number, weekday = ORDINALS[match["o"].lower()], _weekday_of(match["w"])
    before = match["side"].lower() in ("before", "vor") or match["side"].lower().startswith("antes")
    if before != (number == _LAST_ONE):
        return None
    name = match["h"].lower().replace("’", "'")
    days = (holiday_in(name, today.year + n) for n in ((0, 1) if way == "future" else (0, -1)))
    feast = next((d for d in days if (d >= today if way == "future" else d <= today)), None)
    if feast is None:
        return None
    if before:
        return one_day(feast - timedelta(days=(feast.weekday() - weekday - 1) % 7 + 1))
    return one_day(feast + timedelta(days=(weekday - feast.weekday() - 1) % 7 + 1))


@rule(
    rf"\b(?:the\s+)?(?P<o>first|last)\s+(?P<n>{NUMBER})\s+days\s+of\s+(?P<m>{LONG_MONTH})(?:\s+(?P<y>{YEAR}))?"
)
def _days_of_month(match: re.Match[str], today: date, way: Way) -> Days | None:
    first, end = _month_named(match, today, way)
    days = timedelta(days=_many(match["n"]))
    return (end - days, end) if match["o"].lower() == "last" else (first, first + days)


@rule(
    rf"(?<![\d.,/:])\b(?:from\s+the\s+|vom\s+|del\s+)?(?P<a>{_DAY})\s*{_UP_TO}\s*(?P<b>{_DAY})\s*(?:of\s+|de\s+)?"
    rf"(?:(?P<m>{MONTH})|(?<=\.)\s?(?P<mn>1[0-2]|0?[1-9])\.?(?!\d))(?:,?\s*(?:of\s+|del?\s+)?(?P<y>{YEAR}))?"
    rf"|\b(?P<m2>{MONTH})\s+(?P<a2>{_DAY})\s*{_UP_TO}\s*(?P<b2>{_DAY})\b(?!:)(?:,?\s+(?P<y2>{YEAR}))?"
)
def _days_up_to(match: re.Match[str], today: date, way: Way) -> Days | None:
    """ "3 to 6 July", "vom 3. bis 6.7.", "July 3-6"."""
    first, last = (int((match[name] or match[f"{name}2"]).rstrip("stndrh.")) for name in ("a", "b"))
    named = (match["m"] or match["m2"] or "").lower().rstrip(".")
    month = said.MONTHS[named] if named else int(match["mn"])
    year = match["y"] or match["y2"]
    end = date_at(int(year), month, last) if year else yearly(today, month, last, way)
    begin = end and date_at(end.year, end.month, first)
    return (begin, end + timedelta(days=1)) if begin and end and begin < end else None


@rule(
    rf"\b(?P<w>{WEEKDAY}),?\s+(?:the|den|der|dem|el|día)\s+(?P<d>[12]?\d|3[01])(?:st|nd|rd|th|\.)?"
    rf"(?!\s*(?:of\s+|de\s+)?{MONTH})(?!\d)"
)
def _weekday_that_day(match: re.Match[str], today: date, way: Way) -> Days | None:
    """ "Friday the 13th": the nearest such day that is one."""
    day, weekday = int(match["d"]), _weekday_of(match["w"])
    for further in range(24):
        year, month = today.year, today.month + (further if way == "future" else -further)
        first = month_of(year, month)[0]
        found = date_at(first.year, first.month, day)
        passed = found is not None and (found >= today if way == "future" else found <= today)
        if found and passed and found.weekday() == weekday:
            return one_day(found)
    return None


@rule(
    rf"\b(?:{WEEKDAY}|{SHORT}),?\s+(?:the\s+|den\s+|der\s+|dem\s+|el\s+)?"
    rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?(?P<m>{MONTH})"
    rf"|(?P<m2>{MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b)(?:,?\s+(?:of\s+|del?\s+)?(?P<y>{YEAR}))?"
)
def _weekday_and_date(match: re.Match[str], today: date, way: Way) -> Days | None:
    """ "Tuesday 1 December": the date tells which."""
    month = said.MONTHS[(match["m"] or match["m2"]).lower().rstrip(".")]
    day = int(match["d"] or match["d2"])
    found = date_at(int(match["y"]), month, day) if match["y"] else yearly(today, month, day, way)
    return one_day(found) if found else None
