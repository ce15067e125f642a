"""Read a whole mailbox through the running application, and see what happens afterwards.

    python -m bench.mail MAILBOX.json.gz --units 4500 --home FOLDER [--kills 20] [--huge 25]

Starts Yarnnn in an empty folder and a stand-in for Google with this mailbox (profile, labels,
threads; gzipped JSON), connects through the pages, waits until all is in, then lets mail arrive,
change and go. With --kills the worker is killed so often at random moments meanwhile. Prints one
JSON object; `missing` and `doubled` name what is not as in the mailbox.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import psutil
import psycopg

from tests.google.consenting import consent
from tests.google.letters import received, sent
from tests.google.mailbox import Mailbox, recorded
from tests.google.oauth import Person
from tests.google.server import Google
from tests.running import App, Visitor, wait_for
from yarnnn.embedded import postgres

_LEFT_OUT = {"SPAM", "TRASH", "DRAFT", "CHAT"}
PASSWORD = "a long enough password"  # noqa: S105
LONGEST = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mailbox", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--units", type=int, default=4500)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--huge", type=int, default=0, help="a mail of so many megabytes more")
    asked = parser.parse_args()
    box = recorded(asked.mailbox)
    if asked.huge:
        box.add(sent("Huge", "The harbour log goes on. " * (asked.huge * 40_000)))
    with Google([Person("1", box)], units_per_minute=max(6000, 2 * asked.units)) as google:
        settings = {**google.settings(), "GMAIL_UNITS_PER_MIN": str(asked.units)}
        app = App(asked.home, {**settings, "OPEN_SIGNUP": "1"})
        app.start()
        try:
            json.dump(_run(app, google, box, asked.kills), sys.stdout, indent=2)
        finally:
            app.stop()


def _run(app: App, google: Google, box: Mailbox, kills: int) -> dict[str, Any]:
    _connect(app)
    begun = time.monotonic()
    most = [0.0]
    _kill_now_and_then(app, kills)
    wait_for(lambda: _watch(app, most) and _in_step(app), LONGEST)
    took = time.monotonic() - begun
    report = _compare(app, box, google) | {
        "seconds": round(took, 1),
        "threads_a_second": round(len(set(google.fetched())) / took, 2),
        "worker_mb_most": round(most[0]),
        "most_in_batch": google.most_in_batch,
        "refused_for_quota": sum(call.status == 429 for call in google.calls),
    }
    return report | _afterwards(app, box)


def _connect(app: App) -> None:
    visitor = Visitor(app.address.replace("127.0.0.1", "localhost"))
    visitor.post("/accounts/signup/", email="robin@example.org", password1=PASSWORD)
    url = visitor.stay("/gmail/connect")
    path, told = consent(url)
    assert "/gmail" in urlsplit(visitor.stay(f"{path}?{urlencode(told)}")).path


def _kill_now_and_then(app: App, kills: int) -> None:
    chosen = random.Random(1)
    for number in range(kills):
        wait_for(lambda: bool(app.children("--queues=default")))
        time.sleep(chosen.uniform(0.5, 6))
        if _in_step(app):
            sys.stderr.write(f"in step after {number} kills\n")
            return
        for child in app.children("--queues=default"):
            child.kill()


def _watch(app: App, most: list[float]) -> bool:
    for child in app.children("--queues=default"):
        try:
            most[0] = max(most[0], child.memory_info().rss / 1e6)
        except psutil.Error:
            continue
    return True


def _ask(app: App, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(postgres.address(app.home, "postgres")) as connection:
        return connection.execute(query).fetchall()


def _in_step(app: App) -> bool:
    found = _ask(app, "SELECT state, relisting, pending, last_synced FROM gmail_account")
    return bool(found) and found[0][:3] == ("live", "", []) and found[0][3] is not None


def _compare(app: App, box: Mailbox, google: Google) -> dict[str, Any]:
    """What is here against what is in the mailbox, in sent mail or the inbox."""
    expected: dict[str, str] = {}
    for thread in box.thread_ids():
        kept = [m for m in box.thread(thread)["messages"] if not _LEFT_OUT & set(m["labelIds"])]
        expected |= {message["id"]: thread for message in kept}
    rows = _ask(
        app,
        "SELECT m.gmail_message_id, t.gmail_thread_id FROM gmail_message m"
        " JOIN gmail_thread t ON t.id = m.thread_id",
    )
    here = Counter(rows)
    fetched = google.fetched()
    folders = ["SENT" if _is_sent(box, thread) else "INBOX" for thread in fetched]
    return {
        "threads": len({thread for _, thread in here}),
        "messages": len(rows),
        "missing": sorted(set(expected.items()) - set(here))[:10],
        "not_expected": sorted(set(here) - set(expected.items()))[:10],
        "doubled": [str(row) for row, count in here.items() if count > 1][:10],
        "fetched": len(fetched),
        "fetched_twice": len(fetched) - len(set(fetched)),
        "sent_first": folders == sorted(folders, reverse=True),
    }


def _is_sent(box: Mailbox, thread: str) -> bool:
    return any("SENT" in message["labelIds"] for message in box.thread(thread)["messages"])


def _afterwards(app: App, box: Mailbox) -> dict[str, float]:
    """How long a new mail, a changed label and a deletion take to arrive, in seconds."""
    first, last = next(iter(box.messages)), list(box.messages)[-1]

    def timed(condition: Callable[[], bool]) -> float:
        begun = time.monotonic()
        wait_for(condition, 120)
        return round(time.monotonic() - begun, 1)

    new = box.add(received("A new boat", "Come and see it."))["id"]
    arrived = timed(lambda: bool(_labels(app, new)))
    box.change_labels([first], add=["STARRED"])
    changed = timed(lambda: "STARRED" in (_labels(app, first) or [()])[0][0])
    box.delete([last])
    removed = timed(lambda: not _labels(app, last))
    return {"new_mail_s": arrived, "label_s": changed, "deleted_s": removed}


def _labels(app: App, message: str) -> list[tuple[Any, ...]]:
    return _ask(app, f"SELECT labels FROM gmail_message WHERE gmail_message_id = '{message}'")  # noqa: S608


if __name__ == "__main__":
    main()
