"""Import a file again and again: whole, twice, killed in the middle, taken back.

    python -m bench.imports FILE --home FOLDER [--own ADDRESS …] [--kills 10] [--look]

A Postgres of its own is started in an empty folder. Each step is done by worker processes of their
own, which are killed with SIGKILL at random moments where kills are asked for. Prints one JSON
object: how long each step took, the largest resident memory of any worker, and what was not as it
should be. With --look the file is only read to its end, and with --keep it is then kept for so many
seconds. `--own` are the person's addresses in mail.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bench.application import application

if TYPE_CHECKING:
    from accounts.models import User
    from imports.models import Import

# So many passages are asked for by their own words.
_SAMPLE = 100
# A worker is killed so many seconds after it began to work, at most.
_LONGEST_LIFE = 6.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--own", action="append", default=[])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--keep", type=float, metavar="SECONDS")
    parser.add_argument("--worker", type=UUID, help="be a worker for this person")
    asked = parser.parse_args()
    os.environ["YARNNN_HOME"] = str(asked.home)
    if asked.worker:
        _work(asked.worker)
        return
    with application():
        print(json.dumps(_measured(asked), indent=2, default=str))


def _work(user: UUID) -> None:
    """What a worker does: import, and learn from what came, until nothing waits."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    django.setup()
    from imports.work import import_waiting
    from memories.learning import learn_waiting

    print("ready", flush=True)
    for waiting in (import_waiting, learn_waiting):
        while waiting(user):
            pass


def _measured(asked: argparse.Namespace) -> dict[str, Any]:
    from accounts.models import User
    from accounts.signup import join

    user = join(User(email="bench@example.org"), let_in=True)
    bench = _Bench(user, asked.file, asked.own, asked.home)
    looked = bench.step("looked through", bench.begin())
    told: dict[str, Any] = {"counts": looked.counts, "skipped": looked.skipped}
    if asked.keep:
        part = bench.keep(looked, "kept in part", seconds=asked.keep)
        told["kept"] = f"{part.done} of {part.total}"
    if asked.look or asked.keep:
        return told | {"steps": bench.steps}
    before = _rows(user)
    whole = bench.keep(looked, "kept")
    there = _state(user)
    told |= {"added": whole.added, "learned": _rows(user).get("memories.memory", 0)}
    told |= {"dates": _dates(user, asked.file), "cited": _cited(user)}
    told["sent_first"] = _sent_first(user)
    again = bench.keep(bench.step("looked through again", bench.begin()), "kept again")
    told["doubled"] = {"added": again.added, "the same": _state(user) == there}
    bench.undo(again, "taken back again")
    bench.undo(whole, "taken back")
    told["left"] = _difference(before, _rows(user))
    killed = bench.begin()
    killed = bench.step("looked through, killed", killed, kills=min(3, asked.kills))
    killed = bench.keep(killed, "kept, killed", kills=asked.kills)
    told["killed"] = {"state": killed.state, "the same": _state(user) == there}
    bench.undo(killed, "taken back, killed", kills=asked.kills)
    told["left_after_kills"] = _difference(before, _rows(user))
    return told | {"steps": bench.steps}


@dataclass
class _Worker:
    process: "subprocess.Popen[str]"
    most: int = 0

    def look(self) -> None:
        """Note the largest memory it has had: the kernel's own mark of it, in kB."""
        with suppress(OSError, IndexError, ValueError):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            self.most = max(self.most, int(status.partition("VmHWM:")[2].split()[0]))


