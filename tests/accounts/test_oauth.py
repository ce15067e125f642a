"""Programs that come by OAuth: from registration to a token that works no more."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as OAuthClient
from allauth.idp.oidc.models import Token
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from account_pages.oauth.clients import KEPT_UNUSED, SCOPES, prune, where_to
from accounts.models import ApiToken, KeyUse, User
from accounts.projects import create_project
from accounts.tokens import revoke_all
from database.acting import acting_as

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://testserver"
BACK = "https://assistant.example/callback"
VERIFIER = "v" * 64


def challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


@dataclass
class Program:
    """A program on another host, as MCP hosts behave."""

    http: Client = field(default_factory=Client)
    client_id: str = ""
    tokens: dict[str, Any] = field(default_factory=dict)

    def register(self, status: int = 201, **metadata: object) -> dict[str, Any]:
        sent = {
            "client_name": "Robot",
            "redirect_uris": [BACK],
            "token_endpoint_auth_method": "none",
            **metadata,
        }
        answer = self.http.post("/oauth/register", sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        told: dict[str, Any] = answer.json()
        self.client_id = told.get("client_id", "")
        return told

    def question(self, **changed: object) -> str:
        """The address at which it sends the person."""
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": BACK,
            "state": "st",
            "scope": " ".join(SCOPES),
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
            "resource": f"{HERE}/mcp",
            **changed,
        }
        return f"/oauth/authorize?{urlencode({k: v for k, v in asked.items() if v})}"

    def redeem(self, code: str, status: int = 200, **changed: object) -> dict[str, Any]:
        return self._tokens(
            status,
            grant_type="authorization_code",
            code=code,
            redirect_uri=BACK,
            **{"code_verifier": VERIFIER, **changed},
        )

    def refresh(self, status: int = 200, **changed: object) -> dict[str, Any]:
        token = self.tokens["refresh_token"]
        return self._tokens(status, grant_type="refresh_token", refresh_token=token, **changed)

    def _tokens(self, status: int, **sent: object) -> dict[str, Any]:
        answer = self.http.post("/oauth/token", {"client_id": self.client_id, **sent})
        assert answer.status_code == status, answer.content
        told: dict[str, Any] = answer.json()
        if status == 200:
            self.tokens = told
        return told

    def connect(self, token: str = "") -> int:
        """Send /mcp a message; tells the status."""
        answer = self.http.post(
            "/mcp",
            {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
            content_type="application/json",
            headers={
                "Authorization": f"Bearer {token or self.tokens['access_token']}",
                "Accept": "application/json, text/event-stream",
            },
        )
        return answer.status_code


@dataclass
class Person:
    """Somebody at their browser, who answers what a program asks."""

    browser: Client

    @classmethod
    def of(cls, user: User) -> "Person":
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(user)
        return cls(browser)

    def answer(self, question: str, action: str = "grant", **said: object) -> dict[str, str]:
        """Fill in the page and send it; tells with what the browser goes back to the program."""
        page = self.browser.get(question)
        assert page.status_code == 200, page.content
        html = page.content.decode()
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))
        sent = {**hidden, "name": "Robot", "scope": "read", "action": action, **said}
        sent = {name: unescape(str(value)) for name, value in sent.items()}
        back = self.browser.post("/oauth/authorize", sent)
        assert back.status_code == 200, back.content
        link = re.search(r'<a class="button[^>]* href="([^"]+)"', back.content.decode())
        assert link
        refresh = re.search(r'content="0; url=([^"]+)"', back.content.decode())
        assert refresh
        assert refresh[1] == link[1]
        to = urlsplit(unescape(link[1]))
        assert f"{to.scheme}://{to.netloc}{to.path}" == BACK
        return {name: values[0] for name, values in parse_qs(to.query).items()}


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture
def robot() -> Program:
    program = Program()
    program.register()
    return program


def let_in(program: Program, user: User, **said: Any) -> ApiToken:
    program.redeem(Person.of(user).answer(program.question(), **said)["code"])
    return ApiToken.objects.get(oauth_client=program.client_id, user=user)


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


@pytest.mark.parametrize(
    "address",
    [
        "http://assistant.example/callback",
        "javascript://assistant.example/%0aalert(1)",
        "data://x/y",
        "https://user@assistant.example/",
        "https://a;script-src *//",
        "https://assistant.example/#here",
        "/callback",
        "https://assistant.example:port/",
        "https://" + "x" * 500,
    ],
)
def test_an_answer_goes_to_no_strange_address(address: str) -> None:
    assert where_to(address) is None
    told = Program().register(400, redirect_uris=[BACK, address])
    assert "redirect_uris" in told["error_description"]
    assert not OAuthClient.objects.exists()


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("https://assistant.example/callback", "assistant.example"),
        ("http://localhost:3456/callback", "this computer"),
        ("http://127.0.0.1/callback", "this computer"),
        ("editor://some.extension/oauth", "the app “editor”"),
    ],
)
def test_where_an_answer_goes(address: str, there: str) -> None:
    assert where_to(address) == there


def test_a_client_is_what_we_let_it_be() -> None:
    told = Program().register(
        grant_types=["client_credentials", "authorization_code"],
        response_types=["token"],
        scope="openid email",
        contacts=["a\0b"],
    )
    assert told["grant_types"] == ["authorization_code", "refresh_token"]
    assert told["response_types"] == ["code"]
    assert told["scope"] == "read full add"
    kept = OAuthClient.objects.get()
    assert (kept.data, kept.skip_consent, kept.owner) == ({"dcr": True}, False, None)
    Program().register(400, redirect_uris=[f"{BACK}/{'x' * 400}{n}" for n in range(60)])


def test_a_program_with_a_secret_of_its_own(alice: User) -> None:
    robot = Program()
    told = robot.register(token_endpoint_auth_method="client_secret_post")
    code = Person.of(alice).answer(robot.question())["code"]
    assert robot.redeem(code, 401, client_secret="wrong")["error"] == "invalid_client"
    robot.redeem(code, client_secret=told["client_secret"])
    assert robot.connect() == 200


def test_a_program_cannot_let_itself_in(robot: Program) -> None:
    for grant in ("client_credentials", "password", "urn:ietf:params:oauth:grant-type:device_code"):
        told = robot.http.post("/oauth/token", {"client_id": robot.client_id, "grant_type": grant})
        assert told.json()["error"] == "unsupported_grant_type"


def test_registering_and_asking_for_tokens_is_bounded(settings: Settings) -> None:
    settings.IDP_OIDC_RATE_LIMITS = {"client_registration": "2/m/ip", "token": "3/m/ip"}
    for status in (201, 201, 429):
        Program().register(status)
    for status in (400, 400, 400, 429):
        answer = Client().post("/oauth/token", {"grant_type": "password"})
        assert answer.status_code == status


def test_what_came_to_nothing_is_forgotten(robot: Program, alice: User) -> None:
    let_in(robot, alice)
    Program().register()
    OAuthClient.objects.update(created_at=timezone.now() - KEPT_UNUSED - timedelta(days=1))
    Program().register()
    Token.objects.filter(type="at").update(expires_at=timezone.now() - timedelta(seconds=1))
    prune()
    assert OAuthClient.objects.count() == 2
    assert OAuthClient.objects.filter(pk=robot.client_id).exists()
    assert Token.objects.get().type == "rt"


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
