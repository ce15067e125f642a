"""Units of work: a row each. Rows are the truth, messages in the broker only nudges."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database import statements
from database.ids import uuid7
from memories.models import Work
from memories.work import kinds, nudging, turns
from memories.work.kinds import TRIES

LEASE = timedelta(minutes=5)
# Delay above which the sweeper nudges, as the broker does not keep a message that long.
_SOON = timedelta(hours=1)
# How long the sweeper lets a nudge take before it nudges again.
NUDGE_AFTER = timedelta(seconds=20)

_ENQUEUE = """
INSERT INTO memories_work AS w
    (id, user_id, kind, subject, urgent, state, reason, tries, not_before, created, updated)
SELECT id, %(user)s::uuid, %(kind)s::text, subject, %(urgent)s::bool, %(state)s::text, '', 0,
    %(now)s::timestamptz, %(now)s::timestamptz, %(now)s::timestamptz
FROM unnest(%(ids)s::uuid[], %(subjects)s::uuid[]) AS units (id, subject)
ON CONFLICT (kind, subject) DO UPDATE SET state = excluded.state, reason = '', tries = 0,
    urgent = excluded.urgent, not_before = excluded.not_before, lease = NULL,
    updated = excluded.updated
"""


def enqueue(user_id: UUID, kind: str, subjects: Iterable[UUID], *, urgent: bool = False) -> None:
    """Note that this is to be done, and nudge a worker once the transaction has committed.

    What is `urgent` was just said, and goes before what comes in bulk. What was already done, or
    failed, is to be done again.
    """
    ids = [(uuid7(), subject) for subject in subjects]
    if not ids:
        return
    values: dict[str, Any] = {
        "user": user_id,
        "kind": kind,
        "ids": [pk for pk, _ in ids],
        "subjects": [subject for _, subject in ids],
        "urgent": urgent,
        "state": Work.State.WAITING,
        "now": timezone.now(),
    }
    with statements.cursor() as cursor:
        cursor.execute(_ENQUEUE, values)
    transaction.on_commit(partial(nudge, kind))


def nudge(kind: str, at: datetime | None = None) -> None:
    """Tell a worker that work of this kind waits, from a time on.

    A broker that is down only delays it.
    """
    its = kinds.kind_of(kind)
    delay = max(0.0, (at - timezone.now()).total_seconds()) if at else 0.0
    nudging.send(kind, its.task, its.queue, delay)


def serve(kind: str, do: Callable[[UUID, bool], bool]) -> None:
    """Have the next person's work done: `do` takes them and whether it is what was just said.

    It tells whether it found any. Then others follow, in a message of their own: tasks of other
    kinds come between.
    """
    nudging.taken(kind)
    turn = turns.next_turn(kind, _at_once(kind))
    if turn is None:
        return
    if kinds.kind_of(kind).queue == kinds.SIDE_BY_SIDE:
        nudge(kind)
    if do(turn.user_id, turn.urgent):
        nudge(kind)


def _at_once(kind: str) -> int | None:
    """How many units of a kind one person may have being done: a worker is left for others."""
    if kinds.kind_of(kind).queue != kinds.SIDE_BY_SIDE or User.objects.all()[:2].count() < 2:
        return None
    return max(1, settings.TASK_WORKERS - 1)


def claim(user_id: UUID, kind: str, limit: int, *, urgent: bool | None = None) -> list[Work]:
    """Take up to `limit` waiting units of this person. Another worker cannot take the same.

    Only what is `urgent`, or only what is not, where that is said.
    """
    now = timezone.now()
    waiting = Work.objects.filter(
        user_id=user_id, kind=kind, state=Work.State.WAITING, not_before__lte=now
    )
    if urgent is not None:
        waiting = waiting.filter(urgent=urgent)
    with transaction.atomic():
        rows = list(
            waiting.select_for_update(skip_locked=True).order_by("-urgent", "not_before", "id")[
                :limit
            ]
        )
        Work.objects.filter(pk__in=[row.pk for row in rows]).update(
            state=Work.State.WORKING, lease=now + LEASE, updated=now
        )
    return rows


def take(user_id: UUID, kind: str, subject: UUID) -> Work | None:
    """Take this very unit, whether it was to be done or not; None while somebody else has it."""
    now = timezone.now()
    with transaction.atomic():
        Work.objects.get_or_create(kind=kind, subject=subject, defaults={"user_id": user_id})
        unit = Work.objects.select_for_update().get(kind=kind, subject=subject)
        if unit.state == Work.State.WORKING and unit.lease and unit.lease > now:
            return None
        unit.state, unit.lease, unit.tries, unit.updated = Work.State.WORKING, now + LEASE, 0, now
        unit.save(update_fields=["state", "lease", "tries", "updated"])
    return unit


def waiting(user_id: UUID, kind: str) -> int:
    """How many units of this kind wait for this person's turns."""
    return Work.objects.filter(user_id=user_id, kind=kind, state=Work.State.WAITING).count()


def renew(work: Iterable[Work]) -> None:
    """This takes longer than a lease: nobody else is to take it over."""
    now = timezone.now()
    Work.objects.filter(pk__in=[row.pk for row in work], state=Work.State.WORKING).update(
        lease=now + LEASE, updated=now
    )


