"""Every page, as somebody sees it whose language is German."""

import re

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from accounts.models import User
from tests.walls.routes import CANARY, Address, Call, Caller, Make, Open, Own, Personal
from tests.walls.test_routes import ADDRESSES, ROUTES, calls, name_of

pytestmark = pytest.mark.django_db

# What the person wrote, and names, which stay as they are.
_CONTENT = (
    "[dir=auto], bdi, code, script, svg, style, textarea, option, h1, title, kbd, del, .secret"
)
_ENGLISH = re.compile(
    r"\b(?:the|your|you|with|from|of|this|that|it|nothing|forget|forgotten|settings|show|memory"
    r"|memories|delete|save|cancel|today|yesterday|undo|what|when|which|not|and|more)\b",
    re.IGNORECASE,
)
_READ_ALOUD = ("title", "placeholder", "aria-label", "alt")


def pages() -> list[tuple[Address, Make]]:
    """What is a page, or a part of one, of a person."""
    made = [*calls(Own), *calls(Personal)]
    return [(at, make) for at, method, make in made if method == "GET" and not at.api]


def english(page: str) -> list[str]:
    """Lines with English words in what a page says by itself."""
    tree = LexborHTMLParser(page)
    said = [
        node.attributes.get(name) or ""
        for node in tree.css(",".join(f"[{name}]" for name in _READ_ALOUD))
        if not node.css_matches(_CONTENT)
        for name in _READ_ALOUD
    ]
    for node in tree.css(_CONTENT):
        node.decompose()
    body = tree.body
    said += body.text(separator="\n").split("\n") if body else []
    said = [line for line in said if CANARY not in line]
    return sorted({line.strip() for line in said if _ENGLISH.search(line)})


def german(user: User) -> User:
    user.language = "de"
    user.save(update_fields=["language"])
    return user


@pytest.mark.parametrize(("address", "make"), pages(), ids=name_of)
def test_a_page_speaks_german(alice: User, address: Address, make: Make) -> None:
    call = make(alice)
    status, page = Caller.session(german(alice)).call(address, "GET", call)
    assert status < 400
    if "text/html" in page and "<main" in page:
        assert '<html lang="de">' in page
        assert english(page) == []


@pytest.mark.parametrize(
    "name", ["account_login", "account_signup", "account_reset_password"], ids=name_of
)
def test_whoever_is_nobody_yet_is_spoken_to_as_their_browser_asks(alice: User, name: str) -> None:
    assert isinstance(ROUTES[name], Open)
    caller = Caller(Client(headers={"Accept-Language": "de-AT, en;q=0.5"}))
    _, page = caller.call(ADDRESSES[name], "GET", Call())
    assert '<html lang="de">' in page
    assert english(page) == []


def test_a_language_without_pages_gets_english(alice: User) -> None:
    alice.language = "fr"
    alice.save()
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(alice)
    assert '<html lang="en">' in client.get("/settings").content.decode()


def test_what_programs_read_is_english(alice: User) -> None:
    answer = Caller.session(german(alice)).call(
        ADDRESSES["api_memories"], "POST", Call(body={"content": ""})
    )[1]
    assert "There is nothing here" in answer or "content" in answer
    client = Client(headers={"Accept-Language": "de"})
    assert client.get("/api/nowhere").json()["error"]["message"].startswith("There is nothing")


def test_errors_speak_the_language_too(alice: User) -> None:
    client = Client()
    client.force_login(german(alice))
    assert "Hier gibt es nichts" in client.get("/nowhere").content.decode()
    refused = client.post("/settings", {"name": "x", "time_zone": "Mars", "language": "de"})
    assert "Bitte eine gültige Auswahl treffen" in refused.content.decode()
