"""What browsers and proxies may keep of our answers: static files, and nothing personal.

Of every address, tests/walls/routes.py looks at that, whoever calls it.
"""

import subprocess
import sys
from contextlib import closing

import pytest
from django.test import Client

from tests.environment import HOME, PROJECT


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
