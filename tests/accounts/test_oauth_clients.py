"""Programs that register: where answers may go, what they may be, when they are forgotten."""

from datetime import timedelta

import pytest
from allauth.idp.oidc.models import Client as OAuthClient
from allauth.idp.oidc.models import Token
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from account_pages.oauth.clients import KEPT_UNUSED, prune, where_to
from accounts.models import User
from tests.accounts.oauth import BACK, Person, Program, let_in

pytestmark = pytest.mark.django_db(transaction=True)


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
