"""Workers die, are overtaken, or meet a disconnect: nothing is lost, doubled or left behind."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from chat.models import Conversation
from database.acting import acting_as
from gmail.connection import controls
from gmail.models import Account, Message, Thread
from gmail.reading import parse
from gmail.source_kind import GMAIL, SYNC
from gmail.syncing import fetching, listing, sync
from gmail.syncing.fetching import TRIES
from gmail.syncing.lease import MailboxLease, Overtaken, take
from memories import work
from memories.models import Memory, Source, Work
from tests.gmail.post import (
    account_of,
    assert_all_is_well,
    beat,
    browser_of,
    connected,
    die,
    gmail_page,
    google_of,
    press,
    read_all,
    read_whole,
    rows,
    said,
    step,
    undisturbed,
)
from tests.google.faults import error
from tests.google.letters import received, tiny_mailbox

pytestmark = [pytest.mark.long, pytest.mark.django_db]


class Killed(BaseException):
    """What a worker does not survive: no code of ours may catch it."""


def killed_at(
    monkeypatch: pytest.MonkeyPatch, room: Any, name: str, times: int, *, after: bool
) -> None:
    """Let the worker die at (or right after) the so-manieth call of one of its steps."""
    inner: Callable[..., Any] = getattr(room, name)
    left = [times]

    def deadly(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and not after:
            raise Killed
        done = inner(*args, **kwargs)
        if left[0] == 0:
            raise Killed
        return done

    monkeypatch.setattr(room, name, deadly)


@pytest.mark.parametrize(
    ("room", "name", "times", "after"),
    [
        (listing, "start", 1, True),
        (listing, "look", 1, True),
        (fetching, "read_thread", 2, False),
        (fetching, "keep_letters", 3, False),
        (fetching, "keep_letters", 3, True),
        (fetching, "_put", 6, True),
        (sync, "_settle", 3, False),
        (sync, "_settle", 3, True),
    ],
)
def test_a_death_changes_nothing_in_the_end(
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    room: Any,
    name: str,
    times: int,
    after: bool,
) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        with monkeypatch.context() as patch:
            killed_at(patch, room, name, times, after=after)
            with pytest.raises(Killed):
                read_all(alice)
        die(alice)
        read_all(alice)
        beat(alice)
        fetched = google.fetched()
        assert len(fetched) - len(set(fetched)) <= 4
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)
        assert (account_of(alice).sent_done, account_of(alice).inbox_done) == (5, 5)


def test_a_thread_that_kills_every_worker_is_set_aside(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tiny_mailbox()
    deadly = list(box.messages)[4]
    inner = parse.read_thread

    def read(thread: dict[str, Any]) -> Any:
        if thread["id"] == deadly:
            raise Killed
        return inner(thread)

    with google_of(box) as google:
        connected(alice)
        monkeypatch.setattr(fetching, "read_thread", read)
        for _ in range(10):
            try:
                read_all(alice)
            except Killed:
                die(alice)
        account = read_all(alice)
        assert account.state == "live"
        assert len(rows(alice)["messages"]) == 9
        with acting_as(alice):
            aside = Thread.objects.get(set_aside=True)
        assert aside.gmail_thread_id == deadly
        page = gmail_page(alice)
        assert "1 conversation could not be read" in page
        assert "The worker crashed while reading it, several times." in page
        monkeypatch.undo()
        assert browser_of(alice).post(f"/gmail/threads/{aside.pk}/retry").status_code == 302
        beat(alice)
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_a_thread_that_cannot_be_read_is_tried_three_times_then_shown(
    alice: User, bob: User
) -> None:
    box = tiny_mailbox()
    broken = box.messages[list(box.messages)[2]]
    whole, broken["payload"] = broken["payload"], "not a payload"
    with google_of(box) as google:
        connected(alice)
        account = read_all(alice)
        assert account.state == "live"
        assert google.fetched().count(broken["threadId"]) >= TRIES
        with acting_as(alice):
            aside = Thread.objects.get(set_aside=True)
        assert aside.gmail_thread_id == broken["threadId"]
        page = gmail_page(alice)
        assert "1 conversation could not be read" in page
        assert "Google sent something for this conversation that is not mail." in page
        assert len(rows(alice)["messages"]) == 9
        broken["payload"] = whole
        assert browser_of(alice).post(f"/gmail/threads/{aside.pk}/retry").status_code == 302
        beat(alice)
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_only_one_worker_has_a_mailbox(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        (row,) = work.claim(alice.pk, SYNC, 1)
        assert not step(alice)
        assert work.claim(alice.pk, SYNC, 1) == []
        work.later([row], timezone.now())
        read_all(alice)
        fetched = google.fetched()
        assert len(fetched) == len(set(fetched))
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_a_stale_worker_commits_nothing(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease ran out while Google let it wait; another one has the mailbox by then."""
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        step(alice)
        step(alice)

        def meanwhile() -> None:
            Work.objects.update(lease=timezone.now() - timedelta(seconds=1))
            work.sweep()
            read_all(alice)

        inner = fetching._put
        done: list[bool] = []

        def put(lease: MailboxLease, *args: Any) -> None:
            if not done:
                done.append(True)
                meanwhile()
                before = rows(alice)
                with pytest.raises(Overtaken):
                    inner(lease, *args)
                assert rows(alice) == before
                raise Overtaken
            inner(lease, *args)

        monkeypatch.setattr(fetching, "_put", put)
        step(alice)
        assert done
        google.faults.clear()
        assert account_of(alice).state == "live"
        # The stale one has not taken the next unit of work from the other.
        beat(alice)
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_a_fence_is_raised_by_whoever_takes_over(alice: User) -> None:
    with google_of(tiny_mailbox()):
        connected(alice)
        row = Work.objects.get(kind=SYNC)
        first, second = take(row), take(row)
        assert first
        assert second
        with pytest.raises(Overtaken), first.commit():
            pass
        with second.commit() as account:
            assert account.fencing_token == second.fencing_token


