"""A mailbox is read: sent mail, then the inbox, then what changes."""

import pytest

from accounts.models import User
from tests.gmail.post import (
    account_of,
    beat,
    connected,
    google_of,
    read_all,
    rows,
    step,
)
from tests.google.letters import received, sent, small_mailbox, tiny_mailbox

pytestmark = pytest.mark.django_db


def test_sent_mail_comes_first_then_the_inbox_and_each_thread_is_fetched_once(alice: User) -> None:
    box = small_mailbox()
    with google_of(box) as google:
        connected(alice)
        account = read_all(alice)
        fetched = google.fetched()
    assert account.state == "live"
    assert len(fetched) == len(set(fetched)) == 22
    labels = {m["threadId"]: set() for m in box.messages.values()}  # type: ignore[var-annotated]
    for message in box.messages.values():
        labels[message["threadId"]] |= set(message["labelIds"])
    assert all("SENT" in labels[thread] for thread in fetched[:12])
    assert not any("SENT" in labels[thread] for thread in fetched[12:])
    assert len(rows(alice)["messages"]) == 24
    assert (account.sent_done, account.sent_total) == (12, 12)
    assert (account.inbox_done, account.inbox_total) == (12, 12)
    # Two threads are in both: 22 were fetched.
    assert account.both_total == 2


def test_what_happens_afterwards_arrives_with_the_next_beat(alice: User) -> None:
    box = tiny_mailbox()
    with google_of(box) as google:
        connected(alice)
        read_all(alice)
        before = len(google.fetched())
        assert beat(alice).history_id == box.history_id
        assert len(google.fetched()) == before
        new = box.add(received("A new boat", "Come and see it."))
        first = next(iter(box.messages))
        box.change_labels([first], add=["STARRED"])
        last = list(box.messages)[3]
        box.delete([last])
        account = beat(alice)
        messages = {row[1]: row for row in rows(alice)["messages"]}
        assert "Come and see it." in messages[new["id"]][5]
        assert "STARRED" in messages[first][2]
        assert last not in messages
        assert account.history_id == box.history_id
        box.add(sent("Hello", "Mine."))
        step(alice)
        assert account_of(alice).last_synced
