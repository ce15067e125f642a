"""The projects' pages."""

import pytest
from django.test import Client

from accounts.models import Project, User
from accounts.projects import archive_project
from database.acting import acting_as
from memories.keeping.remember import remember
from memories.models import Change

pytestmark = pytest.mark.django_db


@pytest.fixture
def hers(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def names(user: User) -> list[str]:
    with acting_as(user):
        return list(Project.objects.values_list("name", flat=True))


def test_a_project_is_made(hers: Client, alice: User) -> None:
    assert b"No projects yet" in hers.get("/projects").content
    assert hers.post("/projects/create", {"name": " Garden "})["Location"] == "/projects"
    assert names(alice) == ["Garden"]
    page = " ".join(hers.get("/projects").content.decode().split())
    assert "Created “Garden”." in page
    assert "0 memories, 0 conversations" in page


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "This field is required."),
        ("x" * 201, "at most 200 characters"),
        ("a\0b", "Null characters are not allowed."),
        ("garden", "There is a project with this name already."),
    ],
)
def test_a_bad_name_is_refused(
    hers: Client, alice: User, garden: Project, name: str, message: str
) -> None:
    answer = hers.post("/projects/create", {"name": name})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert answer.content.decode().count('class="errorlist"') == 1
    assert names(alice) == ["Garden"]


def test_renaming(hers: Client, alice: User, garden: Project) -> None:
    address = f"/projects/{garden.pk}/rename"
    assert 'value="Garden"' in hers.get(address).content.decode()
    dialog = hers.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in dialog
    assert 'value="Garden"' in dialog
    refused = hers.post(address, {"name": " "})
    assert refused.status_code == 422
    assert hers.post(address, {"name": "Orchard"})["Location"] == "/projects"
    assert names(alice) == ["Orchard"]
    hers.post("/projects/create", {"name": "Garden"})
    taken = hers.post(address, {"name": "garden"})
    assert taken.status_code == 422
    assert b"There is a project with this name already." in taken.content


def test_putting_away_and_bringing_back(hers: Client, alice: User, garden: Project) -> None:
    hers.post(f"/projects/{garden.pk}/archive")
    assert "Archived (1)" in hers.get("/projects").content.decode()
    hers.post(f"/projects/{garden.pk}/archive", {"back": "1"})
    assert "Archived" not in hers.get("/projects").content.decode()


def test_deleting_says_first_what_goes(hers: Client, alice: User, garden: Project) -> None:
    with acting_as(alice):
        remember(alice, "The pond is deep.", by=Change.By.PERSON, project=garden)
        archive_project(garden)
    page = hers.get(f"/projects/{garden.pk}/delete").content.decode()
    assert "1 memory seen only here" in page
    assert names(alice) == ["Garden"]
    assert hers.post(f"/projects/{garden.pk}/delete")["Location"] == "/projects"
    assert names(alice) == []
    assert hers.get(f"/projects/{garden.pk}/delete").status_code == 404


def test_a_stranger_finds_nothing(
    client: Client, alice: User, charlie: User, garden: Project
) -> None:
    client.force_login(charlie)
    assert "Garden" not in client.get("/projects").content.decode()
    for what in ("rename", "delete"):
        assert client.get(f"/projects/{garden.pk}/{what}").status_code == 404
    for what in ("rename", "delete", "archive"):
        answer = client.post(f"/projects/{garden.pk}/{what}", {"name": "Mine"})
        assert answer.status_code == 404
    assert names(alice) == ["Garden"]
