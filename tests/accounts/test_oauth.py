"""Programs that come by OAuth: from registration to a token that works no more."""

import pytest
from allauth.idp.oidc.models import Token
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, KeyUse, User
from accounts.tokens import revoke_all
from database.acting import acting_as
from tests.accounts.oauth import HERE, Person, Program, let_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_a_program_reads_first(client: Client, settings: Settings) -> None:
    refused = client.post("/mcp", {}, content_type="application/json")
    assert refused.status_code == 401
    document = f"{HERE}/.well-known/oauth-protected-resource/mcp"
    assert refused["WWW-Authenticate"] == f'Bearer resource_metadata="{document}"'
    resource = client.get("/.well-known/oauth-protected-resource/mcp").json()
    assert resource == client.get("/.well-known/oauth-protected-resource").json()
    assert resource["resource"] == f"{HERE}/mcp"
    assert resource["authorization_servers"] == [HERE]
    server = client.get("/.well-known/oauth-authorization-server").json()
    assert server["issuer"] == HERE
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["response_types_supported"] == ["code"]
    assert server["scopes_supported"] == ["read", "full", "add"]
    assert server["client_id_metadata_document_supported"] is False
    settings.PUBLIC_URL = "https://memory.example.org"
    server = client.get("/.well-known/oauth-authorization-server").json()
    assert server["registration_endpoint"] == "https://memory.example.org/oauth/register"


def test_from_registration_to_a_revoked_token(robot: Program, alice: User) -> None:
    person = Person.of(alice)
    page = person.browser.get(robot.question()).content.decode()
    assert "Allow <bdi>Robot</bdi> to use your memory?" in page
    assert "assistant.example" in page
    answer = person.answer(robot.question(), name="My robot", scope="full")
    assert answer["state"] == "st"
    told = robot.redeem(answer["code"])
    assert told["scope"] == "full"
    assert told["expires_in"] == 3600
    assert robot.connect() == 200
    allowed = ApiToken.objects.get()
    assert (allowed.name, allowed.scope, allowed.project) == ("My robot", "full", None)
    assert allowed.last_used
    with acting_as(alice):
        assert set(KeyUse.objects.values_list("key", "call", "status")) == {
            (allowed.pk, "connect", 200)
        }
    # Tokens and what they are for, and no more, stand outside of row-level security.
    for token in Token.objects.all():
        assert (token.scopes, token.data) == ("full", {"resources": [f"{HERE}/mcp"]})
    shown = person.browser.get("/settings/connect").content.decode()
    assert "My robot" in shown
    assert "Allowed in the browser" in shown
    first = robot.tokens
    robot.refresh()
    assert robot.connect() == 200
    old = robot.http.post(
        "/oauth/token",
        {
            "client_id": robot.client_id,
            "grant_type": "refresh_token",
            "refresh_token": first["refresh_token"],
        },
    )
    assert old.status_code == 400
    sent = {"token": robot.tokens["access_token"], "client_id": robot.client_id}
    assert robot.http.post("/oauth/revoke", sent).status_code == 200
    assert robot.connect() == 401
    robot.refresh()
    assert robot.connect() == 200
    csrf = person.browser.cookies["yarnnn_csrf"].value
    taken = person.browser.post(
        f"/settings/keys/{allowed.pk}/revoke", {"csrfmiddlewaretoken": csrf}
    )
    assert taken.status_code == 302
    assert robot.connect() == 401
    assert robot.refresh(400)["error"] == "invalid_grant"
    assert not Token.objects.exists()


def test_a_code_is_good_once_and_with_its_verifier_alone(robot: Program, alice: User) -> None:
    person = Person.of(alice)
    code = person.answer(robot.question())["code"]
    assert robot.redeem(code, 400, code_verifier="w" * 64)["error"] == "invalid_grant"
    code = person.answer(robot.question())["code"]
    robot.redeem(code)
    assert robot.redeem(code, 400)["error"] == "invalid_grant"
    other = Program()
    other.register()
    code = person.answer(robot.question())["code"]
    assert other.redeem(code, 400)["error"] == "invalid_grant"


def test_a_token_opens_nothing_but_mcp_here(
    robot: Program, alice: User, settings: Settings
) -> None:
    let_in(robot, alice, scope="full")
    bearer = {"Authorization": f"Bearer {robot.tokens['access_token']}"}
    assert robot.http.get("/api/memories", headers=bearer).status_code == 401
    assert robot.connect(robot.tokens["refresh_token"]) == 401
    # By another address it would be another resource.
    settings.PUBLIC_URL = "https://memory.example.org"
    assert robot.connect() == 401


def test_a_token_without_a_resource_is_for_here_all_the_same(robot: Program, alice: User) -> None:
    robot.redeem(Person.of(alice).answer(robot.question(resource=""))["code"])
    assert robot.connect() == 200
    assert robot.refresh(400, resource="https://elsewhere.example/mcp")["error"] == "invalid_target"
    assert robot.refresh(400, resource="strange")["error"] == "invalid_target"


def test_to_allow_something_else_ends_what_was_allowed(robot: Program, alice: User) -> None:
    let_in(robot, alice, scope="full")
    old = robot.tokens["access_token"]
    let_in(robot, alice, scope="full")
    assert robot.connect(old) == 200
    allowed = let_in(robot, alice, scope="read")
    assert robot.connect(old) == 401
    assert robot.connect() == 200
    assert ApiToken.objects.get() == allowed
    # What was allowed again does not bring back the tokens of before.
    old = robot.tokens["access_token"]
    with acting_as(alice):
        allowed.delete()
    assert robot.connect(old) == 401
    let_in(robot, alice, scope="read")
    assert robot.connect(old) == 401
    ApiToken.objects.update(scope="full")
    assert robot.connect() == 401


def test_tokens_of_one_person_are_not_anothers(robot: Program, alice: User, bob: User) -> None:
    let_in(robot, alice)
    hers = robot.tokens["access_token"]
    let_in(robot, bob)
    assert revoke_all(alice) == 1
    assert robot.connect(hers) == 401
    assert robot.connect() == 200
    bob.is_active = False
    bob.save()
    assert robot.connect() == 401
    robot.refresh(400)


def test_it_can_be_switched_off(robot: Program, alice: User, settings: Settings) -> None:
    let_in(robot, alice)
    settings.YARNNN_OAUTH = False
    assert robot.connect() == 401
    browser = Client()
    browser.force_login(alice)
    for address in (
        robot.question(),
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
    ):
        assert browser.get(address).status_code == 404
    for address in ("register", "token", "revoke"):
        assert browser.post(f"/oauth/{address}").status_code == 404
    refused = browser.post("/mcp", {}, content_type="application/json")
    assert refused["WWW-Authenticate"] == "Bearer"
