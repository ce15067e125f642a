"""A full disk and a database without a free connection: said clearly, and nothing typed is lost."""

import html
import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pytest_django import Settings

from tests.running import App, Visitor, wait_for
from tests.yarnnn.test_serving import send
from web.unavailable import DISK_FULL, UNREACHABLE, unreachable
from yarnnn.embedded import postgres

pytestmark = pytest.mark.kill

PASSWORD = "a long enough password"
WORDS = 'My aunt\'s "summer" house is in <Bergen>,\nnear the harbour.'
FULL = """
CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER is_full BEFORE INSERT OR UPDATE ON memories_source
    FOR EACH STATEMENT EXECUTE FUNCTION is_full();
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = App(tmp_path_factory.mktemp("unavailable") / "home", {"OPEN_SIGNUP": "1"})
    app.start()
    yield app
    app.stop()


@pytest.fixture(scope="module")
def visitor(served: App) -> Visitor:
    someone = Visitor(served.address)
    someone.post("/accounts/signup/", email="alice@example.org", password1=PASSWORD)
    return someone


def superuser(app: App, *statements: str) -> None:
    address = postgres.address(app.home, "postgres", "yarnnn")
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


@contextmanager
def full_disk(app: App) -> Iterator[None]:
    """The database answers as it does when its disk is full."""
    superuser(app, FULL)
    try:
        yield
    finally:
        superuser(app, "DROP FUNCTION is_full CASCADE")


@contextmanager
def no_connections(app: App) -> Iterator[None]:
    """All of the database's connections are used up, for the application's role."""
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'yarnnn_app'"
    superuser(app, "ALTER ROLE yarnnn_app CONNECTION LIMIT 0", end)
    try:
        yield
    finally:
        superuser(app, "ALTER ROLE yarnnn_app CONNECTION LIMIT -1")


def form_in(page: str) -> dict[str, str]:
    """The fields of the form that a page shows again."""
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    fields |= dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n(.*?)</textarea>', page, re.S))
    return {name: html.unescape(value) for name, value in fields.items()}


def say(visitor: Visitor, words: str = WORDS) -> tuple[int, str]:
    """Say something in a new chat, as the form on the first page does."""
    _, page = visitor.get("/chat")
    return visitor.send("/chat/send", {"csrfmiddlewaretoken": token_in(page), "message": words})


def token_in(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def test_what_was_typed_is_shown_again_where_the_disk_is_full(
    served: App, visitor: Visitor
) -> None:
    with full_disk(served):
        status, page = say(visitor)
        assert status == 503
        assert "The disk of this installation is full" in page
        again = form_in(page)
        assert again["message"] == WORDS
        # What can be read still is.
        assert visitor.get("/memory")[0] == 200
    status, page = visitor.send("/chat/send", again)
    assert status == 200
    assert "summer" in page


def test_what_was_typed_is_shown_again_where_no_connection_is_free(
    served: App, visitor: Visitor
) -> None:
    _, page = visitor.get("/chat")
    fields = {"csrfmiddlewaretoken": token_in(page), "message": WORDS}
    with no_connections(served):
        status, page = visitor.send("/chat/send", fields)
        assert status == 503
        assert form_in(page)["message"] == WORDS
        assert visitor.get("/memory")[0] == 503
    wait_for(lambda: visitor.get("/memory")[0] == 200)
    assert visitor.send("/chat/send", form_in(page))[0] == 200


def call(app: App, path: str, token: str, body: dict[str, Any]) -> tuple[int, str, dict[str, Any]]:
    request = urllib.request.Request(
        f"{app.address}/api/{path}",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, "", json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Retry-After"], json.loads(error.read())


@pytest.mark.parametrize(
    ("path", "body"),
    [("chat", {"message": WORDS}), ("memories", {"content": "I live in Bergen."})],
)
def test_programs_are_told_when_to_try_again(
    served: App, visitor: Visitor, path: str, body: dict[str, Any]
) -> None:
    token = served.manage("token", "alice@example.org").strip()
    with full_disk(served):
        status, wait, answer = call(served, path, token, body)
        assert (status, wait, answer["error"]["code"]) == (503, "60", "disk_full")
        assert "free some space" in answer["error"]["message"]
    assert call(served, path, token, body)[0] in (200, 201)


def test_a_password_is_never_shown_again(served: App, visitor: Visitor) -> None:
    stranger = Visitor(served.address)
    _, page = stranger.get("/accounts/login/")
    fields = {"csrfmiddlewaretoken": token_in(page), "login": "a@example.org", "password": PASSWORD}
    with no_connections(served):
        status, page = stranger.send("/accounts/login/", fields)
    assert status == 503
    assert PASSWORD not in page
    wait_for(lambda: stranger.get("/accounts/login/")[0] == 200)


def test_a_disk_that_is_really_full(tmp_path: Path, settings: Settings) -> None:
    """A data folder on a file system of its own, which is filled to the last byte."""
    home = tmp_path / "home"
    home.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=320m", "tmpfs", str(home)]
    if subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("needs the right to mount a file system")
    spool = tmp_path / "home" / "spool"
    app = App(home, {"OPEN_SIGNUP": "1", "TMPDIR": str(spool)})
    spool.mkdir(mode=0o777)
    try:
        app.start()
        visitor = Visitor(app.address)
        visitor.post("/accounts/signup/", email="alice@example.org", password1=PASSWORD)
        assert say(visitor)[0] == 200
        token = app.manage("token", "alice@example.org").strip()
        assert send(app, "/api/documents", 1_000_000, token)[0] == 201
        _, page = visitor.get("/chat")
        words = WORDS * 1000
        said = {"csrfmiddlewaretoken": token_in(page), "message": words}
        answers = []
        for _ in range(20):
            # A checkpoint may have made room.
            _fill(home)
            answers.append(visitor.send("/chat/send", said))
        assert {status for status, _ in answers} <= {200, 503}
        refused = [page for status, page in answers if status == 503]
        assert refused
        assert form_in(refused[-1])["message"] == words

        def is_refused_for_the_disk() -> bool:
            # Postgres may just start again, and its start make room.
            _fill(home)
            status, code = send(app, "/api/documents", 2_000_000, token)
            assert status == 503
            return code in ("disk_full", "storage")

        wait_for(is_refused_for_the_disk)
        settings.YARNNN_HOME = home
        _fill(home)
        assert unreachable() == DISK_FULL
        (home / "filler").unlink()
        assert unreachable() == UNREACHABLE
        wait_for(lambda: visitor.send("/chat/send", said)[0] == 200)
    finally:
        if app.process and app.process.poll() is None:
            app.stop()
        subprocess.run(["umount", "-l", str(home)], check=True)


def _fill(folder: Path) -> None:
    with (folder / "filler").open("wb", buffering=0) as filler:
        try:
            while filler.write(b"\0" * 65536):
                pass
        except OSError:
            return
