"""Somebody deletes their account: nothing of theirs is left, here or at Google."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as OAuthClient
from django.apps import apps
from django.db import connection
from django.test import Client, override_settings

from accounts.invitations import invite
from accounts.models import ApiToken, Invitation, User
from accounts.tokens import make_token
from chat.models import Conversation
from database.acting import acting_as
from documents.upload import upload
from documents.upload_handler import received
from gmail.models import Account
from memories.keeping.remember import remember
from memories.learning.learn import learn_waiting
from memories.models import Change
from tests.gmail.post import browser_of, connected, google_of, read_all, rows, said
from tests.google.faults import Reply, error
from tests.google.server import Google
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


def a_life(user: User) -> None:
    """Mail, a memory, a talk, a file, a key."""
    connected(user)
    read_all(user)
    make_token(user, "A program", ApiToken.Scope.READ)
    invite(user, "tove@example.org")
    while learn_waiting(user.pk):
        pass
    with acting_as(user):
        remember(user, "I have two cats.", by=Change.By.PERSON)
        Conversation.objects.create(user=user, title="Boats")
    a_file(user)


def a_file(user: User) -> None:
    with received(b"The boat leaves at six.", "plan.txt") as file:
        upload(user, file)


def left_of(user: User) -> dict[str, int]:
    """How many rows each table still holds of somebody."""
    found = {}
    with acting_as(user.pk), connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'user_id'"
        )
        for (table,) in cursor.fetchall():
            counting = f'SELECT count(*) FROM "{table}" WHERE user_id = %s'  # noqa: S608
            cursor.execute(counting, [user.pk])
            ((found[table],),) = cursor.fetchall()
    return {table: many for table, many in found.items() if many}


def farewell(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/settings/delete", {"password": password})


def revoked(google: Google) -> int:
    return [call.name for call in google.calls].count("revoke")


def test_everything_goes_here_and_at_google(alice: User, bob: User, files: Path) -> None:
    with google_of() as google:
        connected(bob)
        read_all(bob)
        with acting_as(bob):
            remember(bob, "I row.", by=Change.By.PERSON)
        theirs, before = rows(bob), left_of(bob)
        a_life(alice)
        assert len(left_of(alice)) > 20
        client = browser_of(alice)
        page = said(client.get("/settings/delete"))
        assert "The permission to read robin@larsen.example, which goes back to Google" in page
        assert "10 mails" in page
        assert "1 document" in page
        answer = farewell(client)
        assert answer.status_code == 302
        assert "Your account is gone" in client.get(answer["Location"]).content.decode()
        assert revoked(google) == 1
        assert not google.door.refresh
    assert left_of(alice) == {}
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not Invitation.objects.exists()
    assert client.get("/memory").status_code == 302
    # Nobody else lost anything.
    assert rows(bob) == theirs
    assert left_of(bob) == before


@pytest.mark.django_db(transaction=True)
def test_its_files_go_from_the_disk(alice: User, files: Path) -> None:
    a_file(alice)
    assert [file for file in files.rglob("*") if file.is_file()]
    assert farewell(browser_of(alice)).status_code == 302
    assert not [file for file in files.rglob("*") if file.is_file()]


@pytest.mark.parametrize(
    "reply", [error(503, "backendError"), error(400, "invalid_token"), Reply(drop=True)]
)
def test_a_google_that_does_not_take_it_back_holds_nothing_up(alice: User, reply: Reply) -> None:
    with google_of() as google:
        connected(alice)
        google.fail("revoke", reply, times=9)
        assert farewell(browser_of(alice)).status_code == 302
    assert left_of(alice) == {}


def test_without_the_password_nothing_goes(alice: User) -> None:
    with google_of() as google:
        connected(alice)
        answer = farewell(browser_of(alice), "a guess at it")
        assert answer.status_code == 422
        assert "This is not your password. Nothing was deleted." in said(answer)
        assert revoked(google) == 0
    with acting_as(alice):
        assert Account.objects.get().sealed_credentials


def test_an_installation_is_passed_on(alice: User, bob: User, charlie: User) -> None:
    client = browser_of(alice)
    assert "It will be bob@example.org ’s." in said(client.get("/settings/delete"))
    farewell(client)
    assert list(User.objects.filter(owns_installation=True)) == [bob]
    assert "You own this installation" not in said(browser_of(charlie).get("/settings/delete"))


def test_every_model_of_a_person_names_them_in_the_same_column() -> None:
    """What deletion goes by."""
    for model in apps.get_models():
        naming = [
            field.column
            for field in model._meta.local_concrete_fields
            if field.is_relation and field.related_model is User
        ]
        # An OAuth client registers itself: it has no owner, and would go with one.
        other = {"owner_id"} if model is OAuthClient else {"invited_by_id"}
        assert set(naming) <= {"user_id", *other}, model
