"""When the night's work is done, in which order, and by whom. No model is needed.

Each step looks for what is left to do and does it in short blocks, so that it may be broken off
anywhere and run twice: nothing is done twice. Every change is in the journal with its reason, and
can be taken back. One night at a time is under way for a person: whoever does it holds its unit of
work under a lease, and what a dead worker held is taken up by the next.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from datetime import time as clock
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.keeping import Refused
from memories.learning.backfill import try_again
from memories.learning.night.contradictions import ask_about_contradictions
from memories.learning.night.fading import BATCH, bring_back, fade
from memories.learning.night.merging import merge
from memories.learning.night.reflecting import reflect
from memories.models import Change, Night, Work
from memories.search import index

# At this hour of the person's day it is night. A machine that slept then does it once it is awake.
BEGINS = 1
# Seconds of one person's night before others get their turn; it goes on after them.
LONGEST = 300.0
# What the page and the summary tell of.
TOLD = (
    Change.What.ASKED,
    Change.What.REMEMBERED,
    Change.What.SUPERSEDED,
    Change.What.FADED,
    Change.What.RESTORED,
)


class NightUnderWay(Refused):
    """This person's night is being done already."""

    def __init__(self) -> None:
        super().__init__("under_way", gettext("I’m already tidying up. Look again in a moment."))


@dataclass(frozen=True)
class NightResult:
    """What one run changed. With `more` its time was over before all was done."""

    faded: int = 0
    back: int = 0
    merged: int = 0
    retried: int = 0
    asked: int = 0
    reflections: int = 0
    more: bool = False


def run_night(user: User) -> NightResult:
    """Do the night's work for this person now. Call it outside of `acting_as`.

    Raises NightUnderWay where it is being done already.
    """
    unit = work.take(user.pk, work.NIGHT, user.pk)
    if unit is None:
        raise NightUnderWay
    return _do(user, unit)


def begin_nights(now: datetime | None = None) -> int:
    """Enqueue the night of everybody for whom it is past one and who had none yet today."""
    now = now or timezone.now()
    begun = 0
    for user in User.objects.filter(is_active=True):
        local = timezone.localtime(now, user.zone)
        one = datetime.combine(local.date(), clock(BEGINS), user.zone)
        # Whoever came since has nothing to tidy up yet.
        if local < one or user.date_joined > one:
            continue
        with acting_as(user):
            if not Night.objects.filter(user=user, day=local.date()).exists():
                work.enqueue(user.pk, work.NIGHT, [user.pk])
                begun += 1
    return begun


def night_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Do the night of this person, where one waits."""
    claimed = work.claim(user_id, work.NIGHT, 1, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for unit in claimed:
        if user:
            _do(user, unit)
        else:
            work.finish([unit])
    return bool(claimed)


def last_night(user: User) -> tuple[Night | None, QuerySet[Change]]:
    """The latest night and what it changed, the latest first. Inside `acting_as`."""
    night = Night.objects.filter(user=user).order_by("-day").first()
    changes = Change.objects.filter(user=user, by=Change.By.NIGHT, undone=None)
    if night is None:
        return None, changes.none()
    since = changes.filter(at__gte=night.began, what__in=TOLD)
    return night, since.select_related("memory").order_by("-at", "-id")


def _do(user: User, unit: Work) -> NightResult:
    """Do what is left of the night, and let its unit go."""
    until = time.monotonic() + LONGEST
    today = timezone.localdate(timezone=user.zone)
    with acting_as(user):
        night, _ = Night.objects.get_or_create(user=user, day=today)

    def in_batches(step: Callable[[User], int]) -> int:
        total = 0
        while time.monotonic() < until:
            work.renew([unit])
            with acting_as(user):
                index.hold(user.pk)
                done = step(user)
            total += done
            if done < BATCH:
                break
        return total

    # What is merged does not fade as well, and of what fades nobody is asked.
    merged = in_batches(merge)
    faded, back = in_batches(fade), in_batches(bring_back)
    with acting_as(user):
        asked = ask_about_contradictions(user, night)
        retried = try_again(user)
    work.renew([unit])
    reflections = reflect(user, night)
    more = time.monotonic() >= until
    with acting_as(user):
        if more:
            work.later([unit], timezone.now() + timedelta(seconds=1))
        else:
            Night.objects.filter(pk=night.pk).update(finished=timezone.now())
            work.finish([unit])
    return NightResult(faded, back, merged, retried, asked, reflections, more)
