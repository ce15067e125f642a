"""The person's own settings over the API."""

import pytest
from django.test import Client

from accounts.models import User
from tests.memories.calls import Program

pytestmark = pytest.mark.django_db


def test_a_program_reads_and_changes_what_a_person_says_about_themselves(alice: User) -> None:
    program = Program(alice)
    before = program.get("me").data
    assert (before["email"], before["name"], before["zone"]) == (
        "alice@example.org",
        "Alice",
        "UTC",
    )
    after = program.patch("me", {"zone": "Asia/Tokyo", "language": "de"}).data
    assert (after["name"], after["zone"], after["language"]) == ("Alice", "Asia/Tokyo", "de")
    assert program.patch("me", {"name": " Dora  Quill "}).data["name"] == "Dora Quill"
    assert program.patch("me", {"name": ""}).data["name"] == ""
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == ("", "Asia/Tokyo", "de")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": ""}, "zone"),
        ({"language": "xx"}, "language"),
        ({"name": "x" * 201}, "invalid"),
        ({"name": "a\0b"}, "nul"),
        ({"email": "dora@example.org"}, "unknown_field"),
    ],
)
def test_a_bad_change_changes_nothing(alice: User, body: dict[str, str], code: str) -> None:
    answer = Program(alice).patch("me", body)
    assert (answer.status, answer.code) == (422, code)
    again = User.objects.get(pk=alice.pk)
    assert (again.name, again.time_zone, again.language) == ("Alice", "UTC", "en")


def test_the_description_names_it(alice: User, client: Client) -> None:
    paths = client.get("/api/schema").json()["paths"]
    assert {"get", "patch"} <= set(paths["/api/me"])
    assert "post" in paths["/api/sources"]
