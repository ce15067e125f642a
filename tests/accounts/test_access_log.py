"""What each key did: noted, shown to its person, kept for a while, and nothing of the content."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import access_log
from accounts.access_log import KEPT, note
from accounts.models import ApiToken, KeyUse, User
from accounts.tokens import make_token, revoke_all
from database.acting import acting_as

pytestmark = pytest.mark.django_db


def program(user: User, scope: ApiToken.Scope = ApiToken.Scope.FULL) -> tuple[Client, ApiToken]:
    key, secret = make_token(user, "Robot", scope)
    return Client(headers={"Authorization": f"Bearer {secret}"}), key


def uses(user: User) -> set[tuple[str, str, int, int]]:
    with acting_as(user):
        return set(KeyUse.objects.values_list("does", "call", "status", "times"))


def test_calls_are_counted_by_kind_and_hold_nothing_of_what_was_asked(alice: User) -> None:
    client, key = program(alice)
    for _ in range(2):
        client.get("/api/memories?q=quokka")
    client.post("/api/memories", {"content": "A quokka."}, content_type="application/json")
    client.get(f"/api/memories/{key.pk}")
    client.generic("QUOKKA", "/api/me")
    assert uses(alice) == {
        ("read", "GET /api/memories", 200, 2),
        ("add", "POST /api/memories", 201, 1),
        ("read", "GET /api/memories/ID", 404, 1),
        ("write", "? /api/me", 405, 1),
    }
    answer = client.get("/api/keys").json()["keys"]
    assert [(it["name"], it["scope"], it["project"]) for it in answer] == [("Robot", "full", None)]
    assert answer[0]["calls"][0]["call"] == "? /api/me"
    assert "quokka" not in str(answer).lower()


def test_what_a_key_may_not_is_noted_too(alice: User) -> None:
    client, _ = program(alice, ApiToken.Scope.ADD)
    assert client.get("/api/memories").status_code == 403
    assert uses(alice) == {("read", "GET /api/memories", 403, 1)}


def test_only_its_person_sees_it(alice: User, bob: User) -> None:
    client, key = program(alice)
    client.get("/api/me")
    other, _ = program(bob)
    assert [it["calls"] for it in other.get("/api/keys").json()["keys"]] == [[]]
    assert other.delete(f"/api/keys/{key.pk}").status_code == 404
    assert client.delete(f"/api/keys/{key.pk}").status_code == 204
    assert client.get("/api/me").status_code == 401
    assert uses(alice) == set()


def test_a_key_that_is_gone_leaves_nothing(alice: User) -> None:
    _, key = program(alice)
    ApiToken.objects.filter(pk=key.pk).delete()
    note(key, KeyUse.Does.READ, "GET /api/me", 200)
    assert uses(alice) == set()


def test_keys_that_were_used_are_revoked_together(alice: User) -> None:
    for _ in range(2):
        client, _ = program(alice)
        client.get("/api/me")
    assert revoke_all(alice) == 2
    assert uses(alice) == set()


def test_it_is_kept_for_a_while(alice: User) -> None:
    _, key = program(alice)
    note(key, KeyUse.Does.READ, "GET /api/me", 200)
    old = timezone.now() - KEPT - timedelta(days=1)
    with acting_as(alice):
        KeyUse.objects.create(
            user=alice, key=key, day=old.date(), does="read", call="recall", status=200, last=old
        )
        assert [call.call for call in access_log.calls_of(alice, [key])[key.pk]] == ["GET /api/me"]
    access_log.prune()
    assert uses(alice) == {("read", "GET /api/me", 200, 1)}


def test_the_page_of_a_key_says_what_came_last(alice: User) -> None:
    client, key = program(alice)
    person = Client()
    person.force_login(alice)
    page = f"/settings/keys/{key.pk}"
    assert "Nothing has come from" in person.get(page).content.decode()
    asking = {"HX-Request": "true"}
    assert person.get(page, headers=asking).status_code == 204
    client.get("/api/memories")
    part = " ".join(person.get(page, headers=asking).content.decode().split())
    assert "<strong><bdi>Robot</bdi></strong> asked just now." in part
    assert "<html" not in part
    whole = person.get(page).content.decode()
    assert "<code>GET /api/memories</code>" in whole
    assert "asked just now" in " ".join(person.get("/settings/connect").content.decode().split())