def finish(work: Iterable[Work]) -> None:
    done = list(work)
    _settle(done, Work.State.DONE)
    _tell(done)


def no_longer_needed(kind: str, subjects: Iterable[UUID]) -> None:
    """These were done by someone else, who did not wait for a worker."""
    Work.objects.filter(kind=kind, subject__in=list(subjects), state=Work.State.WAITING).update(
        state=Work.State.DONE, updated=timezone.now()
    )


def later(work: Iterable[Work], at: datetime, reason: str = "") -> None:
    """Do this again at a time, or at once; nothing went wrong. `reason` is what it waits for."""
    rows = list(work)
    Work.objects.filter(pk__in=[row.pk for row in rows], state=Work.State.WORKING).update(
        state=Work.State.WAITING,
        lease=None,
        reason=reason,
        tries=0,
        not_before=at,
        updated=timezone.now(),
    )
    if at - timezone.now() < _SOON:
        for kind in {row.kind for row in rows}:
            transaction.on_commit(partial(nudge, kind, at))


def hasten(user_id: UUID, kind: str, subject: UUID) -> None:
    """Do this now, whatever it waits for, unless it is being done."""
    now = timezone.now()
    Work.objects.filter(user_id=user_id, kind=kind, subject=subject).exclude(
        state=Work.State.WORKING
    ).update(state=Work.State.WAITING, tries=0, reason="", not_before=now, updated=now)
    transaction.on_commit(partial(nudge, kind))


def revive(kind: str) -> None:
    """Do again what failed: for what goes on for ever and must not end with a bad hour."""
    now = timezone.now()
    Work.objects.filter(kind=kind, state=Work.State.FAILED).update(
        state=Work.State.WAITING, tries=0, not_before=now, updated=now
    )


def put_back(work: Iterable[Work]) -> None:
    """Let others go first: this one is not done yet, and nothing went wrong."""
    _settle(work, Work.State.WAITING)


def fail(work: Iterable[Work], reason: str, *, retry: bool, wait: float = 1) -> None:
    """Something went wrong. `reason` is plain words without content.

    With `retry` it waits ever longer (2, 4, 8 … times `wait` seconds) and is tried again, up to
    five times.
    """
    now = timezone.now()
    failed = list(work)
    for row in failed:
        tries = row.tries + 1
        again = retry and tries < TRIES
        Work.objects.filter(pk=row.pk).update(
            state=Work.State.WAITING if again else Work.State.FAILED,
            reason=reason[:300],
            tries=tries,
            not_before=now + timedelta(seconds=wait * 2**tries),
            lease=None,
            updated=now,
        )
    _tell(failed)


def sweep() -> int:
    """Take back what a dead worker held, and nudge for all that waits. Returns how many people.

    What has outlived its lease too often is failed: it may be what kills the workers.
    """
    now = timezone.now()
    expired = Work.objects.filter(state=Work.State.WORKING, lease__lt=now)
    bears = {kind.name: kind.deaths for kind in kinds.registered()}
    hopeless = [row for row in expired if row.tries + 1 >= bears.get(row.kind, TRIES)]
    expired.filter(pk__in=[row.pk for row in hopeless]).update(
        state=Work.State.FAILED,
        reason=gettext_noop("The worker crashed in the middle of this, several times."),
        updated=now,
    )
    _tell(hopeless)
    expired.update(state=Work.State.WAITING, tries=F("tries") + 1, lease=None, updated=now)
    # Of what a room did that was taken out of the installation, nobody is nudged.
    known = [kind.name for kind in kinds.registered()]
    waiting = (
        Work.objects.filter(state=Work.State.WAITING, not_before__lte=now, kind__in=known)
        .filter(Q(updated__lt=now - NUDGE_AFTER) | Q(tries__gt=0) | Q(not_before__gt=F("updated")))
        .values_list("user_id", "kind")
        .distinct()
    )
    people = list(waiting)
    for kind in {kind for _, kind in people}:
        nudge(kind)
    return len(people)


def take_back(queue: str) -> None:
    """Let go what the workers of this queue held; only for when none of them lives."""
    own = [kind.name for kind in kinds.registered() if kind.queue == queue]
    now = timezone.now()
    Work.objects.filter(state=Work.State.WORKING, kind__in=own).update(
        lease=now - timedelta(seconds=1), updated=now
    )
    nudging.taken(*own)


def retry(work: Work) -> None:
    """Try again what had failed."""
    enqueue(work.user_id, work.kind, [work.subject], urgent=work.urgent)


def _tell(work: Iterable[Work]) -> None:
    subjects: dict[tuple[UUID, str], list[UUID]] = {}
    for row in work:
        subjects.setdefault((row.user_id, row.kind), []).append(row.subject)
    for (user_id, kind), own in subjects.items():
        for follow in kinds.followers_of(kind):
            transaction.on_commit(partial(follow, user_id, kind, own))


def _settle(work: Iterable[Work], state: Work.State) -> None:
    Work.objects.filter(pk__in=[row.pk for row in work], state=Work.State.WORKING).update(
        state=state, lease=None, reason="", updated=timezone.now()
    )
