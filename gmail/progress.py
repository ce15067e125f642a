"""How far a mailbox has come: two bars, and the time that is left."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from gmail.google.prices import THREAD
from gmail.models import Account

State = Account.State


@dataclass(frozen=True)
class Bar:
    """Threads that are done, of so many; None where that is not known (yet)."""

    done: int
    total: int | None
    begun: bool
    finished: bool

    @property
    def percent(self) -> int:
        if self.finished:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0


@dataclass(frozen=True)
class Progress:
    """Sent mail and the inbox, and how long it takes until both are in; None: not known."""

    sent: Bar
    inbox: Bar
    left: timedelta | None


def of(account: Account) -> Progress:
    """How far this mailbox has come."""
    state = account.state
    if state not in (State.NEW, State.SENT, State.INBOX, State.LIVE):
        state = account.resume_state or State.NEW
    in_inbox = state in (State.INBOX, State.LIVE)
    sent = Bar(account.sent_done, account.sent_total, state != State.NEW, in_inbox)
    inbox = Bar(account.inbox_done, account.inbox_total, in_inbox, state == State.LIVE)
    return Progress(sent, inbox, _left(sent, inbox))


def _left(*bars: Bar) -> timedelta | None:
    """By the quota: fetching a thread costs so much of it."""
    threads = 0
    for bar in bars:
        if bar.finished:
            continue
        if bar.total is None:
            return None
        threads += max(bar.total - bar.done, 0)
    return timedelta(minutes=threads * THREAD / settings.GMAIL_UNITS_PER_MIN)
