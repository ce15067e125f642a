"""What goes wrong while reading: the page says so, and in the end the rows are as if nothing had.

Each test lets it happen over HTTP.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account
from memories.models import Work
from tests.gmail.post import (
    account_of,
    assert_all_is_well,
    beat,
    browser_of,
    connected,
    gmail_page,
    google_of,
    read_all,
    rows,
    step,
    undisturbed,
)
from tests.google.faults import Reply, error, html_502, oauth_error
from tests.google.letters import received, sent, tiny_mailbox
from tests.google.mailbox import Mailbox
from tests.google.server import Google

pytestmark = [pytest.mark.long, pytest.mark.django_db]

CALLS = ("profile", "threads.list", "batch", "threads.get", "history.list")


def due_at(account: Account) -> datetime:
    return Work.objects.get(subject=account.pk).not_before


def assert_as_undisturbed(alice: User, bob: User, google: Google, *, twice: int = 0) -> None:
    """All is in as if nothing had happened, and no more was fetched again than said."""
    read_all(alice)
    for _ in range(1 + sum(fault.times for fault in google.faults)):
        beat(alice)
    mine = google.fetched()
    assert len(mine) - len(set(mine)) <= twice
    google.faults.clear()
    assert rows(alice) == undisturbed(bob, google)
    assert_all_is_well(alice)


@pytest.mark.parametrize(
    "where", ["threads.list", "batch", "threads.get"], ids=["mid-page", "batch", "in a batch"]
)
def test_the_access_token_expires(alice: User, bob: User, where: str) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail(where, times=1, skip=1, then=google.door.expire_access)
        assert_as_undisturbed(alice, bob, google)


def test_the_permission_ends_in_the_middle_and_is_given_again(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("threads.get", skip=5, then=lambda: google.door.take_back(google.people[0]))
        account = read_all(alice)
        assert account.state == "reauth"
        page = gmail_page(alice)
        assert "Needs to be connected again Google no longer accepts the permission." in page
        assert "Connect again" in page
        assert len(rows(alice)["messages"]) >= 4
        assert not step(alice)
        connected(alice)
        assert_as_undisturbed(alice, bob, google)


def test_the_token_endpoint_is_down(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.door.expire_access()
        down = google.fail("token", oauth_error(503, "backend_error"), times=100)
        begun = timezone.now()
        step(alice)
        account = account_of(alice)
        assert account.state == "new"
        assert "Google's sign-in gave an unexpected answer." in gmail_page(alice)
        assert due_at(account) > begun + timedelta(seconds=1)
        down.times = 0
        assert_as_undisturbed(alice, bob, google)


@pytest.mark.parametrize(
    ("name", "after"),
    [(name, "") for name in CALLS]
    + [("threads.get", "600"), ("threads.get", "nonsense"), ("threads.list", "a date")],
)
def test_too_many_requests(alice: User, bob: User, name: str, after: str) -> None:
    date = format_datetime(timezone.now() + timedelta(seconds=600), usegmt=True)
    headers = {"Retry-After": date if after == "a date" else after} if after else {}
    wait = timedelta(seconds=600 if after in ("600", "a date") else 2)
    with google_of(tiny_mailbox()) as google:
        account = connected(alice)
        google.fail(name, error(429, "rateLimitExceeded", headers=headers))
        _until_it_strikes(alice, google)
        assert "Google asked to go slower." in gmail_page(alice)
        due_in = due_at(account) - timezone.now()
        assert wait - timedelta(seconds=60) < due_in <= wait
        assert_as_undisturbed(alice, bob, google)
        with acting_as(alice):
            assert not account.threads.exclude(failures=0).exists()


def _until_it_strikes(user: User, google: Google) -> None:
    for _ in range(40):
        assert step(user)
        if not any(fault.times for fault in google.faults):
            return
    raise AssertionError("it never happened")


@pytest.mark.parametrize("reason", ["rateLimitExceeded", "userRateLimitExceeded"])
def test_a_403_that_is_a_rate_limit(alice: User, bob: User, reason: str) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("threads.get", error(403, reason), times=3, skip=2)
        _until_it_strikes(alice, google)
        assert "Google asked to go slower." in gmail_page(alice)
        assert_as_undisturbed(alice, bob, google)


@pytest.mark.parametrize(
    ("reason", "state", "words"),
    [
        ("domainPolicy", "disabled", "Your organisation does not allow this app"),
        ("insufficientPermissions", "reauth", "The permission to read mail is missing."),
        ("accessNotConfigured", "disabled", "The Gmail API is switched off"),
    ],
)
def test_a_403_that_somebody_has_to_mend(
    alice: User, bob: User, reason: str, state: str, words: str
) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("threads.get", error(403, reason), times=1, skip=4)
        account = read_all(alice)
        assert account.state == state
        page = gmail_page(alice)
        assert words in page
        assert ("Connect again" if state == "reauth" else "Resume") in page
        assert not step(alice)
        if state == "reauth":
            connected(alice)
        else:
            assert browser_of(alice).post(f"/gmail/{account.pk}/resume").status_code == 302
        assert_as_undisturbed(alice, bob, google)


def test_the_quota_of_the_day_is_used_up(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("threads.get", error(403, "dailyLimitExceeded"), skip=4)
        account = read_all(alice)
        assert account.state == "paused"
        page = gmail_page(alice)
        assert "The day's quota at Google is used up." in page
        assert "Paused, until" in page
        assert account.paused_until is not None
        assert timezone.now() < account.paused_until < timezone.now() + timedelta(hours=26)
        # Before its time nothing happens; then it goes on by itself.
        fetched = len(google.fetched())
        step(alice)
        assert len(google.fetched()) == fetched
        with acting_as(alice):
            Account.objects.update(paused_until=timezone.now())
        Work.objects.update(state=Work.State.WAITING)
        step(alice)
        assert_as_undisturbed(alice, bob, google)


BROKEN = "Google is having problems."
CUT_OFF = "Google's answer was cut off."


@pytest.mark.parametrize(
    ("name", "reply", "words"),
    [(name, error(503, "backendError"), BROKEN) for name in CALLS]
    + [(name, Reply(body=b'{"thr'), CUT_OFF) for name in CALLS]
    + [("threads.get", error(500, "internalError"), BROKEN), ("batch", html_502(), BROKEN)],
)
def test_google_breaks(alice: User, bob: User, name: str, reply: Reply, words: str) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail(name, reply, times=2)
        _until_it_strikes(alice, google)
        assert words in gmail_page(alice)
        assert_as_undisturbed(alice, bob, google, twice=4)


@pytest.mark.parametrize("name", ["threads.list", "batch", "history.list"])
def test_the_connection_is_dropped(alice: User, bob: User, name: str) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        # Google's library tries each twice by itself.
        google.fail(name, Reply(drop=True), times=4)
        _until_it_strikes(alice, google)
        assert "Google could not be reached." in gmail_page(alice)
        assert_as_undisturbed(alice, bob, google)


def test_google_is_slow(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gmail.google.mail.PATIENCE", 0.3)
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("batch", seconds=1.0, times=2)
        step(alice)
        step(alice)
        assert "Google could not be reached." in gmail_page(alice)
        monkeypatch.undo()
        # What came too late had been given out all the same.
        assert_as_undisturbed(alice, bob, google, twice=8)


@pytest.mark.parametrize(("status", "words"), [(429, "Google asked to go slower."), (503, BROKEN)])
def test_some_parts_of_a_batch_fail(alice: User, bob: User, status: int, words: str) -> None:
    with google_of(tiny_mailbox()) as google:
        connected(alice)
        google.fail("threads.get", error(status, "rateLimitExceeded"), times=5, skip=1)
        for _ in range(3):
            step(alice)
        account = account_of(alice)
        assert words in gmail_page(alice)
        # What did not come is still to be fetched; what came is in.
        assert (len(account.pending), account.sent_done) == (2, 3)
        assert_as_undisturbed(alice, bob, google)


def test_a_thread_goes_between_the_list_and_the_get(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    last = list(box.messages)[-4]
    with google_of(box) as google:
        connected(alice)
        google.fail("threads.get", then=lambda: box.delete([last]))
        assert_as_undisturbed(alice, bob, google)
        assert last not in {row[1] for row in rows(alice)["messages"]}


def changed(box: Mailbox) -> None:
    """A day on which nobody looked: mail came, went, moved and was labelled."""
    ids = list(box.messages)
    box.add(received("A new boat", "Come and see it."))
    box.add(sent("Thanks", "I bought it."))
    box.delete([ids[0]])
    box.change_labels([ids[1]], add=["STARRED"])
    box.change_labels([ids[3]], add=["TRASH"], remove=["INBOX"])
    box.change_labels([ids[5]], add=["SPAM"], remove=["INBOX"])


@pytest.mark.parametrize(
    "what",
    [Mailbox.profile, Mailbox.forget_history, lambda box: setattr(box, "empty_history_pages", 2)],
    ids=["by history", "cursor too old", "pages without records"],
)
def test_what_changed_meanwhile(alice: User, bob: User, what: Callable[[Mailbox], object]) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        before = len(google.fetched())
        changed(box)
        what(box)
        beat(alice)
        again = google.fetched()[before:]
        # Only what differs is fetched, and what is gone is asked for once.
        assert len(again) == len(set(again)) <= 5
        assert_as_undisturbed(alice, bob, google, twice=9)


def test_a_cursor_that_is_too_old_comes_back_in_step(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        box.forget_history()
        beat(alice)
        assert account_of(alice).history_id == box.history_id
        box.add(received("A new boat", "Come and see it."))
        beat(alice)
        assert len(rows(alice)["messages"]) == 11
        assert len(google.fetched()) == 10
        assert_as_undisturbed(alice, bob, google)


def test_mail_arrives_while_the_mailbox_is_read(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        for skip in (0, 4, 8):
            google.fail(
                "threads.get",
                skip=skip,
                then=lambda: (
                    box.add(received("Now", "Just now.", ago=timedelta())),
                    box.add(sent("Now too", "Just now.", ago=timedelta())),
                ),
            )
        assert_as_undisturbed(alice, bob, google, twice=1)
        assert len(rows(alice)["messages"]) == 16


def test_a_thread_moves_up_while_pages_are_listed(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gmail.syncing.listing.A_PAGE", 2)
    box = tiny_mailbox()
    oldest = min(box.messages.values(), key=lambda message: int(message["internalDate"]))

    def answer() -> None:
        box.add(sent("Again", "One more thing.", thread=oldest["threadId"], ago=timedelta()))

    with google_of(box) as google:
        connected(alice)
        google.fail("threads.list", skip=3, then=answer)
        assert_as_undisturbed(alice, bob, google, twice=1)


def test_a_page_token_that_is_no_longer_good(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gmail.syncing.listing.A_PAGE", 2)
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        google.fail("threads.list", skip=4, then=box.forget_pages)
        google.fail("threads.list", skip=4, then=box.forget_pages)
        assert_as_undisturbed(alice, bob, google)
        account = account_of(alice)
        assert (account.sent_done, account.inbox_done) == (5, 5)


def test_drafts_trash_and_spam_inside_a_thread_stay_out(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    first = next(iter(box.messages.values()))
    for label in ("DRAFT", "TRASH", "SPAM", "CHAT"):
        # A draft is the owner's own.
        write = sent if label == "DRAFT" else received
        box.add(write("Re: Pier", f"Only {label}.", thread=first["threadId"], labels=(label,)))
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        texts = " ".join(row[5] for row in rows(alice)["messages"])
        assert "Only" not in texts
        # It goes to the trash, comes back, and a draft is sent after all.
        box.change_labels([first["id"]], add=["TRASH"])
        beat(alice)
        assert first["id"] not in {row[1] for row in rows(alice)["messages"]}
        box.change_labels([first["id"]], remove=["TRASH"])
        draft = next(m for m in box.messages.values() if "DRAFT" in m["labelIds"])
        box.change_labels([draft["id"]], add=["SENT"], remove=["DRAFT"])
        beat(alice)
        assert {first["id"], draft["id"]} <= {row[1] for row in rows(alice)["messages"]}
        assert_as_undisturbed(alice, bob, google, twice=9)
