"""How long somebody waits while others have much to be done: python -m bench.waiting

Starts the application in a folder of its own. One person writes 1,000 notes and another uploads 600
small files, as fast as both are taken; meanwhile a third says things in chat, writes ten notes and
uploads one file. Prints one JSON object: how many seconds passed until what the third said could be
found by meaning, and how much of the others' was waiting when it was said. Ends with status 1 where
anything of the third took longer than `--within` seconds.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg

from bench.ask_documents import Api
from bench.many_documents import person
from tests.running import App
from yarnnn.embedded import postgres

# Each person's connections.
_AT_ONCE = 4
_SAID = 20
_PAUSE = 3.0  # seconds between two things said
_PLACES = ("harbour", "garden", "attic", "library", "workshop", "bakery", "ferry", "orchard")
_THINGS = ("lantern", "ladder", "kettle", "bicycle", "compass", "blanket", "radio", "clock")
_OTHERS_WAIT = """
SELECT count(*) FROM memories_work JOIN accounts_user u ON u.id = user_id
WHERE state IN ('waiting', 'working') AND kind IN ('embed', 'read') AND u.email != %s
"""
# Said in chat is what is urgent and no file.
_TOOK = """
SELECT CASE WHEN kind = 'read' THEN 'file' WHEN urgent THEN 'chat' ELSE 'notes' END,
    extract(epoch FROM w.updated - w.created)::float8
FROM memories_work w JOIN accounts_user u ON u.id = user_id
WHERE u.email = %s AND kind IN ('embed', 'read') AND state = 'done'
"""
_LEFT = """
SELECT count(*) FROM memories_work w JOIN accounts_user u ON u.id = user_id
WHERE u.email = %s AND kind IN ('embed', 'read') AND state != 'done'
"""
_THIRD = "carol@example.org"

Database = psycopg.Connection[Any]


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--notes", type=int, default=1000)
    options.add_argument("--files", type=int, default=600)
    options.add_argument("--within", type=float, default=30.0)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder) / "home")
        app.start()
        try:
            told, longest = _run(app, given.notes, given.files)
        finally:
            app.stop()
    print(json.dumps(told, indent=2))
    sys.exit(0 if longest <= given.within else 1)


def _run(app: App, notes: int, files: int) -> tuple[dict[str, Any], float]:
    """What was measured, and the longest time that the third person waited."""
    alice, bob, carol = (person(app, name) for name in ("alice", "bob", "carol"))
    dana = person(app, "dana")
    address = postgres.address(app.home, "postgres")
    with (
        ThreadPoolExecutor(_AT_ONCE) as writers,
        ThreadPoolExecutor(_AT_ONCE) as uploaders,
        psycopg.connect(address, autocommit=True) as database,
    ):
        # The workers are up once something is done.
        dana.post("chat", {"message": "My kettle is red."})
        while _one(database, _LEFT, "dana@example.org"):
            time.sleep(0.1)
        for number in range(notes):
            writers.submit(alice.post, "memories", {"content": _told(number)})
        for number in range(files):
            uploaders.submit(_upload, bob, number, app.home.parent)
        waiting = _speak(carol, database, app.home.parent)
        while _one(database, _LEFT, _THIRD):
            time.sleep(0.2)
        took: dict[str, list[float]] = {}
        for what, seconds in database.execute(_TOOK, [_THIRD]):
            took.setdefault(what, []).append(seconds)
        for pool in (writers, uploaders):
            pool.shutdown(cancel_futures=True)
    told: dict[str, Any] = {
        what: {
            "units": len(seconds),
            "median_s": round(statistics.median(seconds), 2),
            "longest_s": round(max(seconds), 2),
        }
        for what, seconds in took.items()
    }
    told["waiting_of_others"] = {"median": statistics.median(waiting), "most": max(waiting)}
    return told, max(seconds for each in took.values() for seconds in each)


def _speak(carol: Api, database: Database, folder: Path) -> list[int]:
    """Say things, with ten notes and a file in between; returns how much of others' waited."""
    waiting = []
    for number in range(_SAID):
        time.sleep(_PAUSE)
        waiting.append(_one(database, _OTHERS_WAIT, _THIRD))
        carol.post(
            "chat", {"message": f"My {_THINGS[number % len(_THINGS)]} is {number} years old."}
        )
        if number == _SAID // 2:
            for other in range(10):
                carol.post("memories", {"content": _told(100_000 + other)})
            _upload(carol, 100_000, folder)
    return waiting


def _told(number: int) -> str:
    thing, place = _THINGS[number % len(_THINGS)], _PLACES[number // 8 % len(_PLACES)]
    return f"{thing.capitalize()} number {number} has its place in the {place}, behind the door."


def _upload(api: Api, number: int, folder: Path) -> None:
    path = folder / f"list-{number}.txt"
    path.write_text("\n".join(_told(number * 10 + line) for line in range(10)))
    api.upload(path)


def _one(database: Database, query: str, value: str) -> int:
    row = database.execute(query, [value]).fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    main()
