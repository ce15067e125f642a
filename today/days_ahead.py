"""Which days to come a memory tells of: each of them, not only the first it names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Min, Q, QuerySet
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext

from accounts.models import User
from memories.models import Memory
from memories.pages import display
from memories.text import days_told, month_numbers, told_times, whole_months

# How far back things are read that began, or were said, before today and may end or fall after it,
# and how many of the latest.
BACK, BEGUN = timedelta(days=366), 500
# A date, as Postgres reads it: what is remembered has those of its times in brackets.
_A_DATE = rf"\d\s?[./]\s?\d|\y({'|'.join(month_numbers('en', 'de', 'es'))})\y"


@dataclass(frozen=True)
class DayAhead:
    """Days to come that a memory tells of, from `first` to `last`, both included."""

    memory: Memory
    first: date
    last: date

    def begins(self, today: date) -> date:
        """The first of them that is not over."""
        return max(self.first, today)


def days_ahead(user: User, memories: QuerySet[Memory]) -> list[DayAhead]:
    """The days to come that these memories tell of, the next first. Inside `acting_as`."""
    today = timezone.localdate(timezone=user.zone)
    begins = datetime.combine(today, time(), user.zone)
    current = (
        memories.filter(user=user, state=Memory.State.CURRENT)
        .select_related("project")
        .annotate(said=Min("evidence__chunk__source__happened_at"))
    )
    to_come = current.filter(event_time__gte=begins)
    late = Q(event_time__gte=begins - BACK) | Q(created__gte=begins - BACK)
    begun = current.filter(late, event_time__lt=begins, content__iregex=_A_DATE)
    found = [
        each
        for memory in (*to_come, *begun.order_by("-created")[:BEGUN])
        for each in _of(user, memory)
        if each.last >= today
    ]
    return sorted(found, key=lambda each: (each.begins(today), each.first, each.memory.pk))


def named(user: User, told: DayAhead) -> str:
    """The days as people name them: "tomorrow", "12 March", "March", "until 2 January"."""
    today = timezone.localdate(timezone=user.zone)
    if whole_months((told.first, told.last)):
        return _months(told)
    if told.first < today < told.last:
        return gettext("until %(day)s") % {"day": day_named(user, told.last)}
    return day_named(user, told.begins(today))


def day_named(user: User, day: date) -> str:
    """A day to come as people name it: "today", "tomorrow", "Friday", "12 March"."""
    days = (day - timezone.localdate(timezone=user.zone)).days
    if days in (-1, 0, 1):
        return {-1: gettext("yesterday"), 0: gettext("today"), 1: gettext("tomorrow")}[days]
    if 1 < days < 7:
        return format_date(day, "l")
    return display.day(user, datetime.combine(day, time(12), user.zone))


def _of(user: User, memory: Memory) -> Iterator[DayAhead]:
    """The days after it was said that a memory tells of."""
    said_at: datetime = getattr(memory, "said", None) or memory.created
    said_at = said_at.astimezone(user.zone)
    told = told_times(memory.content, said_at)
    days: Iterable[tuple[date, date]] = days_told(memory.content, said_at)
    if not told or (not days and any(each.role == "at" for each in told)):
        # Nothing but when it is was told beside its words, or it comes again and again.
        at = memory.event_time.astimezone(user.zone).date() if memory.event_time else None
        days = [(at, at)] if at else []
    for first, last in dict.fromkeys(days):
        # What was said of today happened when it was said.
        if first > said_at.date():
            yield DayAhead(memory, first, last)


def _months(told: DayAhead) -> str:
    """The name of a month, of several or of a year."""
    first, last = (format_date(day, gettext("F Y")) for day in (told.first, told.last))
    if (told.first.month, told.last.month) == (1, 12):
        return str(told.first.year)
    return first if first == last else f"{first} – {last}"
