"""Units of work: a row each. Rows are the truth, messages in the broker only nudges."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import prepared
from accounts.ids import uuid7
from memories import nudging
from memories.models import Work

LEASE = timedelta(minutes=5)
TRIES = 5
# How long the sweeper lets a nudge take before it nudges again.
NUDGE_AFTER = timedelta(seconds=20)

_TASKS = {
    Work.Kind.EMBED: ("memories.tasks.embed", "embed"),
    Work.Kind.LEARN: ("memories.tasks.learn", "default"),
    Work.Kind.READ: ("documents.tasks.read", "default"),
    Work.Kind.SYNC: ("gmail.tasks.sync", "default"),
    Work.Kind.PACK: ("memories.tasks.pack", "embed"),
    Work.Kind.REWRITE: ("documents.tasks.rewrite", "default"),
    Work.Kind.VACUUM: ("memories.tasks.vacuum", "default"),
}
# Who is told, by name, when units of a kind are done or have failed: the room lies above this one.
# Called as follower(user_id, kind, subjects) once that has been committed.
_FOLLOWERS = {
    Work.Kind.READ: "documents.progress.follow",
    Work.Kind.EMBED: "documents.progress.follow",
}


_ENQUEUE = """
INSERT INTO memories_work AS w
    (id, user_id, kind, subject, state, reason, tries, not_before, created, updated)
SELECT id, %(user)s::uuid, %(kind)s::text, subject, %(state)s::text, '', 0, %(now)s::timestamptz,
    %(now)s::timestamptz, %(now)s::timestamptz
FROM unnest(%(ids)s::uuid[], %(subjects)s::uuid[]) AS units (id, subject)
ON CONFLICT (kind, subject) DO UPDATE SET state = excluded.state, reason = '', tries = 0,
    not_before = excluded.not_before, lease = NULL, updated = excluded.updated
"""


def enqueue(user_id: UUID, kind: Work.Kind, subjects: Iterable[UUID]) -> None:
    """Note that this is to be done, and nudge a worker once the transaction has committed.

    What was already done, or failed, is to be done again.
    """
    ids = [(uuid7(), subject) for subject in subjects]
    if not ids:
        return
    values: dict[str, Any] = {
        "user": user_id,
        "kind": kind,
        "ids": [pk for pk, _ in ids],
        "subjects": [subject for _, subject in ids],
        "state": Work.State.WAITING,
        "now": timezone.now(),
    }
    with prepared.cursor() as cursor:
        cursor.execute(_ENQUEUE, values)
    transaction.on_commit(partial(nudge, user_id, kind))


def nudge(user_id: UUID, kind: str, at: datetime | None = None) -> None:
    """Tell a worker that this person has work waiting, from a time on.

    A broker that is down only delays it.
    """
    task, queue = _TASKS[Work.Kind(kind)]
    delay = max(0.0, (at - timezone.now()).total_seconds()) if at else 0.0
    nudging.send(task, queue, str(user_id), delay)


def claim(user_id: UUID, kind: Work.Kind, limit: int) -> list[Work]:
    """Take up to `limit` waiting units of this person. Another worker cannot take the same."""
    now = timezone.now()
    with transaction.atomic():
        rows = list(
            Work.objects.select_for_update(skip_locked=True)
            .filter(user_id=user_id, kind=kind, state=Work.State.WAITING, not_before__lte=now)
            .order_by("not_before", "id")[:limit]
        )
        Work.objects.filter(pk__in=[row.pk for row in rows]).update(
            state=Work.State.WORKING, lease=now + LEASE, updated=now
        )
    return rows


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


def no_longer_needed(kind: Work.Kind, subjects: Iterable[UUID]) -> None:
    """These were done by someone else, who did not wait for a worker."""
    Work.objects.filter(kind=kind, subject__in=list(subjects), state=Work.State.WAITING).update(
        state=Work.State.DONE, updated=timezone.now()
    )


def later(work: Iterable[Work], at: datetime) -> None:
    """Do this again at a time, or at once; nothing went wrong."""
    rows = list(work)
    Work.objects.filter(pk__in=[row.pk for row in rows], state=Work.State.WORKING).update(
        state=Work.State.WAITING,
        lease=None,
        reason="",
        tries=0,
        not_before=at,
        updated=timezone.now(),
    )
    for user_id, kind in {(row.user_id, row.kind) for row in rows}:
        transaction.on_commit(partial(nudge, user_id, kind, at))


def hasten(user_id: UUID, kind: Work.Kind, subject: UUID) -> None:
    """Do this now, whatever it waits for, unless it is being done."""
    now = timezone.now()
    Work.objects.filter(user_id=user_id, kind=kind, subject=subject).exclude(
        state=Work.State.WORKING
    ).update(state=Work.State.WAITING, tries=0, reason="", not_before=now, updated=now)
    transaction.on_commit(partial(nudge, user_id, kind))


def revive(kind: Work.Kind) -> None:
    """Do again what failed: for what goes on for ever and must not end with a bad hour."""
    now = timezone.now()
    Work.objects.filter(kind=kind, state=Work.State.FAILED).update(
        state=Work.State.WAITING, tries=0, not_before=now, updated=now
    )


def put_back(work: Iterable[Work]) -> None:
    """Let others go first: this one is not done yet, and nothing went wrong."""
    _settle(work, Work.State.WAITING)


def fail(work: Iterable[Work], reason: str, *, retry: bool) -> None:
    """Something went wrong. `reason` is plain words without content.

    With `retry` it waits ever longer (2, 4, 8 … seconds) and is tried again, up to five times.
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
            not_before=now + timedelta(seconds=2**tries),
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
    hopeless = list(expired.filter(tries__gte=TRIES - 1))
    expired.filter(pk__in=[row.pk for row in hopeless]).update(
        state=Work.State.FAILED,
        reason="The worker stopped in the middle of this, several times.",
        updated=now,
    )
    _tell(hopeless)
    expired.update(state=Work.State.WAITING, tries=F("tries") + 1, lease=None, updated=now)
    waiting = (
        Work.objects.filter(state=Work.State.WAITING, not_before__lte=now)
        .filter(Q(updated__lt=now - NUDGE_AFTER) | Q(tries__gt=0) | Q(not_before__gt=F("updated")))
        .values_list("user_id", "kind")
        .distinct()
    )
    people = list(waiting)
    for user_id, kind in people:
        nudge(user_id, kind)
    return len(people)


def take_back(queue: str) -> None:
    """Let go what the workers of this queue held; only for when none of them lives."""
    kinds = [kind for kind, (_, its_queue) in _TASKS.items() if its_queue == queue]
    now = timezone.now()
    Work.objects.filter(state=Work.State.WORKING, kind__in=kinds).update(
        lease=now - timedelta(seconds=1), updated=now
    )


def retry(work: Work) -> None:
    """Try again what had failed."""
    enqueue(work.user_id, Work.Kind(work.kind), [work.subject])


def _tell(work: Iterable[Work]) -> None:
    subjects: dict[tuple[UUID, Work.Kind], list[UUID]] = {}
    for row in work:
        subjects.setdefault((row.user_id, Work.Kind(row.kind)), []).append(row.subject)
    for (user_id, kind), own in subjects.items():
        if kind in _FOLLOWERS:
            follow = import_string(_FOLLOWERS[kind])
            transaction.on_commit(partial(follow, user_id, kind, own))


def _settle(work: Iterable[Work], state: Work.State) -> None:
    Work.objects.filter(pk__in=[row.pk for row in work], state=Work.State.WORKING).update(
        state=state, lease=None, reason="", updated=timezone.now()
    )
