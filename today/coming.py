"""What is remembered of the days that come: the next of them on Today, all of them on a page.

Today has the person's own days alone (today.own_days); the page what others do, too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby, islice
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext

from accounts.models import User
from memories.models import Evidence, Memory
from memories.pages import display
from memories.recall import listing
from today.days_ahead import DayAhead, day_named, days_ahead, named
from today.models import AnsweredDay, Task
from today.own_days import are_own

# What Today shows of the next days, and of the weeks after them.
SOON, LATER = 5, 4
SOON_DAYS, LATER_DAYS = timedelta(days=7), timedelta(weeks=8)
# What the page of all of it shows.
ALL = 300
# So many are read at a time for whose they are.
_BATCH = 8


@dataclass(frozen=True)
class ShownComing:
    """Something remembered of a day that comes: its memory, and the first of its days."""

    id: UUID
    first: date
    text: str
    source: display.ShownSource | None
    day: str

    @property
    def anchor(self) -> str:
        """By what the page names it."""
        return f"day-{self.id}-{self.first}"


@dataclass(frozen=True)
class Days:
    """What comes in a stretch of time, the next first."""

    name: str
    coming: Sequence[ShownComing]


@dataclass(frozen=True)
class Coming:
    """What Today shows of it: the stretches with something in them, and how much more there is.

    `memories` are those it shows, and those of which the person has answered a day.
    """

    days: Sequence[Days]
    more: int
    memories: Sequence[Memory]


def coming(user: User) -> Coming:
    """The next days and the weeks after them; no task once more. Inside `acting_as`."""
    today = timezone.localdate(timezone=user.zone)
    found = days_ahead(user, Memory.objects.all())
    tasks = set(of_tasks(user).values_list("memory", flat=True))
    is_answered = answered(user)
    answers = [each for each in found if is_answered(each)]
    others = [each for each in found if each.memory.pk not in tasks and not is_answered(each)]
    soon = _own([each for each in others if each.begins(today) < today + SOON_DAYS], SOON)
    later = _own(
        [each for each in others if today + SOON_DAYS <= each.begins(today) < today + LATER_DAYS],
        LATER,
    )
    days = (
        Days(gettext("The next seven days"), _shown(user, soon)),
        Days(gettext("Later"), _shown(user, later)),
    )
    shown = [*soon, *later]
    memories = list({each.memory.pk: each.memory for each in (*shown, *answers)}.values())
    return Coming([each for each in days if each.coming], len(found) - len(shown), memories)


def ahead(user: User) -> list[Days]:
    """All that is remembered of days to come, tasks too, month by month. Inside `acting_as`."""
    today = timezone.localdate(timezone=user.zone)
    found = days_ahead(user, Memory.objects.all())[:ALL]

    def month(each: DayAhead) -> str:
        return format_date(each.begins(today), gettext("F Y"))

    return [Days(name, _shown(user, list(rows))) for name, rows in groupby(found, month)]


def answered(user: User) -> Callable[[DayAhead], bool]:
    """Tells whether the person has answered a day, so that it is not shown now."""
    now = timezone.now()
    rows = AnsweredDay.objects.filter(user=user).filter(Q(later=None) | Q(later__gt=now))
    days = set(rows.values_list("memory", "first"))
    none = set(rows.filter(state=AnsweredDay.State.NONE).values_list("memory", flat=True))
    return lambda each: each.memory.pk in none or (each.memory.pk, each.first) in days


def of_tasks(user: User) -> QuerySet[Evidence]:
    """Where memories rest on the words of a task, or on what told that one is done."""
    tasks = Task.objects.filter(user=user)
    words = tasks.filter(
        source=OuterRef("chunk__source"), start__lt=OuterRef("stop"), stop__gt=OuterRef("start")
    )
    done = tasks.filter(settled_by=OuterRef("chunk__source"))
    return Evidence.objects.filter(Exists(words) | Exists(done), user=user)


def until(user: User, due: datetime) -> str:
    """A day to come as people name it: "today", "tomorrow", "Friday", "12 March"."""
    return day_named(user, timezone.localdate(due, user.zone))


def _own(days: Iterable[DayAhead], most: int) -> list[DayAhead]:
    """The first of these days that are the person's own; the others are not read."""
    left = iter(days)
    found: list[DayAhead] = []
    while len(found) < most and (batch := list(islice(left, _BATCH))):
        own = are_own([each.memory.content for each in batch])
        found += [each for each, theirs in zip(batch, own, strict=True) if theirs]
    return found[:most]


def _shown(user: User, days: Sequence[DayAhead]) -> list[ShownComing]:
    rows = listing.rows(user, [each.memory for each in days])
    found = []
    for each, row in zip(days, rows, strict=True):
        it = display.memory(user, row)
        day = named(user, each)
        found.append(ShownComing(each.memory.pk, each.first, it.content, it.source, day))
    return found
