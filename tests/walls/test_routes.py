"""Every address of the URL table: what is one's own is nobody else's, signed in or not.

An address without a line in one of the lists fails, and so does a method without a call.
"""

import pytest
from django.urls import clear_url_caches, path

from accounts.models import User
from tests import walls
from tests.walls.routes import (
    CANARY,
    Address,
    Call,
    Caller,
    Make,
    Open,
    Own,
    Personal,
    Route,
    addresses,
)
from yarnnn import urls
from yarnnn.health import healthz

pytestmark = pytest.mark.django_db

# Each room lists its own in tests/walls/<room>_routes.py.
ROUTES: dict[str, Route] = {
    name: route for room in walls.rooms() for name, route in room.ROUTES.items()
}
ADDRESSES = {address.name: address for address in addresses()}


Tried = list[tuple[Address, str, Make]]


def calls(kind: type[Own] | type[Personal]) -> Tried:
    return [
        (ADDRESSES[name], method, make)
        for name, route in ROUTES.items()
        if isinstance(route, kind) and name in ADDRESSES
        for method, make in route.methods.items()
    ]


def reaching() -> Tried:
    return [
        (ADDRESSES[name], method, make)
        for name, route in ROUTES.items()
        if isinstance(route, Personal) and name in ADDRESSES
        for method, make in route.reach
    ]


def name_of(value: object) -> str | None:
    match value:
        case Address():
            return value.name
        case str():
            return value
    return ""


def callers(address: Address, user: User) -> list[Caller]:
    """Somebody by a session and, where programs come too, by a token."""
    return [Caller.session(user), *([Caller.token(user)] if address.api else [])]


def assert_turned_away(address: Address, method: str, call: Call) -> None:
    status, answer = Caller.nobody().call(address, method, call)
    assert status == (401 if address.api else 302), (method, status)
    assert CANARY not in answer


def assert_answered(
    address: Address, method: str, make: Make, owner: User, call: Call
) -> list[str]:
    """The owner is answered, by each way on a thing of its own: the first is what `call` is of."""
    answers = []
    for number, caller in enumerate(callers(address, owner)):
        status, answer = caller.call(address, method, make(owner) if number else call)
        assert 200 <= status < 400, answer
        answers.append(answer)
    return answers


def test_every_address_is_in_a_list_and_every_list_is_of_addresses() -> None:
    assert set(ADDRESSES) == set(ROUTES)


def test_no_address_of_a_library_names_a_thing() -> None:
    rooms = "accounts chat doors documents gmail imports memories portability today yarnnn".split()
    ours = tuple(f"{room}." for room in rooms)
    for address in addresses():
        if isinstance(ROUTES[address.name], Open) and not address.view.__module__.startswith(ours):
            assert "<uuid" not in address.route, address
            assert "<int" not in address.route, address


@pytest.mark.parametrize(("address", "method", "make"), calls(Own), ids=name_of)
def test_a_stranger_gets_404_where_the_owner_gets_an_answer(
    alice: User, charlie: User, address: Address, method: str, make: Make
) -> None:
    call = make(alice)
    assert_turned_away(address, method, call)
    for stranger in callers(address, charlie):
        status, answer = stranger.call(address, method, call)
        assert status == 404
        assert CANARY not in answer
    assert_answered(address, method, make, alice, call)


@pytest.mark.parametrize(("address", "method", "make"), calls(Personal), ids=name_of)
def test_a_stranger_sees_nothing_of_the_owners(
    alice: User, charlie: User, address: Address, method: str, make: Make
) -> None:
    route = ROUTES[address.name]
    assert isinstance(route, Personal)
    call = make(alice)
    assert_turned_away(address, method, call)
    for answer in assert_answered(address, method, make, alice, call):
        assert method not in route.shows or CANARY in answer
    for stranger in callers(address, charlie) if method == "GET" else ():
        status, answer = stranger.call(address, method, call)
        assert 200 <= status < 400, answer
        assert CANARY not in answer


@pytest.mark.parametrize(("address", "method", "make"), reaching(), ids=name_of)
def test_a_stranger_reaches_nothing_of_the_owners_by_naming_it(
    alice: User, charlie: User, address: Address, method: str, make: Make
) -> None:
    call = make(alice)
    assert_turned_away(address, method, call)
    for stranger in callers(address, charlie):
        status, answer = stranger.call(address, method, call)
        assert status in (404, 422)
        assert CANARY not in answer.replace(str(call.body.get("content", "")), "")
    assert_answered(address, method, make, alice, call)


@pytest.mark.parametrize("name", [n for n, r in ROUTES.items() if not isinstance(r, Open)])
def test_every_method_of_an_address_has_its_call(alice: User, name: str) -> None:
    route = ROUTES[name]
    assert not isinstance(route, Open)
    allowed = Caller.session(alice).allowed(ADDRESSES[name])
    assert set(route.methods) == (allowed or {"GET", "POST"})


def test_a_new_address_without_a_line_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, path("new", healthz, name="new")])
    clear_url_caches()
    try:
        assert {address.name for address in addresses()} - set(ROUTES) == {"new"}
    finally:
        monkeypatch.undo()
        clear_url_caches()
