"""Connect a mailbox of the stand-in and let it be read, as the worker and the beat would."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Correspondent, Message, Thread
from gmail.source_kind import GMAIL, SYNC
from gmail.syncing.sync import sync_waiting
from memories import work
from memories.models import Entity, Source, Work
from tests.google.consenting import consent
from tests.google.letters import tiny_mailbox
from tests.google.mailbox import Mailbox
from tests.google.oauth import Person
from tests.google.server import Google

# Settings that keep a test from waiting for its quota.
FAST: dict[str, Any] = {"GMAIL_UNITS_PER_MIN": 1_000_000, "GMAIL_BATCH_SIZE": 4}


@contextmanager
def google_of(*boxes: Mailbox, **more: Any) -> Iterator[Google]:
    """A stand-in with these mailboxes, to which the settings lead; `more` are other settings."""
    people = [Person(f"sub-{box.address}", box) for box in boxes or [tiny_mailbox()]]
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
    main = page.partition("<main")[2].partition(">")[2].partition("</main>")[0] or page
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", main).split()))


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
    Work.objects.filter(kind=SYNC, not_before__gt=now).update(not_before=now)
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


def gmail_page(user: User) -> str:
    """The words of the page of mailboxes, as the person sees it."""
    answer = browser_of(user).get("/gmail")
    assert answer.status_code == 200
    return said(answer)


def assert_all_is_well(user: User) -> None:
    """The page tells of no trouble, and of a mailbox that is in step."""
    page = gmail_page(user)
    assert "Up to date with Gmail" in page
    for trouble in ("Google", "permission", "could not be read", "Connect again", "Resume"):
        assert trouble not in page


def rows(user: User) -> dict[str, Any]:
    """Everything that came of a mailbox, without ids of ours: two runs can be compared."""
    with acting_as(user):
        messages = Message.objects.filter(user=user).select_related("source", "thread")
        messages = messages.prefetch_related("source__chunks")
        threads = Thread.objects.filter(user=user)
        correspondents = Correspondent.objects.filter(user=user)
        entities = Entity.objects.filter(user=user)
        return {
            "threads": sorted(threads.values_list(*_OF_THREADS), key=itemgetter(0, 1)),
            "messages": sorted((_row(message) for message in messages), key=itemgetter(0, 1)),
            "sources": Source.objects.filter(user=user, kind=GMAIL).count(),
            "correspondents": sorted(correspondents.values_list(*_OF_CORRESPONDENTS)),
            "people": sorted(entities.values_list("name", "aliases", "mention_count")),
        }


_OF_THREADS = (
    "gmail_thread_id",
    "history_id",
    "subject",
    "labels",
    "set_aside",
    "snippet",
    "category",
    "important",
    "last_at",
    "failures",
    "reason",
)
_OF_CORRESPONDENTS = ("address", "name", "received", "sent")


def _row(message: Message) -> tuple[Any, ...]:
    source = message.source
    chunks = sorted(source.chunks.all(), key=attrgetter("position")) if source else ()
    return (
        message.thread.gmail_thread_id,
        message.gmail_message_id,
        message.labels,
        message.sender,
        message.internal_date,
        source.text if source else "",
        message.sender_name,
        message.recipients,
        message.snippet,
        message.from_person,
        message.bulk,
        message.attachments,
        message.text_hash,
        source and (source.title, source.author, source.speaker, source.happened_at),
        source and source.metadata,
        [(chunk.start, chunk.stop, chunk.own_words) for chunk in chunks],
    )


def read_whole(user: User) -> dict[str, Any]:
    """The rows of somebody who connects the mailbox as it is now and has it read."""
    connected(user)
    read_all(user)
    return rows(user)


_undisturbed: dict[str, dict[str, Any]] = {}


def undisturbed(user: User, google: Google) -> dict[str, Any]:
    """What this user has of the mailbox as it is now, with nothing going wrong.

    What was once made of the same mailbox is not made again.
    """
    box = google.people[0].mailbox
    same = json.dumps([box.address, box.messages], sort_keys=True)
    if same not in _undisturbed:
        assert not any(fault.times for fault in google.faults)
        _undisturbed[same] = read_whole(user)
    return _undisturbed[same]
