"""What reaches the browser: no outside text as markup, a strict policy, and no other host."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.environment import ROOMS
from tests.walls.routes import Address, Caller, Make, Own, Personal
from tests.walls.test_routes import Tried, calls, name_of

ROOT = Path(settings.BASE_DIR)

# The only things called safe in a template, and why they are: texts of the forms' own authors, and
# the drawing of a QR code.
SAFE = {"field.help_text|safe", "totp_svg|safe"}
# The only modules that call text safe: they escape it themselves.
CALL_SAFE = {"memories/pages/markers_html.py", "chat/markdown.py"}

WRITTEN = {".html", ".txt", ".css", ".js", ".svg", ".json"}
OUTSIDE = re.compile(r"(?:https?:)?//[\w.-]+\.\w+")
# Names of XML vocabularies are addresses that nobody fetches.
VOCABULARY = re.compile(r"http://www\.w3\.org/\S+")
# A link that a person may follow is fetched by nobody before; it does not say where they came from.
LINK = re.compile(
    r'<a href="https://console\.cloud\.google\.com/[\w./]+" target="_blank" rel="noreferrer">'
)


def test_no_template_calls_outside_text_safe() -> None:
    found = set()
    for template in (ROOT / "templates").rglob("*.*"):
        text = template.read_text()
        found |= set(re.findall(r"[\w.]+\s*\|\s*safe(?:seq)?\b", text))
        assert "autoescape off" not in text, template
    assert found == SAFE


def test_few_modules_call_text_safe() -> None:
    calling = re.compile(r"\b(?:mark_safe|SafeString|SafeText)\((?!\"\"\))|\.__html__|format_html")
    found = {
        module.relative_to(ROOT).as_posix()
        for room in ROOMS
        for module in (ROOT / room).rglob("*.py")
        if calling.search(module.read_text())
    }
    assert found <= CALL_SAFE


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_no_file_names_another_host(folder: str) -> None:
    for file in (ROOT / folder).rglob("*"):
        if (
            file.suffix in {".html", ".txt", ".css", ".js", ".svg", ".json"}
            and "OFL" not in file.name
        ):
            text = LINK.sub("", VOCABULARY.sub("", file.read_text()))
            assert not OUTSIDE.search(text), file


def directives(policy: str) -> dict[str, set[str]]:
    parts = (part.split() for part in policy.split(";") if part.strip())
    return {name: set(values) for name, *values in parts}


def assert_strict(answer: object, html: str) -> None:
    policy = directives(answer["Content-Security-Policy"])  # type: ignore[index]
    assert policy["default-src"] == {"'none'"}
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == {"'self'"}
    assert policy["img-src"] == {"'self'", "data:"}
    assert policy["base-uri"] == policy["frame-ancestors"] == {"'none'"}
    assert policy["form-action"] == {"'self'"}
    assert set().union(*policy.values()) == {"'none'", "'self'", "data:"}
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*application/json)", html)
    assert not re.search(r"\s(?:src|href|action|hx-\w+)=[\"'](?:https?:)?//", LINK.sub("", html))


DOWNLOADS = {"application/octet-stream", "application/pdf", "application/zip"}


def assert_harmless(answer: object) -> None:
    """Somebody's file: a browser saves it, and shows nothing that could act."""
    headers = answer.headers  # type: ignore[attr-defined]
    assert b"".join(answer)  # type: ignore[arg-type]
    assert headers["Content-Disposition"].startswith("attachment")
    assert headers["Content-Type"] in DOWNLOADS
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def pages() -> Tried:
    return [
        (address, method, make)
        for address, method, make in [*calls(Own), *calls(Personal)]
        if method == "GET" and not address.api
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "method", "make"), pages(), ids=name_of)
def test_every_page_keeps_to_the_policy(
    alice: User, address: Address, method: str, make: Make
) -> None:
    client = Client()
    client.force_login(alice)
    answer = client.get(Caller.url(address, make(alice)), follow=True)
    assert answer.status_code == 200
    if answer.has_header("Content-Disposition"):
        assert_harmless(answer)
        return
    assert_strict(answer, b"".join(answer).decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere"]
)
def test_the_doors_keep_to_it_too(path: str) -> None:
    answer = Client().get(path)
    assert_strict(answer, b"".join(answer).decode())
