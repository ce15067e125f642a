"""Read a folder of files the product's own way: python -m bench.read_documents FOLDER [FILE …]

FOLDER/manifest.json lists the files: {"file", "expect": ok | partial | empty | error,
"must_contain": [words]}. Each is uploaded, read in its own process, kept and made findable by
words, then deleted again. Prints a row for each: how it ended, how long that took, and the most
memory that this process and the reading one held together. Ends with status 1 where one did not
end as its manifest says. Starts the embedded database of YARNNN_HOME where it is not running.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
import psutil

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
django.setup()

from accounts.models import User  # noqa: E402
from bench.application import application  # noqa: E402
from database.acting import acting_as  # noqa: E402
from documents.models import Document  # noqa: E402
from documents.process import read_waiting  # noqa: E402
from documents.remove import remove  # noqa: E402
from documents.upload import upload  # noqa: E402
from documents.upload_handler import received  # noqa: E402
from memories.errors import Refused  # noqa: E402
from memories.models import SearchItem  # noqa: E402

MOST_SECONDS, MOST_MB = 120, 1000


@dataclass(frozen=True)
class Ended:
    """How one file ended, and after how many seconds."""

    how: str
    seconds: float
    words: int
    pages: int | None
    chunks: int
    text: str
    told: str


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("files", nargs="*")
    given = options.parse_args()
    wanted = json.loads((given.folder / "manifest.json").read_text())
    with application():
        user = User.objects.create_user(f"bench-{time.time_ns()}@example.org")
        try:
            rows = [row for row in wanted if not given.files or row["file"] in given.files]
            right = [measured(user, given.folder, row) for row in rows]
        finally:
            with acting_as(user):
                user.delete()
    print(f"{sum(right)} of {len(right)} as expected")
    sys.exit(0 if all(right) else 1)


def measured(user: User, folder: Path, row: dict[str, Any]) -> bool:
    """Read one file and print how it went. True when it ended as its row says."""
    with most_memory() as memory:
        ended = read(user, folder / row["file"])
    seconds, megabytes = ended.seconds, memory()
    missing = [word for word in row["must_contain"] if word.lower() not in ended.text.lower()]
    right = is_right(ended, row["expect"]) and not missing
    right = right and seconds <= MOST_SECONDS and megabytes <= MOST_MB
    pages = "" if ended.pages is None else f"{ended.pages:,} p"
    print(
        f"{'' if right else 'WRONG':6}{row['file']:32}{row['expect']:8}{ended.how:8}"
        f"{pages:>7}{ended.words:>9,} w{ended.chunks:>6,} c{seconds:>7.1f} s{megabytes:>5.0f} MB  "
        f"{' '.join(missing)}{ended.told}"
    )
    return right


def is_right(ended: Ended, expected: str) -> bool:
    # Of a partial file as much as can be read is wanted: all of it is better still.
    return ended.how in {"partial": {"partial", "ok"}}.get(expected, {expected})


def read(user: User, path: Path) -> Ended:
    started = time.perf_counter()
    try:
        with received(path.read_bytes(), path.name) as file:
            document = upload(user, file).document
    except Refused as refused:
        return Ended("error", time.perf_counter() - started, 0, None, 0, "", refused.message)
    read_waiting(user.pk)
    seconds = time.perf_counter() - started
    with acting_as(user):
        document = Document.objects.select_related("source").get(pk=document.pk)
        text = document.source.text if document.source else ""
        chunks = SearchItem.objects.filter(chunk__source=document.source_id).count()
        remove(user, document)
    told = document.reason or " ".join(document.notes)
    words = document.words or 0
    return Ended(outcome(document), seconds, words, document.pages, chunks, text, told)


def outcome(document: Document) -> str:
    if document.state == Document.State.FAILED:
        return "error"
    if not document.words:
        return "empty"
    return "ok" if document.complete else "partial"


@contextmanager
def most_memory() -> Iterator[Callable[[], float]]:
    """Watch what this process and its children hold; gives the most, in megabytes."""
    most, done = [0.0], threading.Event()

    def watch() -> None:
        this = psutil.Process()
        while not done.wait(0.02):
            held = this.memory_info().rss
            for child in this.children():
                with suppress(psutil.Error):
                    held += child.memory_info().rss
            most[0] = max(most[0], held / 1e6)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield lambda: most[0]
    finally:
        done.set()
        watching.join()


if __name__ == "__main__":
    main()
