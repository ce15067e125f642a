"""The API's calls for projects."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, Project, User
from accounts.tokens import make_token

pytestmark = pytest.mark.django_db


def program(user: User, scope: ApiToken.Scope = ApiToken.Scope.FULL) -> Client:
    return Client(headers={"Authorization": f"Bearer {make_token(user, 'test', scope)[1]}"})


def send(client: Client, method: str, path: str, body: Any) -> Any:
    return getattr(client, method)(path, body, content_type="application/json")


def test_making_reading_changing_deleting(alice: User) -> None:
    client = program(alice)
    made = send(client, "post", "/api/projects", {"name": "Garden"})
    assert made.status_code == 201
    project = made.json()
    assert sorted(project) == ["archived", "created", "id", "name"]
    address = f"/api/projects/{project['id']}"
    assert client.get(address).json() == project
    assert client.get("/api/projects").json() == {"projects": [project]}
    changed = send(client, "patch", address, {"name": "Orchard", "archived": True}).json()
    assert changed["name"] == "Orchard"
    assert changed["archived"]
    assert send(client, "patch", address, {"archived": False}).json()["archived"] is None
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404
    assert client.get("/api/projects").json() == {"projects": []}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing"),
        ({"name": ""}, "invalid"),
        ({"name": "  "}, "empty"),
        ({"name": 5}, "invalid"),
        ({"name": "x" * 201}, "invalid"),
        ({"name": "a\0b"}, "nul"),
        ({"name": "garden"}, "name"),
        ({"name": "Orchard", "colour": "red"}, "unknown_field"),
    ],
)
def test_a_bad_body_changes_nothing(
    alice: User, garden: Project, body: dict[str, Any], code: str
) -> None:
    client = program(alice)
    send(client, "post", "/api/projects", {"name": "House"})
    before = client.get("/api/projects").json()
    house = before["projects"][1]["id"]
    answers = [send(client, "post", "/api/projects", body)]
    if body:
        answers.append(send(client, "patch", f"/api/projects/{house}", body))
    for answer in answers:
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == code
    assert client.get("/api/projects").json() == before


def test_a_stranger_gets_404(alice: User, charlie: User, garden: Project) -> None:
    address = f"/api/projects/{garden.pk}"
    assert program(alice).get(address).status_code == 200
    client = program(charlie)
    assert client.get("/api/projects").json() == {"projects": []}
    assert client.get(address).status_code == 404
    assert send(client, "patch", address, {"name": "Mine"}).status_code == 404
    assert client.delete(address).status_code == 404
    assert program(alice).get(address).json()["name"] == "Garden"


def test_a_read_only_token_changes_nothing(alice: User, garden: Project) -> None:
    client = program(alice, ApiToken.Scope.READ)
    assert client.get("/api/projects").status_code == 200
    assert client.delete(f"/api/projects/{garden.pk}").json()["error"]["code"] == "read_only"


def test_it_is_described(client: Client) -> None:
    paths = client.get("/api/schema").json()["paths"]
    assert sorted(paths["/api/projects"]) == ["get", "post"]
    assert sorted(paths["/api/projects/{id}"]) == ["delete", "get", "patch"]
