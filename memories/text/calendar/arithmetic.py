"""Counting in the calendar: whole months and quarters, the same day of another year, Easter."""

import calendar
from datetime import date, timedelta
from typing import Literal

from memories.text.calendar import words as said

Days = tuple[date, date]
Way = Literal["past", "future"]


def one_day(day: date) -> Days:
    return day, day + timedelta(days=1)


def date_at(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def month_of(year: int, month: int) -> Days:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)


def later(day: date, many: int, unit: str) -> date:
    if unit in ("day", "week", "fortnight"):
        return day + timedelta(days=many * {"day": 1, "week": 7, "fortnight": 14}[unit])
    months = day.month - 1 + many * (1 if unit == "month" else 12)
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def yearly(today: date, month: int, day: int, way: Way) -> date | None:
    """The nearest such day of a year, looking one way; today counts both ways."""
    years = (0, 1, 2, 3, 4) if way == "future" else (0, -1, -2, -3, -4)
    for further in years:
        found = date_at(today.year + further, month, day)
        if found and (found >= today if way == "future" else found <= today):
            return found
    return None


def whole(unit: str, further: int, today: date) -> Days:
    """The week, month, year or day that many further on, whole."""
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * further)
        return monday, monday + timedelta(days=7)
    if unit == "month":
        return month_of(today.year, today.month + further)
    if unit == "year":
        return date(today.year + further, 1, 1), date(today.year + further + 1, 1, 1)
    return one_day(today + timedelta(days=further))


def around(today: date, many: int, unit: str) -> Days:
    """The day that many units on; of months and years the whole that it lies in."""
    unit = said.UNITS[unit.lower()]
    day = later(today, many, unit)
    return whole(unit, 0, day) if unit in ("month", "year") else one_day(day)


def holiday_in(name: str, year: int) -> date:
    when = said.HOLIDAYS[name]
    if isinstance(when, str):
        feast, days = when[:6], int(when[6:] or 0)
        return (_easter(year) if feast == "easter" else _advent(year)) + timedelta(days=days)
    if len(when) == 2:
        return date(year, *when)
    month, which, weekday = when
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (which - 1))


def _advent(year: int) -> date:
    """The first Sunday of Advent: the fourth before Christmas Day."""
    christmas = date(year, 12, 25)
    return christmas - timedelta(days=(christmas.weekday() + 1) % 7 or 7) - timedelta(days=21)


def _easter(year: int) -> date:
    """Easter Sunday, by the anonymous Gregorian algorithm (Meeus)."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)
