"""Mailboxes of an organisation, by a service account that stands for its people."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from gmail.connection import controls
from gmail.models import Account, ServiceKey
from tests.gmail.post import (
    browser_of,
    gmail_page,
    google_of,
    rows,
    said,
    step,
    undisturbed,
)
from tests.google.letters import tiny_mailbox
from tests.google.server import Google
from tests.google.service import public_keys, service_key

pytestmark = pytest.mark.django_db

ADDRESSES = ["robin@larsen.example", "dana@larsen.example", "tove@larsen.example"]


def add(client: Client, key: dict[str, Any], *addresses: str) -> Any:
    return client.post(
        "/gmail/service", {"key": json.dumps(key), "mailboxes": "\n".join(addresses)}
    )


def is_busy(account: Account) -> bool:
    waits = account.state in ("disabled", "reauth", "paused")
    return not waits and (account.state != "live" or bool(account.relisting or account.pending))


def read_for_a_while(user: User) -> dict[str, tuple[str, str]]:
    for _ in range(100):
        with acting_as(user):
            accounts = list(Account.objects.all())
        if not any(is_busy(account) for account in accounts) or not step(user):
            break
    with acting_as(user):
        found = Account.objects.values_list("address", "state", "reason")
        return {address: (state, reason) for address, state, reason in found}


def knows_its_key(google: Google) -> dict[str, Any]:
    google.door.service_keys = public_keys()
    return service_key(f"{google.address}/token")


@pytest.mark.long
def test_each_mailbox_is_read_sent_mail_first(alice: User) -> None:
    with google_of(*(tiny_mailbox(address) for address in ADDRESSES[:2])) as google:
        assert add(browser_of(alice), knows_its_key(google), *ADDRESSES[:2]).status_code == 302
        states = read_for_a_while(alice)
        assert states == dict.fromkeys(ADDRESSES[:2], ("live", ""))
        assert len(rows(alice)["messages"]) == 20
        for address in ADDRESSES[:2]:
            fetched = [
                call.about
                for call in google.calls
                if call.name == "threads.get" and call.address == address
            ]
            assert len(fetched) == len(set(fetched)) == 9


@pytest.mark.long
def test_who_is_suspended_or_has_no_gmail_is_skipped(alice: User, bob: User) -> None:
    with google_of(*(tiny_mailbox(address) for address in ADDRESSES)) as google:
        google.people[0].suspended = True
        google.people[1].has_gmail = False
        add(browser_of(alice), knows_its_key(google), *ADDRESSES, "nobody@larsen.example")
        states = read_for_a_while(alice)
        assert states[ADDRESSES[0]] == (
            "disabled",
            "Google knows no such user, or they are suspended.",
        )
        assert states[ADDRESSES[1]] == ("disabled", "This account has no Gmail.")
        assert states[ADDRESSES[2]] == ("live", "")
        assert states["nobody@larsen.example"][0] == "disabled"
        page = gmail_page(alice)
        assert page.count("Not read") == 3
        assert "Google knows no such user, or they are suspended." in page
        assert "This account has no Gmail." in page
        assert page.count("Up to date with Gmail") == 1
        # The third is read as if it were alone.
        google.people.reverse()
        assert rows(alice) == undisturbed(bob, google)
        google.people.reverse()
        google.people[0].suspended = False
        with acting_as(alice):
            account = Account.objects.get(address=ADDRESSES[0])
        assert browser_of(alice).post(f"/gmail/{account.pk}/resume").status_code == 302
        assert read_for_a_while(alice)[ADDRESSES[0]] == ("live", "")
        assert len(rows(alice)["messages"]) == 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"token_uri": "https://evil.example/token"}, "not one of Google"),
        ({"token_uri": "http://10.0.0.7/token"}, "not one of Google"),
        ({"type": "authorized_user"}, "not one of Google"),
        ({"private_key": "no key"}, "private key in this file cannot be read"),
        ({"client_email": None, "private_key_id": None}, ""),
    ],
)
def test_a_key_that_is_none_is_refused(alice: User, change: dict[str, str], words: str) -> None:
    with google_of() as google:
        key = {k: v for k, v in {**knows_its_key(google), **change}.items() if v is not None}
        answer = add(browser_of(alice), key, *ADDRESSES)
        assert answer.status_code == 422
        assert words in said(answer)
        assert "PRIVATE KEY-----" not in answer.content.decode()
    with acting_as(alice):
        assert not ServiceKey.objects.exists()


def test_a_loopback_token_address_is_for_stand_ins_alone(alice: User) -> None:
    """With Google's own addresses in the settings a key must not lead to this machine."""
    key = service_key("http://127.0.0.1:6379/token")
    assert add(browser_of(alice), key, *ADDRESSES).status_code == 422


def test_it_is_for_whoever_owns_the_installation(alice: User, bob: User) -> None:
    assert browser_of(bob).get("/gmail/service").status_code == 404
    assert add(browser_of(bob), service_key(), *ADDRESSES).status_code == 404


@pytest.mark.long
def test_the_key_goes_with_its_last_mailbox(alice: User) -> None:
    with google_of(*(tiny_mailbox(address) for address in ADDRESSES[:2])) as google:
        add(browser_of(alice), knows_its_key(google), *ADDRESSES[:2])
        read_for_a_while(alice)
        for left, address in ((1, ADDRESSES[0]), (0, ADDRESSES[1])):
            with acting_as(alice):
                controls.disconnect(alice, Account.objects.get(address=address))
            read_for_a_while(alice)
            with acting_as(alice):
                assert Account.objects.count() == left
                assert ServiceKey.objects.count() == left
                assert b"PRIVATE" not in b"".join(
                    bytes(key.sealed_key) for key in ServiceKey.objects.all()
                )
        assert rows(alice)["sources"] == 0
