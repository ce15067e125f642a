"""What becomes of an import, step by step: read, shown, kept, done, or taken back.

Where it stands is on its row and in the file of what was read, so a worker may die anywhere.
"""

import logging
import time
from collections.abc import Iterable
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.errors import Refused
from accounts.models import User
from database.acting import acting_as
from documents.storage import drop
from imports import formats
from imports.import_file import CannotImport, members
from imports.models import Import
from imports.source_kind import GO_ON
from imports.spool import OnProgress
from memories import work
from memories.models import Work

logger = logging.getLogger(__name__)

State = Import.State
# How often a long step renews its lease, in seconds.
_RENEW = 30.0
_BROKE_DOWN = gettext_noop("Something went wrong here while it was read. Import the file again.")


def import_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Do one step for one of this person's imports. True when there was one."""
    claimed = work.claim(user_id, GO_ON, 1, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for row in claimed:
        with acting_as(user_id):
            it = Import.objects.filter(pk=row.subject).first()
        if user is None or it is None:
            work.finish([row])
            continue
        try:
            more = _step(user, it, _ticking(row))
        except (CannotImport, Refused) as problem:
            reason = problem.reason if isinstance(problem, CannotImport) else problem.message
            _end(user, it, State.FAILED, reason)
            work.finish([row])
        except DatabaseError:
            work.fail([row], gettext_noop("The database could not store it."), retry=True)
        except Exception as problem:
            logger.exception("A step of an import failed")
            work.fail([row], f"Something went wrong ({type(problem).__name__}).", retry=True)
        else:
            work.later([row], timezone.now()) if more else work.finish([row])
    return bool(claimed)


def follow(user_id: UUID, _kind: str, subjects: Iterable[UUID]) -> None:
    """Its work has failed for good: say so. Called by memories.work once that is committed."""
    failed = Work.objects.filter(kind=GO_ON, subject__in=list(subjects), state=Work.State.FAILED)
    gone = list(failed.values_list("subject", flat=True))
    with acting_as(user_id):
        user = User.objects.get(pk=user_id)
        stuck = [it for it in Import.objects.filter(user=user, pk__in=gone) if it.is_busy]
    for it in stuck:
        _end(user, it, State.FAILED, _BROKE_DOWN)


def _step(user: User, it: Import, tick: OnProgress) -> bool:
    """One step. True when the next one follows by itself."""
    match it.state:
        case State.READING:
            return _read(user, it, tick)
        case State.IMPORTING:
            if formats.named(it.kind).go_on(user, it, tick):
                return True
            with acting_as(user):
                it.refresh_from_db()
            if it.state == State.IMPORTING:
                _end(user, it, State.DONE)
            # Somebody may just have asked to take it back.
            return it.state == State.UNDOING
        case State.UNDOING:
            undo = formats.named(it.kind).undo
            if undo is not None and undo(user, it):
                return True
            _end(user, it, State.UNDONE)
    return False


def _read(user: User, it: Import, tick: OnProgress) -> bool:
    """Look a file through. True where the person has agreed to all that is in it already."""
    # What an earlier worker had put down before it died.
    drop(_names(it.prepared))
    with it.file.open("rb") as file:
        inside = members(file, it.filename)
        format_ = formats.recognised(inside)
        it.kind = format_.name
        format_.prepare(user, it, inside, tick)
    with acting_as(user):
        row = Import.objects.select_for_update().filter(pk=it.pk).first()
        if row is None or row.state != State.READING:
            drop(_names(it.prepared))
            return False
        it.confirmed, it.addresses = row.confirmed, row.addresses or it.addresses
        it.sealed_code = row.sealed_code
        it.state = State.IMPORTING if it.confirmed else State.PREVIEW
        read = _names(it.file) if it.prepared else []
        if read:
            it.file = ""
        it.save()
    drop(read)
    return it.state == State.IMPORTING


def _end(user: User, it: Import, state: State, reason: str = "") -> None:
    """It is over. The files with its words go."""
    with acting_as(user):
        row = Import.objects.select_for_update().filter(pk=it.pk).first()
        if row is None:
            return
        files = [*_names(row.file), *_names(row.prepared)]
        row.state, row.reason, row.finished = state, reason[:300], timezone.now()
        row.file = row.prepared = ""
        row.sealed_code = None
        row.save()
    it.state = state
    drop(files)


def _names(file: object) -> list[str]:
    name = getattr(file, "name", "")
    return [name] if name else []


def _ticking(row: Work) -> OnProgress:
    """Renews the lease of a long step, and counts no earlier death against one that gets on."""
    last = time.monotonic()

    def tick(*, kept: bool = False) -> None:
        nonlocal last
        if kept and row.tries:
            Work.objects.filter(pk=row.pk).update(tries=0)
            row.tries = 0
        if time.monotonic() - last > _RENEW:
            work.renew([row])
            last = time.monotonic()

    return tick
