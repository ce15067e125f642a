"""Keep a mailbox in step: sent mail, then the inbox, then what changes. One page a task.

Everything that is still to do stands on the account's row, so a worker may die anywhere. What an
account has to do next is a unit of Work; whoever claims it raises the account's fencing token.
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
from gmail.google.errors import (
    Busy,
    DayIsOver,
    GoogleError,
    NotAllowed,
    SignInAgain,
    UnexpectedRefusal,
)
from gmail.google.mail import GmailClient
from gmail.models import Account
from gmail.source_kind import SYNC
from gmail.syncing import fetching, listing
from gmail.syncing.lease import MailboxLease, NotYet, Overtaken, take
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
        lease = take(row)
        if lease is None:
            work.finish([row])
            continue
        try:
            _step(lease)
        except Overtaken:
            logger.info("A mailbox was taken over.")
    return bool(claimed)


def _step(lease: MailboxLease) -> None:
    """One step, and when the next is due. Every trouble ends on the account's row."""
    account = _woken(lease)
    if account.state == State.DISCONNECTING:
        disconnect.leave(lease)
        return
    if account.state not in _READING:
        _settle(lease, None)
        return
    try:
        with mail_of(lease.user, account) as mail:
            at = _read(lease, account, mail)
    except GoogleError as trouble:
        _note(lease, trouble)
    except (Overtaken, DatabaseError):
        raise
    except Exception as problem:
        logger.exception("Syncing a mailbox failed")
        _note(lease, UnexpectedRefusal(f"Something went wrong here ({type(problem).__name__})."))
    else:
        _settle(lease, at)


def _woken(lease: MailboxLease) -> Account:
    """The account as it is; a pause that is over ends."""
    with lease.commit() as account:
        until = account.paused_until
        if account.state == State.PAUSED and until and until <= timezone.now():
            controls.wake(account)
        return account


def _read(lease: MailboxLease, account: Account, mail: GmailClient) -> datetime:
    """List or look for changes where nothing is pending, then fetch one batch of what is."""
    try:
        if account.state == State.NEW:
            listing.start(lease, mail)
        elif not account.pending:
            listing.look(lease, account, mail)
        fetched = fetching.fetch(lease, mail)
        labels.follow(lease, fetched, mail)
        return _next(fetched)
    except NotYet as wait:
        return wait.at


def _next(account: Account) -> datetime:
    in_step = account.state == State.LIVE and not account.relisting and not account.pending
    return timezone.now() + (EVERY if in_step else timedelta())


def _settle(lease: MailboxLease, at: datetime | None) -> None:
    """All went well: go on at that time, unless somebody paused it meanwhile."""
    with lease.commit() as account:
        if at is not None:
            account.setbacks, account.reason = 0, ""
        if at is None or account.state not in _READING:
            work.finish([lease.work])
        else:
            work.later([lease.work], at)


def _note(lease: MailboxLease, trouble: GoogleError) -> None:
    """Write down what went wrong, and try again when that may help."""
    with lease.commit() as account:
        if account.state not in _READING:
            work.finish([lease.work])
            return
        account.reason = trouble.words
        if isinstance(trouble, SignInAgain | NotAllowed):
            needs = State.REAUTH_REQUIRED if isinstance(trouble, SignInAgain) else State.DISABLED
            account.state, account.resume_state = needs, account.state
            work.finish([lease.work])
        elif isinstance(trouble, DayIsOver):
            account.state, account.resume_state = State.PAUSED, account.state
            account.paused_until = _tomorrow()
            work.later([lease.work], account.paused_until)
        else:
            account.setbacks += 1
            work.later([lease.work], timezone.now() + _wait(account.setbacks, trouble))


def _wait(setbacks: int, trouble: GoogleError) -> timedelta:
    """As long as Google says, else ever longer; a little apart from the others who wait."""
    told = trouble.seconds if isinstance(trouble, Busy) else None
    if told is not None:
        return timedelta(seconds=told)
    return timedelta(seconds=min(PATIENCE, 2.0**setbacks) * random.uniform(0.8, 1.0))  # noqa: S311


def _tomorrow() -> datetime:
    there = timezone.now().astimezone(_PACIFIC) + timedelta(days=1)
    return there.replace(hour=0, minute=1, second=0, microsecond=0).astimezone(UTC)
