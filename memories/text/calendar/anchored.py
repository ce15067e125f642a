"""Days counted from another: "Tuesday in two weeks", "heute in einer Woche", "a week on Friday".

Both together are one time: neither is told without the other.
"""

import re
from datetime import date, timedelta

from memories.text.calendar import words as said
from memories.text.calendar.arithmetic import Days, Way, later, one_day, whole
from memories.text.calendar.counted import RULES
from memories.text.calendar.names import SHORT_WEEKDAYS
from memories.text.calendar.rules import NUMBER, SHORT, WEEKDAY, rule

# With those of anchored days, which are registered here.
__all__ = ["RULES"]

_WEEKS = r"(?:fortnights?|weeks?|wks?|wochen?|semanas?)\b"
_DAYS = r"(?:tage[n]?|days?|días?|dias?)\b"
_LONGER = r"(?:months?|monat(?:e|en)?|mes(?:es)?|years?|jahr(?:e|en)?|años?)\b"
_TODAY = r"(?:today|tomorrow|heute|morgen|hoy|mañana)"
_AHEAD = r"(?:in|dentro\s+de|en)"
# "In acht Tagen" is a week from then, "quince días" a fortnight.
_ROUNDED = {"acht": 7, "ocho": 7, "quince": 14}
_TIME = r"(?:['’]?s?['’]?\s+time\b)?"


def _many(words: str) -> int:
    return int(words) if words.isdigit() else said.NUMBERS[words.lower()]


def _unit(words: str) -> str:
    return said.UNITS[words.lower()]


def _on_from(day: date, number: str, unit: str) -> Days:
    """The day that many units on from another."""
    if _unit(unit) == "day":
        return one_day(day + timedelta(days=_ROUNDED.get(number.lower(), 0) or _many(number)))
    return one_day(later(day, _many(number), _unit(unit)))


def _coming(words: str, today: date) -> date:
    """The next day that a weekday, "today" or "tomorrow" names; today is none for a weekday."""
    low = words.lower()
    if low in said.DAYS:
        return today + timedelta(days=said.DAYS[low])
    weekday = said.WEEKDAYS.get(low, SHORT_WEEKDAYS.get(low, 0))
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _nearest(weekday: str, day: date) -> date:
    """The day of the week that is nearest to a day."""
    low = weekday.lower()
    number = said.WEEKDAYS.get(low, SHORT_WEEKDAYS.get(low, 0))
    return day + timedelta(days=(number - day.weekday() + 3) % 7 - 3)


@rule(
    rf"\b(?P<w>{WEEKDAY}|{SHORT}|{_TODAY}),?\s+{_AHEAD}\s+(?P<n>{NUMBER})\s+(?P<u>{_WEEKS}|{_DAYS}){_TIME}"
    rf"|\b(?P<w2>{_TODAY}),?\s+{_AHEAD}\s+(?P<n2>{NUMBER})\s+(?P<u2>{_LONGER}){_TIME}"
)
def _day_then_weeks(match: re.Match[str], today: date, _way: Way) -> Days | None:
    day, number, unit = (match[name] or match[f"{name}2"] for name in ("w", "n", "u"))
    return _on_from(_coming(day, today), number, unit)


@rule(
    rf"\b{_AHEAD}\s+(?P<n>{NUMBER})\s+(?P<u>{_WEEKS}){_TIME},?\s+(?:on\s+|am\s+|el\s+)?"
    rf"(?P<w>{WEEKDAY}|{SHORT})"
)
def _weeks_then_weekday(match: re.Match[str], today: date, _way: Way) -> Days | None:
    return one_day(_nearest(match["w"], later(today, _many(match["n"]), _unit(match["u"]))))


@rule(
    rf"\b(?:(?P<n>{NUMBER})\s+)?(?P<u>{_WEEKS})\s+(?:on\s+|from\s+|after\s+)?"
    rf"(?P<w>{WEEKDAY}|today|tomorrow)\b(?!\s*[-–]|\s+(?:to|until|till|through)\b)"
    rf"|\b(?P<w2>{WEEKDAY}|today|tomorrow)\s+(?P<u2>fortnight)\b"
)
def _weeks_on_day(match: re.Match[str], today: date, _way: Way) -> Days | None:
    unit, day = match["u"] or match["u2"], match["w"] or match["w2"]
    if match["u"] and not match["n"] and unit.lower() not in ("week", "wk", "fortnight"):
        return None
    return _on_from(_coming(day, today), match["n"] or "1", unit)


@rule(
    rf"\b(?P<n>{NUMBER})\s+(?P<u>{_WEEKS}|{_DAYS}|{_LONGER})\s+ago\s+(?:on\s+)?(?P<w>today|{WEEKDAY})"
    rf"|\b(?P<w2>heute|hoy)\s+(?:vor|hace)\s+(?P<n2>{NUMBER})\s+(?P<u2>{_WEEKS}|{_DAYS}|{_LONGER})"
)
def _ago_on_day(match: re.Match[str], today: date, _way: Way) -> Days | None:
    day, number, unit = (match[name] or match[f"{name}2"] for name in ("w", "n", "u"))
    then = later(today, -_many(number), _unit(unit))
    return one_day(then if day.lower() in said.DAYS else _nearest(day, then))


@rule(
    rf"\b(?:(?P<w>{WEEKDAY})\s+(?:in\s+der\s+|of\s+)?)?(?:the\s+)?(?P<u>week|month|year|weekend)\s+after\s+next\b"
    rf"|\b(?P<w2>{WEEKDAY})\s+(?:in\s+der\s+)?übernächste[rn]?\s+(?P<u2>woche)\b"
    rf"|\bübernächste[rn]?\s+(?P<u3>woche)\s+(?:am\s+)?(?P<w3>{WEEKDAY})"
)
def _after_next(match: re.Match[str], today: date, _way: Way) -> Days | None:
    weekday = match["w"] or match["w2"] or match["w3"]
    unit = (match["u"] or match["u2"] or match["u3"]).lower()
    if unit == "weekend":
        saturday = whole("week", 2, today)[0] + timedelta(days=5)
        return saturday, saturday + timedelta(days=2)
    found = whole(_unit(unit), 2, today)
    if not weekday:
        return found
    return one_day(found[0] + timedelta(days=said.WEEKDAYS[weekday.lower()]))
