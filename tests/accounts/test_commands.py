"""What whoever runs the machine can do from its command line."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, User, Workspace, digest_of
from accounts.projects import create_project
from accounts.tokens import make_token
from database.acting import acting_as

pytestmark = pytest.mark.django_db


def run(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command(*words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_token_is_printed_and_nothing_else(alice: User) -> None:
    out, err = run("token", "Alice@example.org", "--name", "laptop")
    assert err == ""
    token = ApiToken.objects.get()
    assert token.digest == digest_of(out.strip())
    assert (token.user, token.name, token.scope) == (alice, "laptop", "full")


def test_a_token_that_may_only_read(alice: User) -> None:
    run("token", "alice@example.org", "--read-only")
    assert ApiToken.objects.get().scope == "read"


def test_a_token_that_may_only_add_to_one_project(alice: User) -> None:
    with acting_as(alice):
        project = create_project(alice, "Garden")
    run("token", "alice@example.org", "--add-only", "--project", "garden")
    key = ApiToken.objects.get()
    assert (key.scope, key.project_id) == ("add", project.pk)
    with pytest.raises(CommandError, match="no project"):
        run("token", "alice@example.org", "--project", "Attic")


def test_a_missing_account_is_made_when_asked_for(db: None) -> None:
    with pytest.raises(CommandError, match="--create"):
        run("token", "dora@example.org")
    out, err = run("token", "Dora@example.org", "--create")
    assert len(out.split()) == 1
    assert "Made the account dora@example.org" in err
    dora = User.objects.get()
    assert dora.owns_installation
    assert not dora.has_usable_password()
    with acting_as(dora):
        assert Workspace.objects.count() == 1
    _, err = run("token", "dora@example.org", "--create")
    assert err == ""
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "words", [("nonsense", "--create"), ("a@example.org", "--create", "--name", " ")]
)
def test_bad_words_are_refused(db: None, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Give a"):
        run("token", *words)


def test_no_token_for_a_closed_account(alice: User) -> None:
    User.objects.update(is_active=False)
    with pytest.raises(CommandError, match="closed"):
        run("token", "alice@example.org", "--create")


def test_a_link_for_a_new_password(alice: User, client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://memory.example.org"
    out, _ = run("reset_password", "alice@example.org")
    address, path = out.strip()[:26], out.strip()[26:]
    assert address == "https://memory.example.org"
    form = client.get(path)["Location"]
    client.post(form, {"password1": "another long one", "password2": "another long one"})
    alice.refresh_from_db()
    assert alice.check_password("another long one")
    assert "password1" not in Client().get(path, follow=True).content.decode()


def test_a_new_password_asked_for(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["another long one", "another long one"])
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    run("reset_password", "alice@example.org", "--ask")
    alice.refresh_from_db()
    assert alice.check_password("another long one")


@pytest.mark.parametrize("keep", [True, False])
def test_a_new_password_asked_for_says_what_becomes_of_the_keys(
    alice: User, monkeypatch: pytest.MonkeyPatch, *, keep: bool
) -> None:
    make_token(alice, "laptop", ApiToken.Scope.FULL)
    monkeypatch.setattr("getpass.getpass", lambda _: "another long one")
    out, _ = run("reset_password", "alice@example.org", "--ask", *["--keep-keys"] * keep)
    assert ("that still work: 1." if keep else "that no longer work: 1.") in out
    assert ApiToken.objects.exists() == keep


@pytest.mark.parametrize("typed", [("one thing", "another"), ("short", "short")])
def test_a_bad_new_password_changes_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, str]
) -> None:
    answers = iter(typed)
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("reset_password", "alice@example.org", "--ask")
    before = alice.password
    alice.refresh_from_db()
    assert alice.password == before


def test_no_link_for_nobody(db: None) -> None:
    with pytest.raises(CommandError, match="no account"):
        run("reset_password", "nobody@example.org")
