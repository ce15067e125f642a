"""The protocol's own client connects by a browser: finds, registers, asks, and uses the tools."""

import asyncio
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.test import Client as Browser
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pydantic import AnyUrl
from pytest_django.live_server_helper import LiveServer

from accounts.models import ApiToken, KeyUse, User
from database.acting import acting_as

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


class Kept:
    """What a program keeps of its own."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """Allows what the program asks, in a browser of their own."""

    def __init__(self, user: User) -> None:
        self._browser = Browser()
        self._browser.force_login(user)
        self.came_back: AuthorizationCodeResult | None = None

    async def go(self, address: str) -> None:
        await asyncio.to_thread(self._answer, address)

    def _answer(self, address: str) -> None:
        parts = urlsplit(address)
        here = {"HTTP_HOST": parts.netloc}
        page = self._browser.get(f"{parts.path}?{parts.query}", **here)  # type: ignore[arg-type]
        request = re.search(r'name="request" value="([^"]+)"', page.content.decode())
        assert request, page.content
        said = {"request": unescape(request[1]), "name": "Desk", "scope": "read", "action": "grant"}
        back = self._browser.post("/oauth/authorize", said, **here)  # type: ignore[arg-type]
        link = re.search(r'content="0; url=([^"]+)"', back.content.decode())
        assert link
        answer = parse_qs(urlsplit(unescape(link[1])).query)
        self.came_back = AuthorizationCodeResult(code=answer["code"][0], state=answer["state"][0])

    async def back(self) -> AuthorizationCodeResult:
        assert self.came_back
        return self.came_back


def test_a_program_connects_by_the_address_alone(live_server: LiveServer, alice: User) -> None:
    person, kept = Person(alice), Kept()
    address = f"{live_server.url}/mcp"

    async def run() -> list[str]:
        program = OAuthClientProvider(
            address,
            OAuthClientMetadata(
                client_name="Desk", redirect_uris=[AnyUrl("http://localhost:3030/callback")]
            ),
            kept,
            person.go,
            person.back,
        )
        async with httpx2.AsyncClient(auth=program, timeout=60) as http:
            transport = streamable_http_client(address, http_client=http)
            async with Client(transport) as client:
                found = await client.call_tool("recall", {"query": "anything"})
                assert not found.is_error
                refused = await client.call_tool("remember", {"content": "The gate is red."})
                assert refused.is_error
                return [tool.name for tool in (await client.list_tools()).tools]

    assert "recall" in asyncio.run(run())
    assert kept.tokens
    assert kept.tokens.scope == "read"
    assert kept.tokens.refresh_token
    allowed = ApiToken.objects.get()
    assert (allowed.name, allowed.scope) == ("Desk", "read")
    with acting_as(alice):
        used = set(KeyUse.objects.filter(key=allowed).values_list("call", "status"))
        assert {("recall", 200), ("remember", 403)} <= used
