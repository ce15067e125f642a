"""How far a mailbox has come: two bars, and the time that is left."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef

from gmail.google.quota import THREAD
from gmail.models import Account, Message
from memories.models import Work
from memories.work import EMBED

State = Account.State


@dataclass(frozen=True)
class ProgressBar:
    """Threads done and in total; `total` is None while it is not known."""

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
class MailboxProgress:
    """Sent mail and the inbox, and how long it takes until both are in; None: not known."""

    sent: ProgressBar
    inbox: ProgressBar
    left: timedelta | None


def of(account: Account) -> MailboxProgress:
    """How far this mailbox has come."""
    state = account.state
    if state not in (State.NEW, State.SENT, State.INBOX, State.LIVE):
        state = account.resume_state or State.NEW
    in_inbox = state in (State.INBOX, State.LIVE)
    sent = ProgressBar(account.sent_done, account.sent_total, state != State.NEW, in_inbox)
    inbox = ProgressBar(account.inbox_done, account.inbox_total, in_inbox, state == State.LIVE)
    return MailboxProgress(sent, inbox, _left(sent, inbox, account.both_total))


def _left(sent: ProgressBar, inbox: ProgressBar, both: int) -> timedelta | None:
    """The time left by the quota. The threads in both folders (`both`) are fetched only once."""
    if any(bar.total is None and not bar.finished for bar in (sent, inbox)):
        return None
    total = inbox.total or 0
    # Of what is left of the inbox, as large a part came with sent mail as of the whole.
    alone = max(total - both, 0) / total if total else 0.0
    threads = _rest(sent) + _rest(inbox) * alone
    return timedelta(minutes=threads * THREAD / settings.GMAIL_UNITS_PER_MIN)


def _rest(bar: ProgressBar) -> int:
    return 0 if bar.finished else max((bar.total or 0) - bar.done, 0)


@dataclass(frozen=True)
class SearchCoverage:
    """How many mails of a mailbox are found by their words, and how many of these by meaning."""

    mails: int
    by_meaning: int

    @property
    def goes_on(self) -> bool:
        return self.by_meaning < self.mails


def findable(account: Account) -> SearchCoverage:
    """How far making this mailbox's mail findable has come. Inside the person's `acting_as`."""
    mails = Message.objects.filter(
        user_id=account.user_id, account=account, source__isnull=False
    ).order_by()
    waiting = Work.objects.filter(
        user_id=account.user_id, kind=EMBED, subject=OuterRef("source_id")
    ).exclude(state=Work.State.DONE)
    total = mails.count()
    return SearchCoverage(total, total - mails.filter(Exists(waiting)).count())
