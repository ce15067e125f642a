"""A program that comes by OAuth, as MCP hosts behave, and the person who lets it in."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from account_pages.oauth.clients import SCOPES
from accounts.models import ApiToken, User

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


def let_in(program: Program, user: User, **said: Any) -> ApiToken:
    program.redeem(Person.of(user).answer(program.question(), **said)["code"])
    return ApiToken.objects.get(oauth_client=program.client_id, user=user)
