"""How each address is tried: by its owner, by a stranger, by nobody.

A room lists its addresses in tests/walls/<room>_routes.py, by name. An address that is in no list
fails tests/walls/test_routes.py.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import ApiToken, Project, User
from accounts.tokens import make_token

# Stands in everything the owner has; nobody else may ever see it.
CANARY = "quokkazanzibar"
_PART = re.compile(r"<(?:(\w+):)?\w+>")
# What stands in an address for each kind of part.
_OF_KIND = {"uuid": str(UUID(int=1)), "day": "2026-01-01"}


@dataclass(frozen=True)
class Call:
    """One request to an address: its parts, query, and body (JSON to the API, else a form)."""

    parts: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] = field(default_factory=dict)
    files: Callable[[], Mapping[str, Any]] | None = None


Make = Callable[[User], Call]


@dataclass(frozen=True)
class Own:
    """An address of one thing: a stranger gets 404 where its owner gets 2xx or 3xx.

    Each method has what makes a fresh thing of the owner's and the call that reaches it.
    """

    methods: Mapping[str, Make]


@dataclass(frozen=True)
class Personal:
    """An address that shows or changes what is one's own, without naming a thing.

    The stranger is answered, without the canary. `shows` are the methods whose answer holds it
    for the owner. `reach` are calls that name a thing of the owner's in the query or the body: the
    stranger gets 404 or 422 where the owner gets 2xx or 3xx.
    """

    methods: Mapping[str, Make]
    shows: Sequence[str] = ()
    reach: Sequence[tuple[str, Make]] = ()


@dataclass(frozen=True)
class Open:
    """An address for everybody, and why it may be."""

    why: str


Route = Own | Personal | Open


@dataclass(frozen=True)
class Address:
    """One line of the URL table."""

    name: str
    route: str
    view: Callable[..., Any]

    @property
    def api(self) -> bool:
        return self.route.startswith("api/")


def addresses() -> list[Address]:
    """The whole URL table."""
    return list(_walk(get_resolver().url_patterns))


def _walk(
    patterns: Sequence[URLPattern | URLResolver], prefix: str = "", spaces: tuple[str, ...] = ()
) -> Iterator[Address]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from _walk(pattern.url_patterns, route, inner)
        else:
            yield Address(":".join((*spaces, pattern.name or "")), route, pattern.callback)


class Caller:
    """Somebody who makes requests: with a session, with a token, or as nobody."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @classmethod
    def session(cls, user: User) -> "Caller":
        client = Client()
        client.force_login(user)
        return cls(client)

    @classmethod
    def token(
        cls,
        user: User,
        scope: ApiToken.Scope = ApiToken.Scope.FULL,
        project: Project | None = None,
    ) -> "Caller":
        _, secret = make_token(user, "wall", scope, project)
        return cls(Client(headers={"Authorization": f"Bearer {secret}"}))

    @classmethod
    def nobody(cls) -> "Caller":
        return cls(Client())

    def call(self, address: Address, method: str, call: Call) -> tuple[int, str]:
        """Make the request. Returns the status and the text of the answer, a stream read whole."""
        url = self.url(address, call)
        if method in ("GET", "HEAD"):
            return _read(self._client.generic(method, url))
        if call.files:
            return _read(self._client.post(url, {**call.body, **call.files()}))
        if address.api:
            send = getattr(self._client, method.lower())
            return _read(send(url, dict(call.body), content_type="application/json"))
        return _read(self._client.post(url, dict(call.body)))

    @staticmethod
    def url(address: Address, call: Call) -> str:
        path = reverse(address.name, kwargs=dict(call.parts))
        return f"{path}?{urlencode(call.query, doseq=True)}" if call.query else path

    def allowed(self, address: Address) -> set[str]:
        """The methods an address takes, as it says itself; empty when it refuses none.

        It is of a thing that is not there: methods are refused before anything is looked for.
        """
        path = _PART.sub(lambda part: _OF_KIND.get(part[1], "1"), address.route)
        answer = self._client.generic("BREW", f"/{path}")
        if answer.status_code != 405:
            return set()
        return {method.strip() for method in answer["Allow"].split(",")} - {"HEAD", "OPTIONS"}


def _read(response: HttpResponseBase) -> tuple[int, str]:
    """What was answered. No browser or proxy may keep any of it."""
    assert "no-store" in response["Cache-Control"]
    content = b"".join(response)
    return response.status_code, content.decode(errors="replace") + str(response.headers)
