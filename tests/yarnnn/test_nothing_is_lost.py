"""Processes are killed in the middle of their work: what was said stays, what waits gets done."""

import json
import os
import signal
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psutil
import psycopg
import pytest

from tests.running import App, is_up, wait_for
from yarnnn.embedded import broker, postgres

pytestmark = pytest.mark.kill

FACTS = 150


class Person:
    """Somebody with a token, who uses the API."""

    def __init__(self, app: App, name: str) -> None:
        self._app = app
        self._token = app.manage("token", f"{name}@example.org", "--create").strip()

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self._app.address}/api/{path}",
            json.dumps(body).encode() if body else None,
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            found: dict[str, Any] = json.loads(answer.read())
        return found

    def say(self, content: str) -> str:
        return str(self.call("POST", "memories", {"content": content})["memory"]["id"])


def work(app: App) -> dict[str, int]:
    """How many units of work are in which state."""
    with psycopg.connect(postgres.address(app.home, postgres.APP_ROLE)) as connection:
        rows = connection.execute("SELECT state, count(*) FROM memories_work GROUP BY state")
        return dict(rows.fetchall())


def all_done(app: App, at_least: int) -> bool:
    states = work(app)
    return set(states) == {"done"} and states["done"] >= at_least


def kill_at_work(app: App) -> bool:
    """Kill a worker that embeds; tells whether one was there, with work in hand."""
    if not work(app).get("working"):
        return False
    for worker in app.children("--queues=embed")[:1]:
        # One that ends by itself in this moment is none that was killed.
        with suppress(psutil.Error):
            worker.kill()
            return True
    return False


def test_kill_9_of_a_worker_in_the_middle_of_a_task(app: App) -> None:
    alice = Person(app, "alice")
    facts = [f"Box {number} holds {number * 7} keys" for number in range(FACTS)]
    with ThreadPoolExecutor(4) as several:
        saying = several.map(alice.say, facts)
        for _ in range(2):
            wait_for(lambda: kill_at_work(app))
        assert len(set(saying)) == FACTS
    wait_for(lambda: all_done(app, FACTS), 300)
    found = alice.call("GET", "recall?q=How+many+keys+are+in+box+93&limit=3")["items"]
    assert "Box 93 holds 651 keys" in {item["text"] for item in found}


def test_kill_9_of_the_broker(app: App) -> None:
    bob = Person(app, "bob")
    wait_for(lambda: is_up(app))
    before = work(app).get("done", 0)
    workers = app.children("--queues=")
    times: list[float] = []
    for number in range(30):
        if number % 10 == 5:
            pid = broker.broker_pid(app.home)
            assert pid
            os.kill(pid, signal.SIGKILL)
        begun = time.monotonic()
        bob.say(f"Shelf {number} is {number * 3} centimetres high")
        times.append(time.monotonic() - begun)
        wait_for(lambda: broker.is_alive(app.home))
    # Nobody waits for a broker that is gone.
    assert max(times) < 10
    wait_for(lambda: all_done(app, before + 30), 300)
    # One that connects again may wait for messages for ever: new ones do not.
    assert len(workers) == 2
    assert not any(worker.is_running() for worker in workers)
    found = bob.call("GET", "recall?q=How+high+is+shelf+17&limit=3")["items"]
    assert "Shelf 17 is 51 centimetres high" in {item["text"] for item in found}


def test_kill_9_of_postgres_while_things_are_said(app: App) -> None:
    carol = Person(app, "carol")
    wait_for(lambda: is_up(app))
    kept: list[str] = []
    for number in range(20):
        if number == 10:
            pid = postgres.postmaster_pid(app.home)
            assert pid
            os.kill(pid, signal.SIGKILL)
        try:
            kept.append(carol.say(f"Drawer {number} has {number} spoons"))
        except OSError:
            # The answer said that it was not kept; the next ones work again.
            continue
    assert len(kept) > 10
    wait_for(lambda: is_up(app))
    listed = {row["id"] for row in carol.call("GET", "memories?limit=100")["memories"]}
    assert set(kept) <= listed
    wait_for(lambda: set(work(app)) == {"done"}, 300)
