"""How many memories a list has from each day, month or year, by where they came from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from django.db.models import Count, DateField, Max, Min
from django.db.models.functions import Trunc
from django.utils import timezone

from accounts.models import User
from memories.recall.listing import MemoryFilters, matching

# Maximum number of days, and of months, that are told apart; more than that are told by year.
DAYS, MONTHS = 92, 60
# Minimum number of days or months drawn: a single one would fill the picture.
LEAST_DAYS, LEAST_MONTHS = 14, 12


class TimeUnit(StrEnum):
    """A stretch of time that is counted as one."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True)
class TimeBucket:
    """A day, month or year in the person's zone, and how many memories are of it by source."""

    first: date
    last: date
    sources: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.sources.values())


@dataclass(frozen=True)
class OverTime:
    """Stretches from the first memory's to the last one's, without gaps, oldest first."""

    unit: TimeUnit
    stretches: tuple[TimeBucket, ...]


def over_time(user: User, filters: MemoryFilters) -> OverTime | None:
    """What the list has from when, as if no time were chosen; None where it has nothing."""
    left = matching(user, replace(filters, since=None, until=None)).order_by()
    if filters.tag is not None:
        left = left.filter(tags__contains=[filters.tag])
    ends = left.aggregate(first=Min("updated"), last=Max("updated"))
    if ends["first"] is None:
        return None
    first, last = (timezone.localdate(ends[name], user.zone) for name in ("first", "last"))
    unit = _unit(first, last)
    if unit is TimeUnit.DAY:
        first = min(first, last - timedelta(days=LEAST_DAYS - 1))
    elif unit is TimeUnit.MONTH:
        first = min(first, last.replace(day=1) - timedelta(days=30 * (LEAST_MONTHS - 1)))
    counts: dict[date, dict[str, int]] = {}
    for begins, source, number in (
        left.annotate(begins=Trunc("updated", unit, output_field=DateField(), tzinfo=user.zone))
        .values_list("begins", "source_kind")
        .annotate(n=Count("pk"))
    ):
        counts.setdefault(begins, {})[source] = number
    return OverTime(unit, tuple(_stretches(unit, first, last, counts)))


def first_of(unit: TimeUnit, day: date) -> date:
    """The first day of the stretch that this one is in."""
    match unit:
        case TimeUnit.DAY:
            return day
        case TimeUnit.MONTH:
            return day.replace(day=1)
    return day.replace(month=1, day=1)


def last_of(unit: TimeUnit, first: date) -> date:
    """The last day of the stretch that begins with this one."""
    return _after(unit, first) - timedelta(days=1)


def _unit(first: date, last: date) -> TimeUnit:
    if (last - first).days < DAYS:
        return TimeUnit.DAY
    months = 12 * (last.year - first.year) + last.month - first.month
    return TimeUnit.MONTH if months < MONTHS else TimeUnit.YEAR


def _stretches(
    unit: TimeUnit, first: date, last: date, counts: Mapping[date, Mapping[str, int]]
) -> list[TimeBucket]:
    begins = first_of(unit, first)
    found = []
    while begins <= last:
        found.append(TimeBucket(begins, last_of(unit, begins), counts.get(begins, {})))
        begins = _after(unit, begins)
    return found


def _after(unit: TimeUnit, begins: date) -> date:
    match unit:
        case TimeUnit.DAY:
            return begins + timedelta(days=1)
        case TimeUnit.MONTH:
            return (begins + timedelta(days=31)).replace(day=1)
    return begins.replace(year=begins.year + 1)
