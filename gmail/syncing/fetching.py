"""Fetch what is pending, a batch at a time, and store it thread by thread."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from gmail import labels
from gmail.errors import CannotStore
from gmail.google import quota
from gmail.google.clipping import TooMuch
from gmail.google.errors import (
    BadPage,
    Busy,
    DayIsOver,
    GoogleError,
    NotAllowed,
    NotFound,
    SignInAgain,
    UnexpectedRefusal,
)
from gmail.google.mail import GmailClient
from gmail.models import Account, Thread
from gmail.reading.bodies import kept_apart
from gmail.reading.parse import LEFT_OUT, read_thread
from gmail.reading.parsed_mail import ParsedThread
from gmail.store import gone, keep_letters
from gmail.syncing import listing
from gmail.syncing.lease import MailboxLease, Overtaken, owe

logger = logging.getLogger(__name__)

# Failed attempts after which a thread is set aside.
TRIES = 3
# Maximum number of texts fetched per thread that Gmail keeps apart from their mails.
MOST_APART = 10
# Quota units that a batch may spend on those texts in advance.
CREDIT = 400
# Consecutive failures after which a thread that makes Google itself fail is set aside.
GIVEN_UP = 8

_FOLDERS = {"SENT", "INBOX"}


def fetch(lease: MailboxLease, mail: GmailClient) -> Account:
    """Fetch and store one batch. Returns the account as it is then.

    Raises Busy where some of the batch did not come: it stays pending, what came is in.
    """
    ids = _next_batch(lease)
    if ids:
        asked = ids[: lease.spend(quota.THREAD, many=len(ids))]
        try:
            got = mail.fetch(asked)
        except TooMuch:
            return _fewer(lease, len(asked))
        _store(lease, mail, got)
        _raise_worst(
            lease, {id_: each for id_, each in got.items() if isinstance(each, GoogleError)}
        )
    with lease.commit() as account:
        if not account.pending:
            account.last_synced, account.batch_size = timezone.now(), 0
        return account


def _fewer(lease: MailboxLease, threads: int) -> Account:
    """Ask for fewer threads at once: giant ones are among them. One alone always comes."""
    with lease.commit() as account:
        account.batch_size = max(1, threads // 4)
        return account


def _store(
    lease: MailboxLease, mail: GmailClient, got: dict[str, dict[str, Any] | GoogleError]
) -> None:
    """Store what came, and complete it first; what cannot be completed has that as its trouble."""
    credit = CREDIT
    for thread_id, told in got.items():
        if isinstance(told, GoogleError):
            if isinstance(told, NotFound):
                _remove(lease, thread_id)
            continue
        apart = _kept_apart(told)
        if apart and credit <= 0:
            # It comes again, once this has been paid for.
            continue
        credit -= len(apart) * quota.ATTACHMENT
        try:
            _complete(lease, mail, apart)
        except (Busy, DayIsOver, NotAllowed, SignInAgain) as trouble:
            got[thread_id] = trouble
        else:
            _put(lease, thread_id, told)


def _kept_apart(thread: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The bodies that did not come with their mails, with whose they are; a few at most."""
    try:
        found = [
            (str(message["id"]), body)
            for message in thread.get("messages") or []
            if not LEFT_OUT & set(message.get("labelIds") or ())
            for body in kept_apart(message.get("payload") or {})
        ]
    except (AttributeError, KeyError, TypeError):
        # What is wrong with it, whoever reads it says.
        return []
    return found[:MOST_APART]


def _complete(
    lease: MailboxLease, mail: GmailClient, apart: Sequence[tuple[str, dict[str, Any]]]
) -> None:
    """Fetch what Gmail keeps apart. What is not to be had stays a file with the mail."""
    for message, body in apart:
        owe(lease.user, lease.account_id, quota.ATTACHMENT)
        with suppress(NotFound, UnexpectedRefusal, BadPage):
            body["data"] = mail.text(message, str(body["attachmentId"]))


def _next_batch(lease: MailboxLease) -> list[str]:
    with lease.commit() as account:
        if not lease.work.tries:
            return account.pending[: account.batch_size or settings.GMAIL_BATCH_SIZE]
        # The last worker died in the middle: one by one, in case a thread is what killed it.
        if account.pending and _failures(account, account.pending[0]) >= TRIES:
            _set_aside(
                account,
                account.pending[0],
                gettext_noop("The worker crashed while reading it, several times."),
            )
        if account.pending:
            _count_failure(
                account, account.pending[0], gettext_noop("The worker crashed while reading it.")
            )
        return account.pending[:1]


