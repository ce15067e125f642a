"""Every address that names something: its owner gets it, a stranger gets 404."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from tests.yarnnn.world import make_world

pytestmark = pytest.mark.django_db

# Which of the world's things an address names, and what is sent to it; GET where nothing is.
# A new address needs a line here.
ADDRESSES: dict[str, tuple[str, dict[str, Any] | None]] = {
    "settings/invitations/<uuid:pk>/withdraw": ("invitation", {}),
    "settings/keys/<uuid:pk>/revoke": ("token", {}),
    "projects/<uuid:pk>/rename": ("project", None),
    "projects/<uuid:pk>/archive": ("project", {}),
    "projects/<uuid:pk>/delete": ("project", None),
    "memory/<uuid:pk>": ("memory", None),
    "memory/<uuid:pk>/edit": ("memory", None),
    "memory/<uuid:pk>/confirm": ("memory", {}),
    "memory/<uuid:pk>/move": ("memory", {"project": ""}),
    "memory/<uuid:pk>/history": ("memory", None),
    "memory/<uuid:pk>/forget": ("memory", {}),
    "memory/<uuid:pk>/restore": ("forgotten", {}),
    "memory/<uuid:pk>/erase": ("forgotten", {}),
    "memory/undo/<uuid:batch>": ("batch", {}),
    "sources/<uuid:pk>": ("source", None),
    "api/memories/<uuid:pk>": ("memory", None),
    "api/memories/<uuid:pk>/restore": ("forgotten", {}),
    "api/memories/<uuid:pk>/erase": ("memory", {}),
    "api/memories/<uuid:pk>/confirm": ("memory", {}),
    "api/memories/<uuid:pk>/correct": ("memory", {"content": "The pond is shallow."}),
    "api/sources/<uuid:pk>": ("source", None),
    "api/entities/<uuid:pk>": ("entity", None),
    "api/projects/<uuid:pk>": ("project", None),
}
# Named by a secret or by a file, not by somebody's id.
OPEN = ("invite/<str:secret>", "accounts/", "static/")


def addresses(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Every address with a part that varies."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from addresses(pattern.url_patterns, route)
        elif pattern.pattern.converters and not route.startswith(OPEN):
            yield route


def test_every_address_that_names_something_is_tried() -> None:
    assert sorted(set(addresses())) == sorted(ADDRESSES)


def ask(route: str, user: User, named: UUID, sent: dict[str, Any] | None) -> int:
    """The status that a person gets, by token under /api/, by session elsewhere."""
    path = "/" + route.replace("<uuid:pk>", str(named)).replace("<uuid:batch>", str(named))
    kind: dict[str, Any] = {}
    if route.startswith("api/"):
        kind["content_type"] = "application/json"
        secret = make_token(user, "test", ApiToken.Scope.FULL)[1]
        client = Client(headers={"Authorization": f"Bearer {secret}"})
    else:
        client = Client()
        client.force_login(user)
    if sent is None:
        return client.get(path).status_code
    return client.post(path, sent, **kind).status_code


@pytest.mark.parametrize("route", ADDRESSES)
def test_a_stranger_gets_404_where_the_owner_gets_in(
    route: str, alice: User, charlie: User
) -> None:
    thing, sent = ADDRESSES[route]
    named = getattr(make_world(alice), thing)
    assert ask(route, charlie, named, sent) == 404
    assert ask(route, alice, named, sent) in (200, 201, 204, 302)
