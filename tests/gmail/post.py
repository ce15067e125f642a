"""Connect a mailbox of the stand-in and let it be read, as the worker and the beat would."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from accounts.acting import acting_as
from accounts.models import User
from gmail.models import Account, Message, Thread
from gmail.sync import sync_waiting
from memories import work
from memories.models import Source, Work
from tests.google.consenting import consent
from tests.google.letters import small_mailbox
from tests.google.mailbox import Mailbox
from tests.google.oauth import Person
from tests.google.server import Google

# Settings that keep a test from waiting for its quota.
FAST: dict[str, Any] = {"GMAIL_UNITS_PER_MIN": 1_000_000, "GMAIL_BATCH_SIZE": 4}


@contextmanager
def google_of(*boxes: Mailbox, **more: Any) -> Iterator[Google]:
    """A stand-in with these mailboxes, to which the settings lead; `more` are other settings."""
    people = [Person(f"sub-{box.address}", box) for box in boxes or [small_mailbox()]]
    google = Google(people, units_per_minute=1_000_000)
    with google, override_settings(**google.settings(), **{**FAST, **more}):
        yield google
    # Set by connecting over http; a process that starts elsewhere would be refused.
    os.environ.pop("OAUTHLIB_INSECURE_TRANSPORT", None)


def browser_of(user: User) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    return client


def press(client: Client, path: str) -> None:
    """Press a button while Google is asked: in the thread of the stand-in, which has no block."""
    assert client.post(path).status_code == 302
    connection.close()


def connect(user: User, query: str = "", **how: Any) -> Any:
    """Through the pages: from Connect to Google and back. Returns the last answer."""
    client = browser_of(user)
    url = client.get(f"/gmail/connect{query}")["Location"]
    path, told = consent(url, **how)
    return client.get(path, told)


def said(answer: Any) -> str:
    """The words of a page."""
    page = answer.content.decode()
    main = page.partition("<main")[2].partition("</main>")[0] or page
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def connected(user: User, **how: Any) -> Account:
    answer = connect(user, **how)
    assert answer.status_code == 302, said(answer)
    return account_of(user)


def account_of(user: User, **which: Any) -> Account:
    with acting_as(user):
        return Account.objects.filter(user=user, **which).latest("created")


def step(user: User) -> bool:
    """One task of the worker, whenever it is due."""
    now = timezone.now()
    Work.objects.filter(kind=Work.Kind.SYNC, not_before__gt=now).update(not_before=now)
    return sync_waiting(user.pk)


def read_all(user: User, *, most: int = 200) -> Account:
    """Let the worker go on until the mailbox is in step (or stands still)."""
    for _ in range(most):
        account = account_of(user)
        still = account.state not in ("new", "sent", "inbox", "live")
        in_step = account.state == "live" and not account.relisting and not account.pending
        if still or in_step:
            return account
        assert step(user)
    raise AssertionError(f"not in step after {most} steps: {account_of(user).reason}")


def beat(user: User) -> Account:
    """What happens within one beat: the history is looked at, and what changed is fetched."""
    assert step(user)
    return read_all(user)


def die(user: User) -> None:
    """The worker is gone, and the sweeper has noticed."""
    Work.objects.filter(state=Work.State.WORKING).update(
        lease=timezone.now() - timedelta(seconds=1)
    )
    work.sweep()


def rows(user: User) -> dict[str, Any]:
    """Everything that came of a mailbox, without ids of ours: two runs can be compared."""
    with acting_as(user):
        messages = Message.objects.filter(user=user).select_related("source", "thread")
        return {
            "threads": sorted(
                Thread.objects.filter(user=user).values_list(
                    "gmail_thread_id", "history_id", "subject", "labels", "set_aside"
                )
            ),
            "messages": sorted(
                (
                    message.thread.gmail_thread_id,
                    message.gmail_message_id,
                    message.labels,
                    message.sender,
                    message.internal_date,
                    message.source.text if message.source else "",
                )
                for message in messages
            ),
            "sources": Source.objects.filter(user=user, kind=Source.Kind.GMAIL).count(),
        }


def undisturbed(user: User) -> dict[str, Any]:
    """The rows of somebody who reads the mailbox as it is now, with nothing going wrong."""
    connected(user)
    read_all(user)
    return rows(user)
