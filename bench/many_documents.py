"""Many small files from two people at once, while workers are killed.

    python -m bench.many_documents --files 200 --kills 10

Starts the application twice in folders of its own: once undisturbed, once with so many workers
killed (SIGKILL) at random moments. Half of the files are one person's, half another's, uploaded
in parallel over HTTP. Prints one JSON object: how long each took, how many documents are done,
whether anybody sees another's, and whether both ends are the same. Ends with status 1 where not.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.ask_documents import Api
from tests.documents import files
from tests.running import App

NAMES = ("alice", "bob")
_TOWNS = ("Oslo", "Lima", "Kyoto", "Accra", "Quito", "Tunis", "Riga", "Perth")


@dataclass(frozen=True)
class Run:
    """How one run ended: for each person what they see, by file name."""

    seconds: float
    seen: dict[str, dict[str, Any]]
    kills: int


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--files", type=int, default=200)
    options.add_argument("--kills", type=int, default=10)
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    calm = run(given.files, 0, given.seed)
    disturbed = run(given.files, given.kills, given.seed)
    done = [sum(it["state"] == "done" for it in seen.values()) for seen in disturbed.seen.values()]
    apart = all(name in known for name, seen in disturbed.seen.items() for known in seen)
    same = calm.seen == disturbed.seen
    told = {
        "files": given.files,
        "done": sum(done),
        "kills": disturbed.kills,
        "seconds": round(calm.seconds, 1),
        "seconds_with_kills": round(disturbed.seconds, 1),
        "nobody_sees_anothers": apart,
        "same_end": same,
    }
    print(json.dumps(told, indent=2))
    sys.exit(0 if same and apart and sum(done) == given.files else 1)


def run(count: int, kills: int, seed: int) -> Run:
    """Start the application, upload, kill, wait until all is done, and look."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder) / "home")
        app.start()
        try:
            return _run(app, count, kills, random.Random(seed))
        finally:
            app.stop()


def _run(app: App, count: int, kills: int, chosen: random.Random) -> Run:
    people = {name: person(app, name) for name in NAMES}
    begun = time.monotonic()
    with ThreadPoolExecutor(len(NAMES) + 1) as several:
        sending = [
            several.submit(send_all, api, name, count // len(NAMES), Path(app.home.parent))
            for name, api in people.items()
        ]
        killed = several.submit(kill_some, app, kills, chosen)
        for each in sending:
            each.result()
        killed_in_all = killed.result()
    for api in people.values():
        wait(api)
    seen = {name: state_of(api) for name, api in people.items()}
    return Run(time.monotonic() - begun, seen, killed_in_all)


def person(app: App, name: str) -> Api:
    return Api(app.address, app.manage("token", f"{name}@example.org", "--create").strip())


def send_all(api: Api, name: str, count: int, folder: Path) -> None:
    """Upload this person's files, one after the other."""
    for filename, data in small_files(name, count):
        path = folder / filename
        path.write_bytes(data)
        api.upload(path, own_words="true")


def small_files(name: str, count: int) -> Iterator[tuple[str, bytes]]:
    """Files of several kinds, no two the same."""
    for number in range(count):
        town = _TOWNS[number % len(_TOWNS)]
        fact = f"My {name} friend number {number} lives in {town}."
        text = f"{fact} The weather was fine on day {number}, and the harbour was full of boats."
        match number % 5:
            case 0:
                yield f"{name}-{number}.txt", text.encode()
            case 1:
                marked = f"# Day {number}\n\n{text}\n\n**Written** at sea.\n"
                yield f"{name}-{number}.md", marked.encode()
            case 2:
                yield f"{name}-{number}.html", f"<html><body><p>{text}</p></body></html>".encode()
            case 3:
                yield f"{name}-{number}.pdf", files.pdf([files.lines(*text.split(". "))])
            case _:
                yield f"{name}-{number}.docx", files.docx(files.p(text))


def kill_some(app: App, kills: int, chosen: random.Random) -> int:
    """Kill a worker at random moments. Returns how many were."""
    done = 0
    deadline = time.monotonic() + 300
    while done < kills and time.monotonic() < deadline:
        time.sleep(chosen.uniform(0.3, 3.0))
        workers = app.children("celery")
        if workers:
            chosen.choice(workers).kill()
            done += 1
    return done


def wait(api: Api, seconds: float = 900) -> None:
    """Until nothing happens by itself any more."""
    deadline = time.monotonic() + seconds
    while any(it["state"] in ("waiting", "reading", "learning") for it in listed(api)):
        if time.monotonic() > deadline:
            sys.exit("It did not end in time.")
        time.sleep(0.5)


def listed(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = api.get(f"documents?limit=200{cursor}")
        found += page["documents"]
        if not page["next"]:
            return found
        cursor = f"&cursor={page['next']}"


def state_of(api: Api) -> dict[str, Any]:
    """What is to be the same whatever happened on the way, by file name."""
    seen = {}
    for it in listed(api):
        whole = api.get(f"documents/{it['id']}")
        source = api.get(f"sources/{it['source']}") if it["source"] else {"text": ""}
        seen[it["filename"]] = {
            "state": it["state"],
            "reason": it["reason"],
            "words": it["words"],
            "kind": it["kind"],
            "text": source["text"],
            "memories": sorted(memory["content"] for memory in whole["memories"]),
        }
    return seen


if __name__ == "__main__":
    main()