class _Bench:
    """The steps of one file, and what each took."""

    def __init__(self, user: "User", file: Path, own: list[str], home: Path) -> None:
        self.steps: dict[str, dict[str, float]] = {}
        self._user, self._file, self._own, self._home = user, file, own, home
        self._chosen = random.Random(18)

    def begin(self) -> "Import":
        from documents.upload_handler import received_from
        from imports import starting

        with self._file.open("rb") as opened:
            return starting.begin(self._user, received_from(opened, self._file.name))

    def keep(
        self, it: "Import", name: str, kills: int = 0, seconds: float | None = None
    ) -> "Import":
        from database.acting import acting_as
        from imports import starting

        with acting_as(self._user):
            starting.confirm(self._user, it, addresses=self._own or None)
        return self.step(name, it, kills, seconds)

    def undo(self, it: "Import", name: str, kills: int = 0) -> None:
        from database.acting import acting_as
        from imports import starting

        with acting_as(self._user):
            starting.undo(self._user, it)
        self.step(name, it, kills)

    def step(
        self, name: str, it: "Import", kills: int = 0, seconds: float | None = None
    ) -> "Import":
        """Have workers do all that waits, or what they get done in some seconds, and measure it."""
        from database.acting import acting_as

        begun, most, died = time.monotonic(), 0, 0
        while True:
            with self._worker() as worker:
                life = self._chosen.uniform(0.1, _LONGEST_LIFE) if died < kills else seconds
                if self._dies(worker, life):
                    died += 1
                    _let_go()
                    if seconds:
                        most = max(most, worker.most)
                        break
                elif worker.process.wait() == 0:
                    most = max(most, worker.most)
                    break
                else:
                    raise RuntimeError(f"a worker ended with {worker.process.returncode}")
                most = max(most, worker.most)
        took = round(time.monotonic() - begun, 1)
        self.steps[name] = {"seconds": took, "most MB": round(most / 1024), "killed": died}
        sys.stderr.write(f"{name}: {self.steps[name]}\n")
        with acting_as(self._user):
            it.refresh_from_db()
        return it

    def _dies(self, worker: _Worker, life: float | None) -> bool:
        """Watch a worker until it ends; True where it was killed, after so many seconds."""
        until = time.monotonic() + life if life else math.inf
        while worker.process.poll() is None:
            worker.look()
            if time.monotonic() > until:
                worker.process.kill()
                worker.process.wait()
                return True
            time.sleep(0.05)
        return False

    @contextmanager
    def _worker(self) -> Iterator[_Worker]:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "bench.imports", str(self._file)),
                *("--home", str(self._home), "--worker", str(self._user.pk)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout
            process.stdout.readline()
            yield _Worker(process)


def _let_go() -> None:
    """As the sweeper does once the lease of a dead worker has run out."""
    from django.utils import timezone

    from memories import work
    from memories.models import Work

    past = timezone.now() - timedelta(seconds=1)
    Work.objects.filter(state=Work.State.WORKING).update(lease=past)
    work.sweep()


def _rows(user: "User") -> Counter[str]:
    """How many rows of this person's there are in each table."""
    from django.apps import apps

    from database.acting import acting_as

    found: Counter[str] = Counter()
    with acting_as(user):
        for model in apps.get_models():
            if any(field.name == "user" for field in model._meta.concrete_fields):
                found[model._meta.label_lower] = model._default_manager.filter(user=user).count()
    return found


def _difference(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    """What is more than there was, but for the imports themselves and that their work was done."""
    expected = {"imports.import", "memories.work"}
    return {
        name: count - before[name]
        for name, count in after.items()
        if count != before[name] and name not in expected
    }


def _state(user: "User") -> tuple[list[Any], ...]:
    """All that an import brings, without ids that are made here."""
    from database.acting import acting_as
    from gmail.models import Message
    from memories.models import Memory, Source

    with acting_as(user):
        sources = Source.objects.filter(user=user).values_list(
            "kind", "external_id", "title", "author", "happened_at", "text"
        )
        mails = Message.objects.filter(user=user).values_list(
            "gmail_message_id", "internal_date", "sender", "from_person", "thread__gmail_thread_id"
        )
        memories = Memory.objects.filter(user=user, state="current").values_list("content")
        return tuple(sorted(map(repr, rows)) for rows in (sources, mails, memories))


def _dates(user: "User", file: Path) -> dict[str, int]:
    """Each mail's date here against the one in its header, as Python's own mailbox reads it."""
    import mailbox
    from email import message_from_bytes
    from email.utils import parsedate_to_datetime
    from hashlib import sha256

    from database.acting import acting_as
    from gmail.models import Message

    with acting_as(user):
        here = dict(Message.objects.values_list("gmail_message_id", "internal_date"))
    told: Counter[str] = Counter()
    told["here"] = len(here)
    if not here:
        return told
    seen: set[str] = set()
    box = mailbox.mbox(str(file), create=False)
    # By its bytes: of a "From " line with other letters Python makes no message.
    for mail in (message_from_bytes(box.get_bytes(place)) for place in box.keys()):  # noqa: SIM118
        known = str(mail["message-id"] or "").strip()
        key = sha256(known.encode("utf-8", "replace")).hexdigest()[:32]
        if not known:
            told["without an id"] += 1
            continue
        told["seen twice"] += key in seen
        if key not in here:
            told["not here"] += key not in seen
        else:
            try:
                same = parsedate_to_datetime(str(mail["date"])).timestamp()
                told["the same" if here[key].timestamp() == same else "another"] += key not in seen
            except (ValueError, TypeError, OverflowError):
                told["no date that Python reads"] += key not in seen
        seen.add(key)
    return told


def _cited(user: "User") -> dict[str, int]:
    """Whether passages are found by a sentence of theirs, and quoted as they are."""
    from database.acting import acting_as
    from memories.models import Source
    from memories.recall import Query, recall
    from memories.text import sentences

    chosen = random.Random(18)
    with acting_as(user):
        keys = list(Source.objects.filter(user=user).order_by("pk").values_list("pk", flat=True))
        sample = list(
            Source.objects.filter(pk__in=chosen.sample(keys, min(3 * _SAMPLE, len(keys))))
        )
    told: Counter[str] = Counter()
    for source in sample:
        said = [source.text[one.start : one.stop] for one in sentences(source.text)]
        said = [one for one in said if _is_prose(one)]
        if not said or told["asked"] == _SAMPLE:
            continue
        told["asked"] += 1
        found = recall(user, Query(said[0])).items
        with acting_as(user):
            texts = Source.objects.in_bulk([item.place.source_id for item in found if item.place])
        places = [item.place for item in found if item.place]
        told["found"] += any(said[0] in texts[place.source_id].text for place in places)
        told["places"] += len(places)
        told["misquoted"] += sum(
            texts[place.source_id].text[place.start : place.stop] != place.quote for place in places
        )
    return told


def _is_prose(sentence: str) -> bool:
    """Something that somebody said: no quote, no line above one, no code, no rule of signs."""
    words = sentence.split()
    plain = sum(word.strip(",.;:!?()'\"").isalpha() for word in words)
    quoting = sentence.startswith((">", "|")) or "wrote" in sentence
    return 8 <= len(words) <= 40 and plain > 0.8 * len(words) and not quoting


def _sent_first(user: "User") -> bool | None:
    """Whether the threads with own mail were kept before all others."""
    from database.acting import acting_as
    from gmail.models import Message

    with acting_as(user):
        rows = Message.objects.order_by("pk").values_list("thread", "from_person")
        own = {thread for thread, mine in rows if mine}
        kept = [thread in own for thread, _ in rows]
    return kept == sorted(kept, reverse=True) if kept else None


if __name__ == "__main__":
    main()