def _put(lease: MailboxLease, thread_id: str, thread: dict[str, Any]) -> None:
    """Store one thread; one that cannot be read is tried again, then set aside."""
    try:
        letters = read_thread(thread)
        with lease.commit() as account:
            if _belongs(account, letters):
                # With the mail that bore it the newest number may go: what Google says twice is so.
                older = _failures(account, thread_id) > 0
                if keep_letters(lease.user, account, letters, older=older).outdated:
                    outdated = gettext_noop("Google returned an outdated version.")
                    _try_again(account, thread_id, outdated)
                    return
                labels.meet(account, {each for one in letters.letters for each in one.labels})
            _done(account, thread_id)
    except CannotStore as problem:
        _failed(lease, thread_id, problem.reason)
    except (Overtaken, OperationalError):
        raise
    except Exception:
        # One strange mail must not hold up all the others.
        logger.exception("A thread could not be stored")
        _failed(lease, thread_id, gettext_noop("Yarnnn could not process this conversation."))


def _remove(lease: MailboxLease, thread_id: str) -> None:
    with lease.commit() as account:
        gone(lease.user, account, thread_id)
        _done(account, thread_id)


def _belongs(account: Account, letters: ParsedThread) -> bool:
    """Whether a thread is ours to keep: it is here already, or would be listed.

    The history tells of everything, also of spam and of what is older than a year.
    """
    after = account.read_after or datetime.min.replace(tzinfo=UTC)
    return _rows(account, letters.gmail_id).exists() or any(
        _FOLDERS & set(letter.labels) and letter.sent_at >= after for letter in letters.letters
    )


def _rows(account: Account, thread_id: str) -> QuerySet[Thread]:
    return Thread.objects.filter(
        user_id=account.user_id, account=account, gmail_thread_id=thread_id
    )


def _done(account: Account, thread_id: str) -> None:
    """It is in, or no longer there: go on."""
    if thread_id in account.pending:
        account.pending = [each for each in account.pending if each != thread_id]
        listing.count_one(account)
    account.setbacks, account.reason = 0, ""
    listing.advance(account)


def _failed(lease: MailboxLease, thread_id: str, reason: str) -> None:
    with lease.commit() as account:
        _try_again(account, thread_id, reason)


def _try_again(account: Account, thread_id: str, reason: str) -> None:
    if _count_failure(account, thread_id, reason) >= TRIES:
        _set_aside(account, thread_id, reason)
    elif thread_id in account.pending:
        # Others go first.
        account.pending = [e for e in account.pending if e != thread_id] + [thread_id]


def _failures(account: Account, thread_id: str) -> int:
    found: int | None = _rows(account, thread_id).values_list("failures", flat=True).first()
    return found or 0


def _count_failure(account: Account, thread_id: str, reason: str) -> int:
    """One more; the row of a thread that was never stored holds nothing else."""
    row, _ = Thread.objects.get_or_create(
        user_id=account.user_id,
        account=account,
        gmail_thread_id=thread_id,
        defaults={"history_id": 0},
    )
    row.failures += 1
    row.reason = reason[:300]
    row.save(update_fields=["failures", "reason"])
    return row.failures


def _set_aside(account: Account, thread_id: str, reason: str) -> None:
    _rows(account, thread_id).update(set_aside=True, reason=reason[:300])
    _done(account, thread_id)


def _raise_worst(lease: MailboxLease, troubles: Mapping[str, GoogleError]) -> None:
    """What did not come stays pending; the most serious reason says how to go on."""
    left = [trouble for trouble in troubles.values() if not isinstance(trouble, NotFound)]
    for thread_id, trouble in troubles.items():
        if isinstance(trouble, UnexpectedRefusal):
            _failed(lease, thread_id, trouble.words)
        elif isinstance(trouble, Busy) and trouble.internal:
            _give_up(lease, thread_id, trouble)
    serious = [each for each in left if not isinstance(each, Busy | UnexpectedRefusal)]
    if serious:
        raise min(serious, key=lambda each: not isinstance(each, SignInAgain))
    waits = [each for each in left if isinstance(each, Busy)]
    if waits:
        raise max(waits, key=lambda each: each.seconds or 0)


def _give_up(lease: MailboxLease, thread_id: str, trouble: Busy) -> None:
    with lease.commit() as account:
        if account.setbacks >= GIVEN_UP:
            _count_failure(account, thread_id, trouble.words)
            _set_aside(account, thread_id, trouble.words)
