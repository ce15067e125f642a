"""Signing up, by invitation and otherwise, and signing in and out."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from accounts.invitations import invite
from accounts.models import ApiToken, Invitation, User, Workspace
from accounts.tokens import make_token
from database.acting import acting_as
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/signup/"
SIGN_IN = "/accounts/login/"
FORGOT = "/accounts/password/reset/"
ALICE = {"login": "Alice@example.org", "password": PASSWORD}
NEW = {"password1": "another long one", "password2": "another long one"}


@pytest.fixture(autouse=True)
def no_tries_so_far(db: None) -> None:
    cache.clear()


@pytest.fixture
def mail(settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example.org"


def sign_up(client: Client, email: str = "dora@example.org", **more: str) -> Any:
    return client.post(SIGN_UP, {"email": email, "password1": PASSWORD, **more})


def test_the_first_account_owns_the_installation(client: Client) -> None:
    assert b"You are the first here" in client.get(SIGN_UP).content
    answer = sign_up(client, "Dora@Example.org", time_zone="Europe/Berlin")
    assert answer.status_code == 302
    assert answer["Location"] == "/"
    dora = User.objects.get()
    assert dora.email == "dora@example.org"
    assert dora.owns_installation
    assert dora.time_zone == "Europe/Berlin"
    with acting_as(dora):
        assert Workspace.objects.get().user == dora
    assert client.get("/settings").status_code == 200


def test_a_time_zone_nobody_knows_becomes_utc(client: Client) -> None:
    sign_up(client, time_zone="Mars/Olympus")
    assert User.objects.get().time_zone == "UTC"


def test_the_language_comes_from_the_browser(client: Client) -> None:
    client.post(
        SIGN_UP,
        {"email": "dora@example.org", "password1": PASSWORD},
        headers={"Accept-Language": "xx, de-AT;q=0.9, en;q=0.5"},
    )
    assert User.objects.get().language == "de"


def test_others_find_sign_up_closed(client: Client, alice: User) -> None:
    assert b"By invitation only" in client.get(SIGN_UP).content
    assert b"By invitation only" in sign_up(client).content
    assert User.objects.count() == 1
    assert SIGN_UP.encode() not in client.get(SIGN_IN).content


def test_where_sign_up_is_open_anyone_may(client: Client, alice: User, settings: Settings) -> None:
    settings.OPEN_SIGNUP = True
    assert SIGN_UP.encode() in client.get(SIGN_IN).content
    assert sign_up(client).status_code == 302
    assert not User.objects.get(email="dora@example.org").owns_installation


@pytest.mark.parametrize(
    ("email", "password", "message"),
    [
        ("", PASSWORD, "This field is required."),
        ("nonsense", PASSWORD, "Enter a valid email address."),
        ("a\0b@example.org", PASSWORD, "Null characters are not allowed."),
        ("dora@example.org", "", "This field is required."),
        ("dora@example.org", "short", "It must contain at least 10 characters."),
        ("dora@example.org", "1234567890", "This password is too common."),
        ("x" * 250 + "@example.org", PASSWORD, "at most 254 characters"),
    ],
)
def test_a_bad_form_is_refused_with_one_message(
    client: Client, email: str, password: str, message: str
) -> None:
    answer = client.post(SIGN_UP, {"email": email, "password1": password})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert answer.content.decode().count('class="errorlist"') == 1
    assert not User.objects.exists()


def test_an_email_that_is_taken(client: Client, alice: User, settings: Settings) -> None:
    settings.OPEN_SIGNUP = True
    answer = sign_up(client, "ALICE@example.org")
    assert answer.status_code == 422
    assert b"There is an account with this email already." in answer.content


def test_with_mail_nobody_finds_out_who_has_an_account(
    client: Client,
    alice: User,
    settings: Settings,
    mail: None,
    mailoutbox: list[EmailMessage],
) -> None:
    settings.OPEN_SIGNUP = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    taken = sign_up(client, "alice@example.org")
    free = sign_up(Client(), "dora@example.org")
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])
    to_alice, to_dora = mailoutbox
    assert to_alice.to == ["alice@example.org"]
    assert "already exists" in str(to_alice.body)
    link = re.search(r"http://testserver(/\S+)", str(to_dora.body))
    assert link
    client.post(link[1])
    assert EmailAddress.objects.get(email="dora@example.org").verified


def test_an_invitation_lets_one_person_in(client: Client, alice: User) -> None:
    _, secret = invite(alice, "Dora@example.org")
    answer = client.get(f"/invite/{secret}")
    assert answer["Location"] == SIGN_UP
    page = client.get(SIGN_UP).content.decode()
    assert 'value="dora@example.org"' in page
    assert secret not in page
    refused = sign_up(client, "eve@example.org")
    assert refused.status_code == 422
    assert b"This invitation is for dora@example.org." in refused.content
    assert sign_up(client).status_code == 302
    assert not User.objects.get(email="dora@example.org").owns_installation
    assert Invitation.objects.get().used

    second = Client()
    gone = second.get(f"/invite/{secret}")
    assert gone.status_code == 404
    assert b"This link no longer works" in gone.content


def test_too_large_a_form_is_refused_before_it_is_read(client: Client) -> None:
    answer = sign_up(client, "x" * 5_000_001)
    assert answer.status_code == 413
    assert b"Send less at once." in answer.content


def test_an_invitation_used_meanwhile_lets_nobody_in(client: Client, alice: User) -> None:
    _, secret = invite(alice)
    client.get(f"/invite/{secret}")
    Invitation.objects.update(expires="2020-01-01T00:00Z")
    assert b"By invitation only" in sign_up(client).content
    assert User.objects.count() == 1


def test_an_invitation_opened_by_somebody_who_is_here(client: Client, alice: User) -> None:
    _, secret = invite(alice)
    client.force_login(alice)
    assert client.get(f"/invite/{secret}")["Location"] == "/"


def test_signing_in_and_out(client: Client, alice: User) -> None:
    answer = client.post(SIGN_IN + "?next=/settings", ALICE)
    assert answer["Location"] == "/settings"
    before = client.cookies["yarnnn_session"]
    assert before["max-age"] == 60 * 24 * 3600
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/settings").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/settings").status_code == 302


def test_signing_in_gives_the_session_a_new_name(client: Client, alice: User) -> None:
    _, secret = invite(alice)
    client.get(f"/invite/{secret}")
    before = client.cookies["yarnnn_session"].value
    client.post(SIGN_IN, ALICE)
    assert client.cookies["yarnnn_session"].value != before


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_a_wrong_password_and_an_unknown_email_look_alike(
    client: Client, alice: User, email: str
) -> None:
    answer = client.post(SIGN_IN, {"login": email, "password": "wrong"})
    assert answer.status_code == 422
    assert "That email and password don’t match." in answer.content.decode()


def test_guessing_passwords_is_stopped(client: Client, alice: User) -> None:
    for _ in range(5):
        client.post(SIGN_IN, {"login": "alice@example.org", "password": "wrong"})
    answer = client.post(SIGN_IN, ALICE)
    assert answer.status_code == 422
    assert b"Too many failed attempts" in answer.content


def test_knocking_too_often_is_stopped(client: Client) -> None:
    answers = [client.get(SIGN_UP) and sign_up(client, "no") for _ in range(21)]
    assert answers[0].status_code == 422
    assert answers[-1].status_code == 429
    assert b"Too many tries" in answers[-1].content


def test_a_new_password_by_mail(
    client: Client, alice: User, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert elsewhere.get("/settings").status_code == 200
    assert client.post(FORGOT, {"email": "alice@example.org"}).status_code == 302
    link = re.search(r"http://testserver(/\S+)", str(mailoutbox[0].body))
    assert link
    form = client.get(link[1])["Location"]
    bad = client.post(form, {"password1": "short", "password2": "short"})
    assert bad.status_code == 422
    answer = client.post(form, NEW)
    assert answer.status_code == 302
    assert elsewhere.get("/settings").status_code == 302
    signed_in = Client().post(SIGN_IN, {**ALICE, "password": "another long one"})
    assert signed_in.status_code == 302
    assert b"Send a new link" in Client().get(link[1], follow=True).content


def test_a_new_password_for_nobody_looks_the_same(
    client: Client, alice: User, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    answer = client.post(FORGOT, {"email": "nobody@example.org"})
    assert answer["Location"] == "/accounts/password/reset/done/"


def test_without_mail_the_page_says_who_can_help(client: Client, alice: User) -> None:
    assert b"manage.py reset_password" in client.get("/accounts/password/reset/").content


def test_changing_the_password_ends_other_sign_ins(client: Client, alice: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(alice)
    client.post(SIGN_IN, ALICE)
    change = {"oldpassword": "wrong", **NEW}
    assert client.post("/accounts/password/change/", change).status_code == 422
    change["oldpassword"] = PASSWORD
    assert client.post("/accounts/password/change/", change).status_code == 302
    assert client.get("/settings").status_code == 200
    assert elsewhere.get("/settings").status_code == 302


def test_without_mail_a_new_email_holds_at_once(client: Client, alice: User) -> None:
    confirm_password(client, alice)
    answer = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert [row.email for row in EmailAddress.objects.all()] == ["new@example.org"]


def test_with_mail_a_new_email_is_confirmed_first(
    client: Client, alice: User, mail: None, mailoutbox: list[EmailMessage]
) -> None:
    confirm_password(client, alice)
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    link = re.search(r"http://testserver(/\S+)", str(mailoutbox[0].body))
    assert link
    client.post(link[1])
    alice.refresh_from_db()
    assert alice.email == "new@example.org"


@pytest.mark.parametrize("email", ["alice@example.org", "nonsense", "x" * 250 + "@example.org"])
def test_a_bad_new_email_is_refused(client: Client, alice: User, email: str) -> None:
    confirm_password(client, alice)
    answer = client.post("/accounts/email/", {"action_add": "", "email": email})
    assert answer.status_code == 422


def test_anothers_email_is_not_taken_over(client: Client, alice: User, bob: User) -> None:
    confirm_password(client, alice)
    client.post("/accounts/email/", {"action_add": "", "email": "bob@example.org"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert EmailAddress.objects.get(email="bob@example.org", verified=True).user == bob


def test_an_email_is_changed_after_asking_for_the_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_a_second_step(client: Client, alice: User) -> None:
    confirm_password(client, alice)
    page = client.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    assert client.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 422
    assert client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)}).status_code == 302
    kept = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in kept
    codes = client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    assert len(codes) == 10

    another = Client()
    answer = another.post(SIGN_IN, ALICE)
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
    assert another.get("/settings").status_code == 302
    assert another.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 422
    assert another.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert another.get("/settings").status_code == 200


def confirm_password(client: Client, user: User) -> None:
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, counter)))


STRANGER = {"REMOTE_ADDR": "203.0.113.7"}


def guess(client: Client, times: int, **where: str) -> Any:
    wrong = {"login": "alice@example.org", "password": "wrong"}
    return [client.post(SIGN_IN, wrong, **where) for _ in range(times)][-1]  # type: ignore[arg-type]


def test_a_stranger_cannot_lock_the_owner_out(client: Client, alice: User) -> None:
    assert b"Too many failed attempts" in guess(Client(), 6, **STRANGER).content
    assert client.post(SIGN_IN, ALICE).status_code == 302


def test_a_known_browser_gets_in_beside_a_stranger_at_the_same_address(
    client: Client, alice: User
) -> None:
    client.post(SIGN_IN, ALICE)
    client.post("/accounts/logout/")
    assert client.cookies["yarnnn_browser"]["httponly"]
    assert guess(Client(), 40).status_code == 429
    assert client.post(SIGN_IN, ALICE).status_code == 302
    assert Client().post(SIGN_IN, ALICE).status_code == 429


def test_a_known_browser_guesses_no_more_than_others(client: Client, alice: User) -> None:
    client.post(SIGN_IN, ALICE)
    client.post("/accounts/logout/")
    assert b"Too many failed attempts" in guess(client, 6).content
    assert client.post(SIGN_IN, ALICE).status_code == 422


def test_a_browser_is_known_to_those_who_signed_in_by_it(
    client: Client, alice: User, bob: User
) -> None:
    client.post(SIGN_IN, {**ALICE, "login": "bob@example.org"})
    client.post("/accounts/logout/")
    guess(Client(), 5)
    assert client.post(SIGN_IN, ALICE).status_code == 422
    client.cookies["yarnnn_browser"] = "forged"
    assert client.post(SIGN_IN, ALICE).status_code == 422


def test_guesses_from_many_places_are_bounded_and_the_owner_still_gets_in(
    client: Client, alice: User
) -> None:
    client.post(SIGN_IN, ALICE)
    client.post("/accounts/logout/")
    for place in range(13):
        last = guess(Client(), 4, REMOTE_ADDR=f"203.0.113.{place}")
    assert b"from many places" in last.content
    assert Client().post(SIGN_IN, ALICE).status_code == 422
    assert client.post(SIGN_IN, ALICE).status_code == 302


def test_somebody_signed_in_can_confirm_their_password_beside_a_stranger(
    client: Client, alice: User
) -> None:
    client.force_login(alice)
    guess(Client(), 6)
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302


def test_changing_the_password_says_what_becomes_of_the_keys(client: Client, alice: User) -> None:
    client.post(SIGN_IN, ALICE)
    change = {"oldpassword": PASSWORD, **NEW}
    assert "revoke_keys" not in client.get("/accounts/password/change/").content.decode()
    for name in ("laptop", "phone"):
        make_token(alice, name, ApiToken.Scope.FULL)
    page = client.get("/accounts/password/change/").content.decode()
    assert "Revoke my 2 API keys" in page
    assert "keep working if you don't" in page
    assert "checked" not in page
    client.post("/accounts/password/change/", change)
    assert ApiToken.objects.count() == 2
    change = {"oldpassword": NEW["password1"], "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/password/change/", {**change, "revoke_keys": "on"}, follow=True)
    assert b"2 API keys no longer work." in answer.content
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("revoke", ["on", ""])
def test_a_password_by_mail_revokes_the_keys_unless_told_otherwise(
    client: Client, alice: User, mail: None, mailoutbox: list[EmailMessage], revoke: str
) -> None:
    token, _ = make_token(alice, "laptop", ApiToken.Scope.FULL)
    client.post(FORGOT, {"email": "alice@example.org"})
    link = re.search(r"http://testserver(/\S+)", str(mailoutbox[0].body))
    assert link
    form = client.get(link[1])["Location"]
    page = client.get(form).content.decode()
    assert re.search(r'name="revoke_keys"[^>]* checked', page)
    client.post(form, {**NEW, **({"revoke_keys": revoke} if revoke else {})})
    assert ApiToken.objects.filter(pk=token.pk).exists() == (not revoke)
