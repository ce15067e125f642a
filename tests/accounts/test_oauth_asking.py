"""What a person is asked when a program wants in, and what their answer allows."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.projects import create_project
from database.acting import acting_as
from tests.accounts.oauth import BACK, Person, Program, let_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": ""},
        {"code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"prompt": "none"},
        {"client_id": "somebody"},
        {"client_id": "https://localhost/client.json"},
        {"redirect_uri": "https://elsewhere.example/callback"},
        {"redirect_uri": "javascript://assistant.example/callback"},
        {"resource": "https://elsewhere.example/mcp"},
        {"resource": "strange"},
    ],
)
def test_what_is_asked_wrongly_is_not_asked_of_the_person(
    robot: Program, alice: User, changed: dict[str, object]
) -> None:
    page = Person.of(alice).browser.get(robot.question(**changed))
    assert page.status_code == 400
    assert "This program cannot connect" in page.content.decode()


@pytest.mark.parametrize(
    "changed", [{"response_type": "token"}, {"scope": "openid"}, {"scope": "read email"}]
)
def test_what_is_not_here_is_told_to_the_program(
    robot: Program, alice: User, changed: dict[str, object]
) -> None:
    page = Person.of(alice).browser.get(robot.question(**changed))
    assert page.status_code == 302
    assert re.split("[?#]", page["Location"])[0] == BACK
    assert "error=" in page["Location"]


def test_a_person_may_say_no(robot: Program, alice: User) -> None:
    answer = Person.of(alice).answer(robot.question(), "cancel")
    assert answer == {"error": "access_denied", "state": "st"}
    assert not ApiToken.objects.exists()


def test_nobody_is_asked_before_they_sign_in(robot: Program, alice: User) -> None:
    page = Client().get(robot.question())
    assert page.status_code == 302
    assert page["Location"].startswith("/accounts/login/?next=/oauth/authorize")


def test_the_answer_needs_the_pages_own_form(robot: Program, alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    page = browser.get(robot.question()).content.decode()
    request = re.search(r'name="request" value="([^"]+)"', page)
    assert request
    sent = {"request": unescape(request[1]), "name": "x", "scope": "full", "action": "grant"}
    assert browser.post("/oauth/authorize", sent).status_code == 403
    person = Client()
    person.force_login(alice)
    forged = {**sent, "request": f"x{sent['request']}"}
    assert person.post("/oauth/authorize", forged).status_code == 403
    assert not ApiToken.objects.exists()


def test_only_what_was_asked_for_can_be_allowed(robot: Program, alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    page = browser.get(robot.question(scope="read")).content.decode()
    assert 'value="full"' not in page
    request = re.search(r'name="request" value="([^"]+)"', page)
    assert request
    sent = {"request": unescape(request[1]), "name": "x", "scope": "full", "action": "grant"}
    assert browser.post("/oauth/authorize", sent).status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_is_for_one_project_alone_where_the_person_said_so(
    robot: Program, alice: User, bob: User
) -> None:
    with acting_as(alice):
        garden = create_project(alice, "Garden")
    with acting_as(bob):
        attic = create_project(bob, "Attic")
    page = Person.of(alice).browser.get(robot.question()).content.decode()
    assert "Garden" in page
    assert "Attic" not in page
    assert let_in(robot, alice, project=garden.pk).project_id == garden.pk
    browser = Client()
    browser.force_login(alice)
    request = re.search(r'name="request" value="([^"]+)"', page)
    assert request
    sent = {"request": unescape(request[1]), "name": "x", "scope": "read", "action": "grant"}
    assert browser.post("/oauth/authorize", {**sent, "project": attic.pk}).status_code == 422
