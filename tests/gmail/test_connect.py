"""Connecting: what goes wrong on the way to Google and back, and what the page says then."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.google.tokens import opened
from gmail.models import Account, Attempt, Message
from tests.gmail.post import (
    account_of,
    assert_all_is_well,
    beat,
    browser_of,
    connect,
    connected,
    gmail_page,
    google_of,
    read_all,
    read_whole,
    rows,
    said,
    step,
    undisturbed,
)
from tests.google.consenting import consent
from tests.google.faults import Reply, error
from tests.google.letters import tiny_mailbox
from tests.google.server import Google

pytestmark = pytest.mark.django_db


def accounts_of(user: User) -> list[str]:
    with acting_as(user):
        return sorted(Account.objects.filter(user=user).values_list("address", flat=True))


def assert_it_is_read_as_undisturbed(alice: User, bob: User, google: Google) -> None:
    """Connected as it should be, everything is in as if nothing had gone wrong before."""
    connected(alice)
    read_all(alice)
    assert accounts_of(alice) == ["robin@larsen.example"]
    assert rows(alice) == undisturbed(bob, google)
    assert_all_is_well(alice)


def revoked(user: User, google: Google, person: int = 0) -> Account:
    """The person took the permission back at Google, and the worker has noticed."""
    google.door.take_back(google.people[person])
    assert step(user)
    return account_of(user, subject=google.people[person].sub)


def test_google_is_asked_for_what_is_needed_and_no_more(alice: User) -> None:
    with google_of():
        url = browser_of(alice).get("/gmail/connect")["Location"]
    asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    assert asked["scope"] == "openid email https://www.googleapis.com/auth/gmail.readonly"
    assert (asked["access_type"], asked["prompt"]) == ("offline", "consent")
    assert asked["code_challenge_method"] == "S256"
    attempt = Attempt.objects.get()
    assert asked["state"] not in attempt.state_digest
    assert attempt.expires - timezone.now() <= timedelta(minutes=10)


def test_consent_denied(alice: User, bob: User) -> None:
    with google_of() as google:
        answer = connect(alice, answer="deny")
        assert answer.status_code == 422
        assert "You did not allow it, so nothing was connected." in said(answer)
        assert accounts_of(alice) == []
        assert "Before you connect" in gmail_page(alice)
        assert_it_is_read_as_undisturbed(alice, bob, google)


@pytest.mark.parametrize("state", ["", "somebody-elses"])
def test_a_state_that_is_not_ours(alice: User, bob: User, state: str) -> None:
    with google_of() as google:
        client = browser_of(alice)
        path, told = consent(client.get("/gmail/connect")["Location"])
        answer = client.get(path, {**told, "state": state})
        assert answer.status_code == 422
        assert "does not belong to a connection that you started here" in said(answer)
        assert accounts_of(alice) == []
        # The right one still works: a stranger's try used nothing up.
        assert client.get(path, told).status_code == 302
        assert_it_is_read_as_undisturbed(alice, bob, google)


def test_a_way_back_works_once(alice: User, bob: User) -> None:
    with google_of() as google:
        client = browser_of(alice)
        path, told = consent(client.get("/gmail/connect")["Location"])
        assert client.get(path, told).status_code == 302
        asked = [call.name for call in google.calls].count("token")
        answer = client.get(path, told)
        assert answer.status_code == 422
        assert "was used already" in said(answer)
        assert [call.name for call in google.calls].count("token") == asked
        assert_it_is_read_as_undisturbed(alice, bob, google)


def test_a_way_back_is_of_the_person_who_began_it(alice: User, bob: User) -> None:
    with google_of():
        path, told = consent(browser_of(alice).get("/gmail/connect")["Location"])
        assert browser_of(bob).get(path, told).status_code == 422
        assert accounts_of(bob) == []


def test_ten_minutes_are_all_there_is(alice: User) -> None:
    with google_of():
        client = browser_of(alice)
        path, told = consent(client.get("/gmail/connect")["Location"])
        Attempt.objects.update(expires=timezone.now() - timedelta(seconds=1))
        assert client.get(path, told).status_code == 422
        assert accounts_of(alice) == []


def test_the_verifier_is_lost(alice: User, bob: User) -> None:
    with google_of() as google:
        client = browser_of(alice)
        path, told = consent(client.get("/gmail/connect")["Location"])
        Attempt.objects.update(sealed_verifier=b"sealed with a key that is gone")
        answer = client.get(path, told)
        assert answer.status_code == 422
        assert "The request that began this connection has expired. Connect again." in said(answer)
        assert accounts_of(alice) == []
        assert_it_is_read_as_undisturbed(alice, bob, google)


def test_the_box_for_gmail_is_not_ticked(alice: User, bob: User) -> None:
    with google_of() as google:
        answer = connect(alice, gmail=False)
        assert answer.status_code == 422
        assert "The box that lets Yarnnn read your mail was not ticked" in said(answer)
        assert accounts_of(alice) == []
        assert_it_is_read_as_undisturbed(alice, bob, google)


def test_a_reconnect_without_a_refresh_token_keeps_the_old_one(alice: User, bob: User) -> None:
    with google_of() as google:
        before = connected(alice)
        token = opened(before.sealed_credentials).refresh_token
        google.door.gives_refresh_token = False
        after = connected(alice)
        assert after.pk == before.pk
        assert opened(after.sealed_credentials).refresh_token == token
        google.door.expire_access()
        read_all(alice)
        google.door.gives_refresh_token = True
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_a_first_connection_without_a_refresh_token_is_none(alice: User, bob: User) -> None:
    with google_of() as google:
        google.door.gives_refresh_token = False
        answer = connect(alice)
        assert "Google gave a permission for one hour only." in said(answer)
        assert accounts_of(alice) == []
        google.door.gives_refresh_token = True
        assert_it_is_read_as_undisturbed(alice, bob, google)


def test_a_reconnect_with_another_account_changes_nothing(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox(), tiny_mailbox("tove@larsen.example")) as google:
        account = connected(alice)
        read_all(alice)
        before = rows(alice)
        account = revoked(alice, google)
        assert "Google no longer accepts the permission." in gmail_page(alice)
        other = google.people[1].sub
        answer = connect(alice, f"?account={account.pk}", person=other)
        assert answer.status_code == 422
        assert "You signed in to Google as tove@larsen.example." in said(answer)
        assert accounts_of(alice) == ["robin@larsen.example"]
        assert account_of(alice).state == "reauth"
        answer = connect(alice, f"?account={account.pk}")
        assert answer.status_code == 302
        beat(alice)
        assert rows(alice) == before == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_other_accounts_go_on_while_one_waits_for_its_person(alice: User) -> None:
    box, other = tiny_mailbox(), tiny_mailbox("tove@larsen.example")
    with google_of(box, other) as google:
        connected(alice)
        read_all(alice)
        connected(alice, person=google.people[1].sub)
        read_all(alice)
        assert len(rows(alice)["threads"]) == 18
        revoked(alice, google)
        for _ in range(4):
            step(alice)
        with acting_as(alice):
            states = dict(Account.objects.values_list("address", "state"))
        assert states == {"robin@larsen.example": "reauth", "tove@larsen.example": "live"}


def test_the_same_mailbox_twice_is_one(alice: User, bob: User) -> None:
    with google_of() as google:
        first = connected(alice)
        read_all(alice)
        fetched = len(google.fetched())
        assert connected(alice).pk == first.pk
        beat(alice)
        assert len(google.fetched()) == fetched
        assert accounts_of(alice) == ["robin@larsen.example"]
        assert rows(alice) == undisturbed(bob, google)
        assert_all_is_well(alice)


def test_two_people_may_have_the_same_mailbox_each_for_themselves(alice: User, bob: User) -> None:
    with google_of(tiny_mailbox()):
        assert read_whole(alice) == read_whole(bob)
        assert_all_is_well(alice)
        assert_all_is_well(bob)
        with acting_as(bob):
            theirs = Message.objects.filter(user=bob)
            assert theirs.count() == Message.objects.count() == 10


def test_tokens_are_sealed_and_never_logged(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with google_of(tiny_mailbox()) as google:
        account = connected(alice)
        read_all(alice)
        secrets = [*google.door.refresh, *google.door.access]
    assert len(secrets) == 2
    for secret in secrets:
        assert secret.encode() not in bytes(account.sealed_credentials or b"")
        assert secret not in "".join(
            record.getMessage() for record in caplog.records if record.name.startswith("gmail")
        )


@pytest.mark.parametrize("name", ["token", "userinfo"])
def test_google_does_not_answer_while_connecting(alice: User, name: str) -> None:
    with google_of() as google:
        google.fail(name, error(503, "backendError"))
        answer = connect(alice)
        assert answer.status_code == 422
        assert "Try to connect again." in said(answer)
        google.fail(name, Reply(drop=True), times=3)
        assert connect(alice).status_code == 422
        google.faults.clear()
        assert connected(alice)


def test_an_address_that_google_does_not_take_is_explained(alice: User) -> None:
    with google_of():
        client = browser_of(alice)
        answer = client.get("/gmail/connect", SERVER_NAME="192.168.1.9")
        assert answer.status_code == 422
        assert "have it run at an https address" in said(answer)
        with override_settings(PUBLIC_URL="https://memory.example.org"):
            url = client.get("/gmail/connect", SERVER_NAME="192.168.1.9")["Location"]
        back = parse_qs(urlsplit(url).query)["redirect_uri"]
        assert back == ["https://memory.example.org/gmail/callback"]
