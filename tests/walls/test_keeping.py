"""What browsers and proxies may keep of our answers: static files, and nothing personal."""

import subprocess
import sys
from contextlib import closing

import pytest
from django.test import Client

from accounts.models import User
from tests.environment import HOME, PROJECT
from tests.walls.routes import Address, Caller, Make, Own, Personal
from tests.walls.test_routes import Tried, calls, name_of


def readable() -> Tried:
    return [each for each in [*calls(Own), *calls(Personal)] if each[1] == "GET"]


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "method", "make"), readable(), ids=name_of)
def test_nothing_personal_is_kept(alice: User, address: Address, method: str, make: Make) -> None:
    client = Client()
    client.force_login(alice)
    with closing(client.get(Caller.url(address, make(alice)))) as answer:
        assert answer.status_code < 400
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/nowhere", "/api/nowhere", "/api/memories"])
def test_nothing_at_the_doors_is_kept(path: str) -> None:
    assert "no-store" in Client().get(path)["Cache-Control"]


@pytest.mark.django_db
def test_static_files_are_kept() -> None:
    with closing(Client().get("/static/js/app.js")) as answer:
        assert answer.status_code == 200
        assert "no-store" not in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("url", "promised"),
    [
        ("https://memory.example.org", "max-age=31536000"),
        ("http://memory.example.org", "None"),
        ("", "None"),
    ],
)
def test_browsers_are_told_to_come_by_tls_where_people_do(url: str, promised: str) -> None:
    """In a process of its own: it is read from the environment at the start."""
    code = """
import django; django.setup()
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
request = RequestFactory().get("/", headers={"x-forwarded-proto": "https", "host": "localhost"})
answer = SecurityMiddleware(lambda _: HttpResponse())(request)
print(answer.headers.get("Strict-Transport-Security"))
"""
    environment = {
        "DJANGO_SETTINGS_MODULE": "yarnnn.settings",
        "PUBLIC_URL": url,
        "YARNNN_ENV_FILE": "",
        "YARNNN_HOME": str(HOME),
    }
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said.strip() == promised
