"""Fetch what is pending, a batch at a time, and store it thread by thread."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone

from gmail import labels, listing
from gmail.errors import CannotStore
from gmail.google import prices
from gmail.google.mail import Mail
from gmail.google.trouble import Busy, Gone, Odd, SignInAgain, Trouble
from gmail.hold import Held, Overtaken
from gmail.letters import Letters
from gmail.models import Account, Thread
from gmail.parse import read_thread
from gmail.store import gone, keep_letters

logger = logging.getLogger(__name__)

# A thread that could not be read so often is set aside.
TRIES = 3
# So many setbacks in a row, and a thread on which Google itself breaks is set aside too.
GIVEN_UP = 8

_FOLDERS = {"SENT", "INBOX"}


def fetch(held: Held, mail: Mail) -> Account:
    """Fetch and store one batch. Returns the account as it is then.

    Raises Busy where some of the batch did not come: it stays pending, what came is in.
    """
    ids = _next_batch(held)
    if ids:
        got = mail.fetch(ids[: held.spend(prices.THREAD, many=len(ids))])
        for thread_id, told in got.items():
            if not isinstance(told, Trouble):
                _put(held, thread_id, told)
            elif isinstance(told, Gone):
                _remove(held, thread_id)
        _raise_worst(held, {id_: each for id_, each in got.items() if isinstance(each, Trouble)})
    with held.commit() as account:
        if not account.pending:
            account.last_synced = timezone.now()
        return account


def _next_batch(held: Held) -> list[str]:
    with held.commit() as account:
        if not held.work.tries:
            return account.pending[: settings.GMAIL_BATCH_SIZE]
        # The last worker died in the middle: one by one, in case a thread is what killed it.
        if account.pending and _failures(account, account.pending[0]) >= TRIES:
            _set_aside(account, account.pending[0], "Reading it stopped the worker, several times.")
        if account.pending:
            _count_failure(account, account.pending[0], "Reading it stopped the worker.")
        return account.pending[:1]


def _put(held: Held, thread_id: str, thread: dict[str, Any]) -> None:
    """Store one thread; one that cannot be read is tried again, then set aside."""
    try:
        letters = read_thread(thread)
        with held.commit() as account:
            if _belongs(account, letters):
                keep_letters(held.user, account, letters)
                labels.meet(account, {each for one in letters.letters for each in one.labels})
            _done(account, thread_id)
    except CannotStore as problem:
        _failed(held, thread_id, problem.reason)
    except (Overtaken, OperationalError):
        raise
    except Exception:
        # One strange mail must not hold up all the others.
        logger.exception("A thread could not be stored")
        _failed(held, thread_id, "Yarnnn stumbled over this conversation.")


def _remove(held: Held, thread_id: str) -> None:
    with held.commit() as account:
        gone(held.user, account, thread_id)
        _done(account, thread_id)


def _belongs(account: Account, letters: Letters) -> bool:
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


def _failed(held: Held, thread_id: str, reason: str) -> None:
    with held.commit() as account:
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


def _raise_worst(held: Held, troubles: Mapping[str, Trouble]) -> None:
    """What did not come stays pending; the most serious reason says how to go on."""
    left = [trouble for trouble in troubles.values() if not isinstance(trouble, Gone)]
    for thread_id, trouble in troubles.items():
        if isinstance(trouble, Odd):
            _failed(held, thread_id, trouble.words)
        elif isinstance(trouble, Busy) and trouble.internal:
            _give_up(held, thread_id, trouble)
    serious = [each for each in left if not isinstance(each, Busy | Odd)]
    if serious:
        raise min(serious, key=lambda each: not isinstance(each, SignInAgain))
    waits = [each for each in left if isinstance(each, Busy)]
    if waits:
        raise max(waits, key=lambda each: each.seconds or 0)


def _give_up(held: Held, thread_id: str, trouble: Busy) -> None:
    with held.commit() as account:
        if account.setbacks >= GIVEN_UP:
            _count_failure(account, thread_id, trouble.words)
            _set_aside(account, thread_id, trouble.words)
