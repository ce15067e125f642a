"""Keep a mailbox in step: sent mail, then the inbox, then what changes. One page a task.

Everything that is still to do stands on the account's row, so a worker may die anywhere. What an
account has to do next is a unit of Work; whoever claims it raises the account's fence.
"""

import logging
import random
from datetime import UTC, datetime, timedelta
from datetime import timezone as fixed
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone

from gmail import labels
from gmail.connection import controls, disconnect
from gmail.connection.access import mail_of
from gmail.google.errors import Busy, DayIsOver, NotAllowed, Odd, SignInAgain, Trouble
from gmail.google.mail import Mail
from gmail.models import Account
from gmail.source_kind import SYNC
from gmail.syncing import fetching, listing
from gmail.syncing.lease import Held, NotYet, Overtaken, take
from memories import work

logger = logging.getLogger(__name__)

State = Account.State
# How often a mailbox that is in step is looked after.
EVERY = timedelta(seconds=30)
# The longest wait between two tries.
PATIENCE = 300.0
_READING = {State.NEW, State.SENT, State.INBOX, State.LIVE}
# The day of Google's quotas ends at midnight there; in summer it ends an hour earlier.
_PACIFIC = fixed(timedelta(hours=-8))


def sync_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Do one step for one of this person's mailboxes. True when there was one."""
    claimed = work.claim(user_id, SYNC, 1, urgent=urgent)
    for row in claimed:
        held = take(row)
        if held is None:
            work.finish([row])
            continue
        try:
            _step(held)
        except Overtaken:
            logger.info("A mailbox was taken over.")
    return bool(claimed)


def _step(held: Held) -> None:
    """One step, and when the next is due. Every trouble ends on the account's row."""
    account = _woken(held)
    if account.state == State.DISCONNECTING:
        disconnect.leave(held)
        return
    if account.state not in _READING:
        _settle(held, None)
        return
    try:
        with mail_of(held.user, account) as mail:
            at = _read(held, account, mail)
    except Trouble as trouble:
        _note(held, trouble)
    except (Overtaken, DatabaseError):
        raise
    except Exception as problem:
        logger.exception("Syncing a mailbox failed")
        _note(held, Odd(f"Something went wrong here ({type(problem).__name__})."))
    else:
        _settle(held, at)


def _woken(held: Held) -> Account:
    """The account as it is; a pause that is over ends."""
    with held.commit() as account:
        until = account.paused_until
        if account.state == State.PAUSED and until and until <= timezone.now():
            controls.wake(account)
        return account


def _read(held: Held, account: Account, mail: Mail) -> datetime:
    """List or look for changes where nothing is pending, then fetch one batch of what is."""
    try:
        if account.state == State.NEW:
            listing.start(held, mail)
        elif not account.pending:
            listing.look(held, account, mail)
        fetched = fetching.fetch(held, mail)
        labels.follow(held, fetched, mail)
        return _next(fetched)
    except NotYet as wait:
        return wait.at


def _next(account: Account) -> datetime:
    in_step = account.state == State.LIVE and not account.relisting and not account.pending
    return timezone.now() + (EVERY if in_step else timedelta())


def _settle(held: Held, at: datetime | None) -> None:
    """All went well: go on at that time, unless somebody paused it meanwhile."""
    with held.commit() as account:
        if at is not None:
            account.setbacks, account.reason = 0, ""
        if at is None or account.state not in _READING:
            work.finish([held.work])
        else:
            work.later([held.work], at)


def _note(held: Held, trouble: Trouble) -> None:
    """Write down what went wrong, and try again when that may help."""
    with held.commit() as account:
        if account.state not in _READING:
            work.finish([held.work])
            return
        account.reason = trouble.words
        if isinstance(trouble, SignInAgain | NotAllowed):
            needs = State.REAUTH_REQUIRED if isinstance(trouble, SignInAgain) else State.DISABLED
            account.state, account.resume_state = needs, account.state
            work.finish([held.work])
        elif isinstance(trouble, DayIsOver):
            account.state, account.resume_state = State.PAUSED, account.state
            account.paused_until = _tomorrow()
            work.later([held.work], account.paused_until)
        else:
            account.setbacks += 1
            work.later([held.work], timezone.now() + _wait(account.setbacks, trouble))


def _wait(setbacks: int, trouble: Trouble) -> timedelta:
    """As long as Google says, else ever longer; a little apart from the others who wait."""
    told = trouble.seconds if isinstance(trouble, Busy) else None
    if told is not None:
        return timedelta(seconds=told)
    return timedelta(seconds=min(PATIENCE, 2.0**setbacks) * random.uniform(0.8, 1.0))  # noqa: S311


def _tomorrow() -> datetime:
    there = timezone.now().astimezone(_PACIFIC) + timedelta(days=1)
    return there.replace(hour=0, minute=1, second=0, microsecond=0).astimezone(UTC)
