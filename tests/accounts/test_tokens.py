"""The page that connects programs: keys, the line to copy, and what each key did."""

import json
import re

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from tests.environment import PROJECT

pytestmark = pytest.mark.django_db


def test_a_key_is_shown_once_and_works(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/settings/keys/create", {"name": "laptop", "scope": "read"})
    assert answer["Cache-Control"] == "no-store"
    secret = re.search(r'id="new-token" value="([^"]+)"', answer.content.decode())
    assert secret
    assert secret[1].startswith("yarnnn_")
    assert ApiToken.objects.get().scope == "read"
    assert f"Bearer {secret[1]}" in answer.content.decode()
    assert "Nothing has come from <bdi>laptop</bdi> yet." in answer.content.decode()
    page = client.get("/settings/connect").content.decode()
    assert "laptop" in page
    assert "Read only · never used" in page
    assert secret[1] not in page


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"name": " ", "scope": "full"}, "This field is required."),
        ({"name": "x" * 201, "scope": "full"}, "at most 200 characters"),
        ({"name": "a\0b", "scope": "full"}, "Null characters are not allowed."),
        ({"name": "laptop", "scope": "everything"}, "Select a valid choice."),
    ],
)
def test_a_bad_form_makes_no_key(
    client: Client, alice: User, form: dict[str, str], message: str
) -> None:
    client.force_login(alice)
    answer = client.post("/settings/keys/create", form)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_a_key_is_revoked_by_its_person_alone(client: Client, alice: User, bob: User) -> None:
    token, _ = make_token(alice, "laptop", ApiToken.Scope.FULL)
    client.force_login(bob)
    assert "laptop" not in client.get("/settings/connect").content.decode()
    assert client.get(f"/settings/keys/{token.pk}").status_code == 404
    assert client.post(f"/settings/keys/{token.pk}/revoke").status_code == 404
    client.force_login(alice)
    assert client.post(f"/settings/keys/{token.pk}/revoke").status_code == 302
    assert not ApiToken.objects.exists()


def test_the_plugins_lines_name_the_key_and_what_is_there(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"name": "laptop", "scope": "read", "program": "claude-code-plugin"}
    page = client.post("/settings/keys/create", form).content.decode()
    secret = re.search(r'id="new-token" value="([^"]+)"', page)
    assert secret
    assert f"export YARNNN_URL=http://testserver YARNNN_KEY={secret[1]}\n" in page
    folder = re.search(r"claude plugin marketplace add \./(\S+)\n", page)
    assert folder
    listed = json.loads((PROJECT / folder[1] / ".claude-plugin" / "marketplace.json").read_text())
    assert f"claude plugin install {listed['plugins'][0]['name']}@{listed['name']}" in page
