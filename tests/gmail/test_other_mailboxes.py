"""Mailboxes of other people: one folder alone, threads over years, what comes and goes in them."""

from datetime import timedelta

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account
from tests.gmail.post import (
    assert_all_is_well,
    beat,
    browser_of,
    connected,
    google_of,
    read_all,
    rows,
    said,
    undisturbed,
)
from tests.gmail.test_other_googles import as_numbers, both, without
from tests.google.letters import received, sent, tiny_mailbox

pytestmark = [pytest.mark.long, pytest.mark.django_db]


def test_a_thread_is_told_with_a_smaller_number_once_its_newest_mail_is_deleted(
    alice: User, bob: User
) -> None:
    box = tiny_mailbox()
    answer = next(m for m in box.messages.values() if m["threadId"] != m["id"])
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        box.delete([answer["id"]])
        beat(alice)
        assert answer["id"] not in {row[1] for row in rows(alice)["messages"]}
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_numbers_of_threads_that_stand_apart_from_those_of_the_history(
    alice: User, bob: User
) -> None:
    """Threads that bear larger numbers than the mailbox has come to."""
    box = tiny_mailbox()
    larger = both(as_numbers, lambda told: told | {"historyId": 9_000_000})
    with google_of(box) as google:
        google.twists["threads.get"] = larger
        google.twists["threads.list"] = without("historyId")
        connected(alice)
        read_all(alice)
        first = next(iter(box.messages))
        box.change_labels([first], add=["STARRED"])
        beat(alice)
        (row,) = [row for row in rows(alice)["messages"] if row[1] == first]
        assert "STARRED" in row[2]


def test_a_history_of_what_is_not_read(alice: User, bob: User) -> None:
    """Drafts, spam, trash, chats, and archived mail arrive: nothing of it is kept, or lasts."""
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        for label in ("DRAFT", "SPAM", "TRASH", "CHAT"):
            box.add(received(label, f"Only {label}.", labels=(label, "UNREAD")))
        box.add(received("Old", "Long ago.", ago=timedelta(days=800)))
        beat(alice)
        before = len(google.fetched())
        beat(alice)
        assert len(google.fetched()) == before
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


@pytest.mark.parametrize("folder", ["SENT", "INBOX", "neither", "both"])
def test_a_mailbox_with_one_folder_alone(alice: User, bob: User, folder: str) -> None:
    box = tiny_mailbox()
    for message in list(box.messages.values()):
        if folder == "neither" or (folder != "both" and folder not in message["labelIds"]):
            del box.messages[message["id"]]
        elif folder == "both":
            message["labelIds"] = ["SENT", "INBOX"]
    with google_of(box) as google:
        connected(alice)
        account = read_all(alice)
        fetched = google.fetched()
        assert len(fetched) == len(set(fetched)) == len(box.thread_ids())
        assert len(rows(alice)["messages"]) == len(box.messages)
        assert account.state == "live"
        assert_all_is_well(alice)
        box.add(received("A new boat", "Come and see it."))
        beat(alice)
        assert rows(alice) == undisturbed(bob, google)


def test_a_thread_over_many_years_is_read_whole(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    first = box.add(received("The pier", "In the first year.", ago=timedelta(days=4000)))
    for year in range(1, 11):
        letter = sent if year % 2 else received
        ago = timedelta(days=4000 - 399 * year)
        box.add(letter("Re: The pier", f"Year {year}.", thread=first["threadId"], ago=ago))
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        inside = [row for row in rows(alice)["messages"] if row[0] == first["threadId"]]
        assert len(inside) == 11
        assert rows(alice) == undisturbed(bob, google)


def test_a_label_that_is_deleted_leaves_the_threads(alice: User, bob: User) -> None:
    box = tiny_mailbox()
    box.labels.append({"id": "Label_1", "name": "Boats", "type": "user"})
    first = next(iter(box.messages))
    box.change_labels([first], add=["Label_1"])
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        assert "Boats" in said(browser_of(alice).get("/gmail/threads"))
        box.labels.pop()
        box.change_labels([first], remove=["Label_1"])
        with acting_as(alice):
            Account.objects.update(labels_due=None)
        beat(alice)
        assert "Boats" not in said(browser_of(alice).get("/gmail/threads"))
        assert rows(alice) == undisturbed(bob, google)
