"""What is remembered of the days that come: the next of them on Today, all of them on a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import groupby

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext

from accounts.models import User
from memories.models import Evidence, Memory
from memories.pages import display
from memories.recall import listing
from today.models import Task

# What Today shows of the next days, and of the weeks after them.
SOON, LATER = 5, 4
SOON_DAYS, LATER_DAYS = timedelta(days=7), timedelta(weeks=8)
# What the page of all of it shows.
ALL = 300


@dataclass(frozen=True)
class ShownComing:
    """Something remembered of a day that comes."""

    text: str
    source: display.ShownSource | None
    day: str


@dataclass(frozen=True)
class Days:
    """What comes in a stretch of time, the next first."""

    name: str
    coming: Sequence[ShownComing]


@dataclass(frozen=True)
class Coming:
    """What Today shows of it: the stretches with something in them, and how much more there is."""

    days: Sequence[Days]
    more: int
    memories: Sequence[Memory]


def coming(user: User) -> Coming:
    """The next days and the weeks after them; no task once more. Inside `acting_as`."""
    today = _midnight(user)
    told = of_tasks(user).filter(memory=OuterRef("pk"))
    found = _dated(user).exclude(Exists(told))
    soon = list(found.filter(event_time__lt=today + SOON_DAYS)[:SOON])
    later = found.filter(event_time__gte=today + SOON_DAYS, event_time__lt=today + LATER_DAYS)[
        :LATER
    ]
    shown = [*soon, *later]
    days = (
        Days(gettext("The next seven days"), _shown(user, soon)),
        Days(gettext("Later"), _shown(user, shown[len(soon) :])),
    )
    more = _dated(user).exclude(pk__in=[memory.pk for memory in shown]).count()
    return Coming([each for each in days if each.coming], more, shown)


def ahead(user: User) -> list[Days]:
    """All that is remembered of days to come, tasks too, month by month. Inside `acting_as`."""
    found = list(_dated(user)[:ALL])

    def month(memory: Memory) -> str:
        at = timezone.localtime(memory.event_time, user.zone)
        return format_date(at, gettext("F Y"))

    return [Days(name, _shown(user, list(rows))) for name, rows in groupby(found, month)]


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
    days = (timezone.localdate(due, user.zone) - timezone.localdate(timezone=user.zone)).days
    if days in (-1, 0, 1):
        return {-1: gettext("yesterday"), 0: gettext("today"), 1: gettext("tomorrow")}[days]
    if 1 < days < 7:
        return format_date(timezone.localtime(due, user.zone), "l")
    return display.day(user, due)


def _dated(user: User) -> QuerySet[Memory]:
    """What is remembered of today and the days after it, the next first."""
    return (
        Memory.objects.filter(
            user=user,
            state=Memory.State.CURRENT,
            event_time__gte=_midnight(user),
            # What was said today happened when it was said.
            created__lt=F("event_time") - timedelta(hours=1),
        )
        .select_related("project")
        .order_by("event_time", "pk")
    )


def _shown(user: User, memories: Iterable[Memory]) -> list[ShownComing]:
    found = []
    for row in listing.rows(user, list(memories)):
        it, at = display.memory(user, row), row.memory.event_time
        found.append(ShownComing(it.content, it.source, until(user, at) if at else ""))
    return found


def _midnight(user: User) -> datetime:
    return datetime.combine(timezone.localdate(timezone=user.zone), time(), user.zone)
