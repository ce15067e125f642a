"""The worker is killed in the middle of an import, again and again: it ends as one left alone."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import httpx2
import psutil
import psycopg
import pytest

from tests.imports import exports
from tests.running import App, wait_for
from yarnnn.embedded import postgres

pytestmark = pytest.mark.kill

MANY, KILLS = 36, 4
_TOWNS = ("Oslo", "Lima", "Kyoto", "Accra", "Quito", "Tunis", "Riga", "Perth")
_BROUGHT = {
    "sources": "SELECT kind, external_id, title, author, text, happened_at FROM memories_source t",
    "passages": "SELECT external_id, t.start, t.stop FROM memories_chunk t"
    " JOIN memories_source s ON s.id = source_id",
    "memories": "SELECT content, state FROM memories_memory t",
    "evidence": "SELECT content, quote FROM memories_evidence t"
    " JOIN memories_memory m ON m.id = memory_id",
    "imports": "SELECT kind, state, total, done, counts::text, added::text, skipped::text,"
    " since, until FROM imports_import t",
    "brought": "SELECT count(*) FROM imports_imported t",
}


def chatgpt() -> bytes:
    return exports.gpt_zip(
        *(
            exports.gpt_chat(
                f"c{n}",
                f"Talk {n}",
                exports.gpt_message(f"q{n}", "user", told(n), n),
                exports.gpt_message(f"a{n}", "assistant", f"Noted as number {n}.", n + 0.5),
            )
            for n in range(MANY)
        )
    )


def told(number: int) -> str:
    return f"My friend number {number} lives in {_TOWNS[number % 8]}."


class Person:
    """Somebody with a token, and what the database holds of theirs."""

    def __init__(self, app: App, api: httpx2.Client, name: str) -> None:
        self._home, self._api = app.home, api
        token = app.manage("token", f"{name}@example.org", "--create").strip()
        self._headers = {"Authorization": f"Bearer {token}"}
        ((self.pk,),) = self._ask(
            "SELECT id FROM accounts_user WHERE email = %s", f"{name}@example.org"
        )

    def begin(self, data: bytes) -> str:
        """Send a file and agree to it; returns the address of its import."""
        sent = self._post("/api/imports", files={"file": ("export.zip", data)})
        path = f"/api/imports/{sent['id']}"
        self._post(f"{path}/confirm")
        return path

    def undo(self, path: str) -> None:
        self._post(f"{path}/undo")

    def progress(self) -> tuple[str, int]:
        """The state of the import, and how many conversations are done."""
        ((state, done),) = self._ask(
            "SELECT state, done FROM imports_import WHERE user_id = %s", self.pk
        )
        return state, done

    def is_done(self) -> bool:
        """Whether all is imported and learned; vectors may come later."""
        left = "SELECT count(*) FROM memories_work WHERE user_id = %s AND state <> 'done'"
        return self._ask(f"{left} AND kind IN ('import', 'learn')", self.pk) == [(0,)]

    def brought(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that came with imports, without ids that are made here."""
        return {
            name: sorted(self._ask(f"{query} WHERE t.user_id = %s", self.pk))
            for name, query in _BROUGHT.items()
        }

    def _post(self, path: str, **more: Any) -> dict[str, Any]:
        answer = self._api.post(path, headers=self._headers, **more)
        told: dict[str, Any] = answer.raise_for_status().json()
        return told

    def _ask(self, query: str, value: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(postgres.address(self._home, "postgres")) as connection:
            return connection.execute(query, [value]).fetchall()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = App(tmp_path_factory.mktemp("killed") / "home")
    app.start()
    yield app
    app.stop()


@pytest.fixture
def api(app: App) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=app.address, timeout=120, trust_env=False) as api:
        yield api


def test_killed_again_and_again_it_ends_as_one_that_is_left_alone(
    app: App, api: httpx2.Client
) -> None:
    calm = Person(app, api, "calm")
    calm.begin(chatgpt())
    wait_for(calm.is_done, 600)
    assert calm.progress()[0] == "done"
    hurried = Person(app, api, "hurried")
    path = hurried.begin(chatgpt())
    chosen, done = random.Random(1), 0
    for _ in range(KILLS):
        kill_worker(app, partial(_got_on, hurried, done), chosen.uniform(0, 0.05))
        state, done = hurried.progress()
        assert state == "importing"
    wait_for(hurried.is_done, 600)
    there, brought = calm.brought(), hurried.brought()
    for name, rows in there.items():
        assert rows == brought[name], name
    assert len(brought["memories"]) == MANY
    hurried.undo(path)
    wait_for(hurried.is_done, 600)
    left = {name for name, rows in hurried.brought().items() if rows not in ([], [(0,)])}
    assert left == {"imports"}


def _got_on(person: Person, done: int) -> bool:
    state, now = person.progress()
    return state == "importing" and now > done


def kill_worker(app: App, when: Callable[[], bool], wait: float) -> None:
    """SIGKILL for the worker a moment after it got on, wherever it is then."""
    wait_for(lambda: app.children("--queues=default"))
    workers = app.children("--queues=default")
    until = time.monotonic() + 300
    while not when():
        assert time.monotonic() < until, "it never got on"
        time.sleep(0.01)
    time.sleep(wait)
    for worker in workers:
        # Its processes are found before it gets on: it is quick.
        with suppress(psutil.NoSuchProcess):
            worker.kill()
