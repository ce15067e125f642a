"""How long a thousand puts into the store take: python -m bench.store_puts

Starts the application in a folder of its own. A program puts 1,000 things with one call, the same
thousand with other words, and 200 one by one; then a person who has forgotten 20 things puts 1,000.
Each is measured when nothing waits to be embedded. Prints one JSON object, in seconds.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.running import App
from yarnnn.embedded import postgres

sys.path.insert(0, str(Path(__file__).parent.parent / "client"))

from yarnnn_client import Entry, Yarnnn

MANY, ONE_BY_ONE, FORGOTTEN = 1_000, 200, 20
_LEFT = (
    "SELECT count(*) FROM memories_work WHERE kind = 'embed' AND state IN ('waiting', 'working')"
)
_THINGS = ("lantern", "ladder", "kettle", "bicycle", "compass", "blanket", "radio", "clock")
_PLACES = ("harbour", "garden", "attic", "library", "workshop", "bakery", "ferry", "orchard")


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    rounds: int = options.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder) / "home")
        app.start()
        try:
            print(json.dumps(_measured(app, rounds), indent=2))
        finally:
            app.stop()


def _measured(app: App, rounds: int) -> dict[str, list[float]]:
    told: dict[str, list[float]] = {}
    with _client(app) as client:
        client.store.put(("bench", "warm"), "k", "One to begin with")
        for number in range(rounds):
            _time(app, told, "1,000 new", _puts(client, f"n{number}", "was seen"))
        for number in range(rounds):
            _time(app, told, "1,000 updated", _puts(client, f"n{number}", "was sold"))
        _time(app, told, "200 one by one", lambda: _one_by_one(client))
    with _client(app) as client:
        for number in range(FORGOTTEN):
            known = client.remember(f"The code of gate {number} is {4711 + number}")
            client.forget(known.memory.id)
        for number in range(rounds):
            _time(app, told, "1,000 new, 20 things forgotten", _puts(client, f"n{number}", "is"))
    return {name: sorted(round(each, 2) for each in took) for name, took in told.items()}


def _client(app: App) -> Yarnnn:
    email = f"{uuid4().hex}@example.org"
    return Yarnnn(app.address, app.manage("token", email, "--create").strip())


def _time(app: App, told: dict[str, list[float]], name: str, do: Callable[[], None]) -> None:
    with psycopg.connect(postgres.address(app.home, "postgres"), autocommit=True) as database:
        while database.execute(_LEFT).fetchone() != (0,):
            time.sleep(0.5)
    begun = time.perf_counter()
    do()
    told.setdefault(name, []).append(time.perf_counter() - begun)
    took = statistics.median(told[name])
    print(f"{name}: {told[name][-1]:.2f} s (median {took:.2f})", file=sys.stderr)


def _puts(client: Yarnnn, place: str, verb: str) -> Callable[[], None]:
    entries = [_entry(place, number, verb) for number in range(MANY)]

    def put() -> None:
        # What may be one of the things that were forgotten is asked about: few are.
        left = [one for one in client.store.put_many(entries) if not one.success]
        assert all(one.code == "held_back" for one in left)
        assert len(left) <= len(entries) / 100

    return put


def _one_by_one(client: Yarnnn) -> None:
    for number in range(ONE_BY_ONE):
        entry = _entry("single", number, "was found")
        client.store.put(entry.namespace, entry.key, entry.content, entry.metadata)


def _entry(place: str, number: int, verb: str) -> Entry:
    thing, where = _THINGS[number % 8], _PLACES[number // 8 % 8]
    words = f"The {thing} number {number} {verb} in the {where} of {place}"
    return Entry(("bench", place), str(number), words, {"number": number})


if __name__ == "__main__":
    main()
