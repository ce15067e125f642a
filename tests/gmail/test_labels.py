"""A person's own labels have names; nobody is ever shown Gmail's numbers of them."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Thread
from tests.gmail.post import (
    account_of,
    assert_all_is_well,
    beat,
    browser_of,
    connected,
    google_of,
    read_all,
)
from tests.google.faults import Reply, error
from tests.google.letters import tiny_mailbox
from tests.google.mailbox import Mailbox
from tests.google.server import Google

pytestmark = [pytest.mark.long, pytest.mark.django_db]

BOAT = {"id": "Label_12", "name": "Boat & pier", "type": "user"}


@pytest.fixture
def box() -> Mailbox:
    """One thread bears a label of the person's own."""
    box = tiny_mailbox()
    box.labels.append(BOAT)
    box.change_labels([next(iter(box.messages))], add=["Label_12"])
    return box


@pytest.fixture
def google(box: Mailbox) -> Iterator[Google]:
    with google_of(box) as google:
        yield google


def pages(user: User) -> str:
    """The list of threads, and the thread that was labelled."""
    client = browser_of(user)
    with acting_as(user):
        thread = Thread.objects.filter(labels__contains=["Label_12"]).get()
    shown = [client.get("/gmail/threads"), client.get(f"/gmail/threads/{thread.pk}")]
    assert [answer.status_code for answer in shown] == [200, 200]
    told = [client.get("/api/gmail/threads"), client.get(f"/api/gmail/threads/{thread.pk}")]
    return "".join(answer.content.decode() for answer in (*shown, *told))


def an_hour_later(user: User) -> None:
    with acting_as(user):
        Account.objects.update(labels_due=timezone.now() - timedelta(seconds=1))
    beat(user)


def test_names_are_shown_and_choose(alice: User, google: Google) -> None:
    connected(alice)
    read_all(alice)
    assert [call.name for call in google.calls].count("labels.list") == 1
    shown = pages(alice)
    assert "Boat &amp; pier" in shown
    assert "Label_" not in shown
    # Gmail's own are tabs; nobody named them.
    assert account_of(alice).label_names == {"Label_12": "Boat & pier"}
    client = browser_of(alice)
    assert f'href="/gmail/threads?label={quote("Boat & pier").replace("%20", "+")}"' in shown
    found = client.get("/gmail/threads", {"label": BOAT["name"]}).content.decode()
    assert found.count("mail-thread") - found.count("mail-threads") == 1
    assert "Label: <bdi>Boat &amp; pier</bdi>" in found
    (one,) = client.get("/api/gmail/threads", {"label": BOAT["name"]}).json()["threads"]
    assert one["labels"] == ["Boat & pier", "SENT"]
    assert client.get("/api/gmail/threads", {"label": "Label_12"}).json()["threads"] == []


def test_a_new_label_has_its_name_within_a_beat(alice: User, google: Google, box: Mailbox) -> None:
    connected(alice)
    read_all(alice)
    box.labels.append({"id": "Label_77", "name": "Ropes", "type": "user"})
    box.change_labels([list(box.messages)[1]], add=["Label_77"])
    with acting_as(alice):
        # The names were asked for a while ago.
        Account.objects.update(labels_due=timezone.now() + timedelta(minutes=50))
    beat(alice)
    assert account_of(alice).label_names["Label_77"] == "Ropes"
    assert "Ropes" in pages(alice)


def test_a_label_without_a_name_is_not_asked_for_all_the_time(
    alice: User, google: Google, box: Mailbox
) -> None:
    box.labels.remove(BOAT)
    connected(alice)
    read_all(alice)
    for _ in range(3):
        box.change_labels([next(iter(box.messages))], add=["STARRED"], remove=["UNREAD"])
        box.change_labels([next(iter(box.messages))], remove=["STARRED"])
        beat(alice)
    assert [call.name for call in google.calls].count("labels.list") == 1
    assert "Label_" not in pages(alice)


def test_a_new_name_is_taken_over(alice: User, google: Google, box: Mailbox) -> None:
    connected(alice)
    read_all(alice)
    box.labels[-1] = {**BOAT, "name": "Yacht"}
    an_hour_later(alice)
    assert "Yacht" in pages(alice)
    assert "pier</" not in pages(alice).replace("Pier", "")


@pytest.mark.parametrize(
    "reply",
    [
        error(503, "backendError"),
        error(403, "insufficientPermissions"),
        error(404, "notFound"),
        error(429, "rateLimitExceeded", headers={"Retry-After": "600"}),
        Reply(body=b"{}"),
        Reply(body=b'{"lab'),
        Reply(drop=True),
    ],
)
def test_without_names_all_else_goes_on(alice: User, google: Google, reply: Reply) -> None:
    fault = google.fail("labels.list", reply, times=99)
    connected(alice)
    account = read_all(alice)
    assert (account.state, account.setbacks) == ("live", 0)
    assert_all_is_well(alice)
    assert "Label_" not in pages(alice)
    fault.times = 0
    an_hour_later(alice)
    assert "Boat &amp; pier" in pages(alice)


def test_the_same_number_is_another_label_in_another_mailbox(alice: User) -> None:
    boxes = [tiny_mailbox(), tiny_mailbox("tove@larsen.example")]
    for box, name in zip(boxes, ("Boat", "Garden"), strict=True):
        box.labels.append({"id": "Label_1", "name": name, "type": "user"})
        box.change_labels([next(iter(box.messages))], add=["Label_1"])
    with google_of(*boxes) as google:
        for person in google.people:
            connected(alice, person=person.sub)
            read_all(alice)
    client = browser_of(alice)
    for name, address in (("Boat", boxes[0].address), ("Garden", boxes[1].address)):
        found = client.get("/api/gmail/threads", {"label": name}).json()["threads"]
        assert [one["account"] for one in found] == [address]