@pytest.mark.django_db(transaction=True)
def test_disconnecting_in_the_middle_leaves_nothing(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        account = connected(alice)
        client = browser_of(alice)
        google.fail(
            "threads.get",
            skip=5,
            then=lambda: press(client, f"/gmail/{account.pk}/disconnect"),
        )
        with acting_as(alice):
            Conversation.objects.create(user=alice, title="Stays")
        step(alice)
        while account_of(alice).state != "leaving":
            assert step(alice)
        # What is said is said to the browser that the button was pressed in.
        page = client.get("/gmail")
        done = "Disconnected. What came from this mailbox is being removed."
        assert done in page.content.decode()
        assert "Being removed" in said(page)
        _until_it_is_gone(alice)
        assert not google.door.refresh
        assert not google.door.access
        with acting_as(alice):
            for rows_of in (Account, Thread, Message, Memory):
                assert not rows_of._default_manager.filter(user=alice).exists()
            assert not Source.objects.filter(kind=GMAIL).exists()
            assert Conversation.objects.count() == 1
        assert not Work.objects.filter(kind=SYNC).exists()
        assert "Before you connect" in gmail_page(alice)
        # Connected again, it is read anew.
        google.calls.clear()
        assert read_whole(alice) == undisturbed(bob, google)


def _until_it_is_gone(user: User) -> None:
    for _ in range(20):
        if not step(user):
            return
    raise AssertionError("it never ended")


@pytest.mark.parametrize(("status", "asked"), [(400, 1), (503, 4)])
def test_google_does_not_take_the_permission_back(alice: User, status: int, asked: int) -> None:
    with google_of(tiny_mailbox()) as google:
        account = connected(alice)
        google.fail("revoke", error(status, "backendError"), times=10)
        with acting_as(alice):
            controls.disconnect(alice, account)
        _until_it_is_gone(alice)
        assert [call.name for call in google.calls].count("revoke") == asked
        with acting_as(alice):
            assert not Account.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_pause_and_resume(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        account = connected(alice)
        client = browser_of(alice)
        google.fail("threads.get", skip=2, then=lambda: press(client, f"/gmail/{account.pk}/pause"))
        assert read_all(alice).state == "paused"
        step(alice)
        fetched = len(google.fetched())
        assert fetched == len(rows(alice)["threads"]) == 4
        box.add(received("While it rests", "Come and see."))
        assert not step(alice)
        client.post(f"/gmail/{account.pk}/resume")
        read_all(alice)
        beat(alice)
        assert len(rows(alice)["messages"]) == 11
        assert len(google.fetched()) == len(set(google.fetched()))
        assert rows(alice) == undisturbed(bob, google)


def test_the_quota_is_kept(alice: User) -> None:
    """Never more units than the rate per minute and the saved-up burst allow."""
    with google_of(tiny_mailbox(), GMAIL_UNITS_PER_MIN=600) as google:
        connected(alice)
        units = {"profile": 1, "labels.list": 1, "threads.list": 5, "threads.get": 40}
        waited, began = 0, time.monotonic()
        for _ in range(12):
            step(alice)
            row = Work.objects.get(kind=SYNC)
            waited += row.not_before > row.updated
            assert row.tries == account_of(alice).setbacks == 0
        seconds = time.monotonic() - began
        spent = sum(units.get(call.name, 2) for call in google.calls if call.address)
        # A quarter of a minute was saved up.
        assert 46 <= spent <= 150 + 10 * seconds
        assert waited or spent > 400
