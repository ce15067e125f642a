"""What is to be fetched: by listing sent mail and the inbox, then by the history of changes."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop

from gmail.google import quota
from gmail.google.errors import BadPage, Busy, NotFound
from gmail.google.mail import GmailClient, HistoryChanges, ThreadListPage
from gmail.models import Account, Thread
from gmail.syncing.lease import MailboxLease, NotYet

State, Listing = Account.State, Account.Listing

# Threads on a page: what is read for the first time, and what is only compared or counted.
A_PAGE, A_LONG_PAGE = 100, 500
# Maximum number of pages counted for the progress bar; beyond that there is no total.
COUNTED = 100


def start(lease: MailboxLease, mail: GmailClient) -> None:
    """Fix from when on mail is read, and the cursor: before anything is listed."""
    lease.spend(quota.PROFILE)
    cursor = mail.history_id()
    with lease.commit() as account:
        if account.read_after is None:
            account.read_after = timezone.now() - timedelta(days=settings.GMAIL_SYNC_DAYS)
        after = account
    sent, inbox = _listed(lease, mail, after, "sent"), _listed(lease, mail, after, "inbox")
    with lease.commit() as account:
        account.history_id = cursor
        account.sent_total = None if sent is None else len(sent)
        account.inbox_total = None if inbox is None else len(inbox)
        account.both_total = len(sent & inbox) if sent and inbox else 0
        account.sent_done = account.inbox_done = 0
        _begin_listing(account)
        if account.state == State.NEW:
            account.state = State.SENT


def look(lease: MailboxLease, account: Account, mail: GmailClient) -> None:
    """Find what is to be fetched next: from the next page, or from the history."""
    if account.state == State.LIVE and not account.relisting:
        _look_for_changes(lease, account, mail)
    else:
        _list_page(lease, account, mail)


def advance(account: Account) -> None:
    """Go on to what comes next, once everything that was listed is in."""
    if account.pending or not account.listed:
        return
    account.page_token, account.listed = "", False
    if account.state == State.SENT:
        account.state = State.INBOX
    elif account.state == State.INBOX:
        # Whatever moved from page to page while it was read is found by comparing once more.
        account.state, account.relisting = State.LIVE, Listing.SENT
    elif account.relisting:
        after = {Listing.SENT: Listing.INBOX, Listing.INBOX: Listing.ALL}
        was = Listing(account.relisting)
        account.relisting = after.get(was, Listing.NOTHING)
        if was == Listing.ALL:
            account.pending = _vanished(account)


def _begin_listing(account: Account) -> None:
    account.page_token, account.listed, account.pending = "", False, []
    account.rounds += 1


def _listed(
    lease: MailboxLease, mail: GmailClient, account: Account, folder: str
) -> set[str] | None:
    """Which threads there are; None where counting them would take too long."""
    found: set[str] = set()
    token = ""
    try:
        for _ in range(COUNTED):
            lease.spend(quota.LIST)
            page = mail.threads(_query(account, folder), token, A_LONG_PAGE)
            found.update(thread for thread, _ in page.threads)
            token = page.next
            if not token:
                return found
    except (NotYet, BadPage):
        pass
    return None


def _query(account: Account, folder: str) -> str:
    since = account.read_after or timezone.now() - timedelta(days=settings.GMAIL_SYNC_DAYS)
    after = f"after:{int(since.timestamp())}"
    return after if folder == Listing.ALL else f"in:{folder} {after}"


def _list_page(lease: MailboxLease, account: Account, mail: GmailClient) -> None:
    folder = str(account.relisting or account.state)
    most = A_LONG_PAGE if account.relisting else A_PAGE
    lease.spend(quota.LIST)
    try:
        page = mail.threads(_query(account, folder), account.page_token, most)
    except BadPage:
        _list_again(lease)
        return
    with lease.commit() as current:
        wanted = _wanted(current, page, only_known=folder == Listing.ALL)
        current.pending = wanted
        current.page_token, current.listed = page.next, not page.next
        _count_done(current, len(page.threads) - len(wanted))
        if folder == Listing.ALL:
            _mark(current, [thread for thread, _ in page.threads])
        advance(current)


def _list_again(lease: MailboxLease) -> None:
    """The list has to begin again; what is in already is not fetched again."""
    with lease.commit() as account:
        if not account.page_token:
            raise Busy(gettext_noop("Google returned an invalid list of this mailbox."))
        account.page_token = ""
        if account.state == State.SENT:
            account.sent_done = 0
        elif account.state == State.INBOX:
            account.inbox_done = 0


def _wanted(account: Account, page: ThreadListPage, *, only_known: bool) -> list[str]:
    """The threads of a page whose state at Google differs from what is stored."""
    known = _known(account, [thread for thread, _ in page.threads])
    return [
        thread
        for thread, history_id in page.threads
        if (known[thread] != history_id and history_id if thread in known else not only_known)
    ]


def _known(account: Account, threads: Iterable[str]) -> dict[str, int]:
    return dict(
        Thread.objects.filter(
            user_id=account.user_id, account=account, gmail_thread_id__in=list(threads)
        ).values_list("gmail_thread_id", "history_id")
    )


def _count_done(account: Account, threads: int) -> None:
    if account.state == State.SENT:
        account.sent_done += threads
    elif account.state == State.INBOX:
        account.inbox_done += threads


def count_one(account: Account) -> None:
    """One more thread of the folder that is being read is done."""
    _count_done(account, 1)


def _mark(account: Account, threads: list[str]) -> None:
    Thread.objects.filter(
        user_id=account.user_id, account=account, gmail_thread_id__in=threads
    ).update(round=account.rounds)


def _vanished(account: Account) -> list[str]:
    """Threads that are here and were not listed: fetching them tells what became of them."""
    missing = Thread.objects.filter(
        user_id=account.user_id, account=account, round__lt=account.rounds
    ).order_by("pk")
    return list(missing.values_list("gmail_thread_id", flat=True))


def _look_for_changes(lease: MailboxLease, account: Account, mail: GmailClient) -> None:
    try:
        changes = _changes(lease, account, mail)
    except NotFound:
        # The cursor is too old. What is here stays, and everything is compared.
        lease.spend(quota.PROFILE)
        cursor = mail.history_id()
        with lease.commit() as current:
            current.history_id = cursor
            _begin_listing(current)
            current.relisting = Listing.SENT
        return
    with lease.commit() as current:
        known = _known(current, changes.threads)
        # What is here may be as new as its record, but not newer than the whole mailbox: then the
        # numbers tell nothing.
        current.pending = [
            thread
            for thread, record in changes.threads.items()
            if not record <= known.get(thread, -1) <= changes.cursor
        ]
        current.history_id = changes.cursor
        if not current.pending:
            current.last_synced = timezone.now()


def _changes(lease: MailboxLease, account: Account, mail: GmailClient) -> HistoryChanges:
    def pay() -> None:
        lease.spend(quota.HISTORY)

    try:
        return mail.changes(account.history_id or 0, pay)
    except BadPage:
        raise Busy(gettext_noop("Google returned an invalid list of this mailbox.")) from None
