"""Whether what a text tells of falls into some days, and on which of them it first does."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memories.text.calendar.arithmetic import date_at
from memories.text.calendar.days import NamedTime
from memories.text.calendar.recurring import (
    Recurring,
    comes_every_feast,
    comes_every_month,
    comes_every_week,
    comes_every_year,
    recurring,
)
from memories.text.calendar.told import told_times

# What takes longer is no event of a few days: "in December we are in Spain", "this year".
_LONGEST, _LONGEST_OF_A_DAY = 62, 16
_JOINS = re.compile(
    r"\)?\s*(?:to|till|until|through|bis|al?|-|–)\s*(?:(?:the|zum|el)\s+)?", re.IGNORECASE
)
# A day that is told without its year, but with its month.
_OF_A_YEAR = re.compile(r"\d.*(?:[^\W\d_]{3}|[./]\d)|[^\W\d_]{3}.*\d")
_WEEK, _MONTHS = 7, 31


@dataclass(frozen=True)
class Occurrence:
    """The first of the asked days on which something falls; whether it comes again and again."""

    on: date
    again: bool = False


def occurrence(text: str, said_at: datetime, first: date, last: date) -> Occurrence | None:
    """When in the days from `first` to `last`, both included, a text says that something is.

    None where it tells of no time in them. `said_at` is aware, in the zone of whoever said it.
    """
    told = told_times(text, said_at)
    once = [
        each for each in told if not (comes_every_week(each, text) or comes_every_month(each, text))
    ]
    if comes_every_year(text) and (yearly := _yearly(once, first, last)):
        return Occurrence(yearly)
    found = [
        day for span in _spans(text, once, said_at.date()) if (day := _within(span, first, last))
    ]
    if found:
        return Occurrence(min(found))
    again = _again(text, said_at, first, last)
    return Occurrence(again, again=True) if again else None


def days_told(text: str, said_at: datetime) -> list[tuple[date, date]]:
    """The days a text tells of, both included, in its order: of what comes again and again none.

    `said_at` is aware, in the zone of whoever said it.
    """
    once = [
        each
        for each in told_times(text, said_at)
        if not (
            comes_every_week(each, text)
            or comes_every_month(each, text)
            or comes_every_feast(each, text)
        )
    ]
    return _spans(text, once, said_at.date())


def _spans(text: str, told: list[NamedTime], said: date) -> list[tuple[date, date]]:
    """The days told of, both included: from one time to another as one span."""
    found: list[tuple[date, date]] = []
    before: NamedTime | None = None
    for each in told:
        first, last = each.since.date(), (each.until - timedelta(days=1)).date()
        joined = before and _JOINS.fullmatch(text, before.stop, each.start)
        if found and joined and (days := _under_way(found[-1][0], last, said)):
            found[-1] = days
        elif each.role == "at" or (each.role == "until" and first == last):
            found.append((first, last))
        before = each
    return found


def _under_way(begin: date, end: date, said: date) -> tuple[date, date] | None:
    """From one day to another; a year earlier where that is under way when it is said."""
    began, ends = (date_at(day.year - 1, day.month, day.day) for day in (begin, end))
    if began and ends and began <= said <= ends:
        return began, ends
    return (begin, end) if begin < end else None


def _within(span: tuple[date, date], first: date, last: date) -> date | None:
    days = (span[1] - span[0]).days + 1
    longest = _LONGEST if (last - first).days + 1 >= _WEEK else _LONGEST_OF_A_DAY
    # "For three weeks from the 14th" holds on each day of them, "in December" on none of its days.
    if days > (longest if whole_months(span) else _LONGEST):
        return None
    if span[1] < first or span[0] > last:
        return None
    return max(span[0], first)


def whole_months(span: tuple[date, date]) -> bool:
    """Whether some days are whole months, as in "in March", "in the summer"."""
    return span[0].day == 1 and (span[1] + timedelta(days=1)).day == 1


def _yearly(told: list[NamedTime], first: date, last: date) -> date | None:
    """The first of these days that is the same day of a year as one that is told."""
    for each in told:
        day = each.since.date()
        if each.until - each.since > timedelta(days=1) or not _OF_A_YEAR.search(each.words):
            continue
        for year in range(first.year, last.year + 1):
            found = date_at(year, day.month, day.day)
            if found and first <= found <= last:
                return found
    return None


def _again(text: str, said_at: datetime, first: date, last: date) -> date | None:
    """The first of these days on which something comes that does so every week or month."""
    comes = recurring(text, said_at)
    if comes == Recurring():
        return None
    days = (first + timedelta(days=n) for n in range(min((last - first).days, _MONTHS) + 1))
    return next(filter(comes.falls_on, days), None)
