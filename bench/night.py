"""A night over a large memory: how long it takes, whether being killed changes it, the way back.

    python -m bench.night --home FOLDER [--memories 10000] [--kills 10]

A Postgres of its own is started in the folder. Two people get the same memories, of which some were
not used for long, some are told twice, some contradict each other and some faded and were used
again. One night is left alone and timed, then taken back; the other is done by worker processes
that are killed with SIGKILL at random moments until it is done. Prints one JSON object: `one_end`
is whether both came to the same end, `back` whether every byte was as before.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bench.application import application

if TYPE_CHECKING:
    from accounts.models import User

# A killed worker lived so many seconds at most after it began.
LONGEST_LIFE = 3.0
# Memories remembered per transaction.
BATCH = 200
_THINGS = ("gate", "boat", "shed", "lamp", "piano", "ladder", "kettle", "bicycle", "stove", "rug")
_COLOURS = ("green", "violet", "black", "ochre", "white", "grey", "teal", "crimson")
_NAMES = ("Mar", "Lin", "Tor", "Bel", "Jan", "Kir", "Ros", "Sel", "Dor", "Win")
_ENDS = ("a", "ek", "is", "ona", "ulf", "ina", "on", "ette")
_CITIES = ("Bath", "York", "Leeds", "Hull", "Ripon", "Truro", "Derby", "Perth")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--worker", type=UUID, help="be a worker for this person")
    asked = parser.parse_args()
    os.environ["YARNNN_HOME"] = str(asked.home)
    if asked.worker:
        _work(asked.worker)
        return
    with application():
        print(json.dumps(_measured(asked), indent=2))


def _work(user: UUID) -> None:
    """What a worker does: the night that waits."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    django.setup()
    from memories.learning.night import night_waiting

    print("ready", flush=True)
    while night_waiting(user):
        pass


def _measured(asked: argparse.Namespace) -> dict[str, Any]:
    from database.acting import acting_as
    from memories.learning import run_night
    from memories.learning.night import take_back_all
    from tests.memories.digest import digest

    left_alone, killed = _filled(asked.memories, "alone"), _filled(asked.memories, "killed")
    before = digest(left_alone)
    begun = time.perf_counter()
    done = run_night(left_alone)
    took = time.perf_counter() - begun
    ends = _killed_until_done(asked.home, killed, asked.kills)
    one_end = _end(left_alone) == _end(killed)
    begun = time.perf_counter()
    with acting_as(left_alone):
        back, left = take_back_all(left_alone)
    return {
        "memories": asked.memories,
        "load": os.getloadavg()[0],
        "seconds": round(took, 1),
        "done": vars(done),
        "killed": ends,
        "one_end": one_end,
        "taken_back": back,
        "left": left,
        "seconds_back": round(time.perf_counter() - begun, 1),
        "back": digest(left_alone) == before,
        "again": vars(run_night(left_alone)),
    }


def _filled(count: int, name: str) -> "User":
    """A person with so many memories, the same for everybody."""
    from accounts.models import User
    from accounts.signup import join
    from database.acting import acting_as
    from memories.models import Memory

    user = join(User(email=f"{name}.{time.time():.0f}@example.org"), let_in=True)
    chosen = random.Random(17)
    contents = [_content(chosen, number) for number in range(count)]
    for first in range(0, count, BATCH):
        with acting_as(user):
            for content in contents[first : first + BATCH]:
                _learned(user, content, chosen.choice((1, 20, 60, 80, 200)))
    with acting_as(user):
        _told_twice(user, count // 50)
        some = Memory.objects.filter(user=user, content__contains=" ochre").order_by("content")
        ids = list(some.values_list("pk", flat=True)[: count // 100])
        Memory.objects.filter(pk__in=ids).update(state=Memory.State.FADED)
    return user


def _content(chosen: random.Random, number: int) -> str:
    if number % 100 == 0:
        name = f"{_NAMES[number // 200 % 10]}{_ENDS[number // 2000 % 8]}"
        return f"{name} lives in {chosen.choice(_CITIES)}."
    thing, colour = chosen.choice(_THINGS), chosen.choice(_COLOURS)
    return f"The {thing} number {number} in the shop is {colour}."


def _learned(user: "User", content: str, days: int) -> None:
    from django.utils import timezone

    from memories.keeping import remember
    from memories.models import Change, Memory
    from memories.source_kinds import CHAT

    memory = remember(user, content, by=Change.By.LEARNING).memory
    if memory is None:
        return
    at = timezone.now() - timedelta(days=days)
    Memory.objects.filter(pk=memory.pk).update(updated=at, created=at, source_kind=CHAT)


def _told_twice(user: "User", count: int) -> None:
    """What came in from two sides at once."""
    from memories.keeping.remember import make_findable
    from memories.models import Memory

    for each in Memory.objects.filter(user=user).order_by("content")[:count]:
        twin = Memory(user=user, content=each.content.lower(), source_kind=each.source_kind)
        twin.save(force_insert=True)
        make_findable(user, twin)


def _killed_until_done(home: Path, user: "User", kills: int) -> dict[str, Any]:
    """Have workers do the night, and kill each at a random moment, until one is left alone."""
    from memories import work

    work.enqueue(user.pk, work.NIGHT, [user.pk])
    chosen = random.Random(4)
    under_way = 0
    for _ in range(kills):
        worker = _worker(home, user)
        time.sleep(chosen.uniform(0, LONGEST_LIFE))
        under_way += worker.poll() is None
        worker.kill()
        worker.wait()
        _as_if_the_lease_were_over()
    last = _worker(home, user)
    last.wait(600)
    return {"kills": kills, "while_it_was_under_way": under_way, "exit": last.returncode}


def _worker(home: Path, user: "User") -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bench.night", "--home", str(home), "--worker", str(user.pk)]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert worker.stdout
    worker.stdout.readline()
    return worker


def _as_if_the_lease_were_over() -> None:
    from django.utils import timezone

    from memories import work
    from memories.models import Work

    Work.objects.filter(state=Work.State.WORKING).update(lease=timezone.now(), tries=0)
    work.sweep()


def _end(user: "User") -> str:
    """What came of a night, in words alone: the ids of two people differ."""
    return hashlib.sha256("\n".join(sorted(_lines(user))).encode()).hexdigest()


def _lines(user: "User") -> Iterator[str]:
    from database.acting import acting_as
    from memories.models import Change, Memory, Night

    with acting_as(user):
        memories = Memory.objects.filter(user=user).select_related("supersedes")
        for it in memories:
            yield f"{it.content} {it.state} {it.supersedes and it.supersedes.content}"
        names = dict(memories.values_list("pk", "content"))
        for each in Change.objects.filter(user=user, by=Change.By.NIGHT):
            other = each.after.get("superseded_by") or each.after.get("old")
            with_what = names[UUID(other)] if other else ""
            yield f"{names[each.memory_id]} {each.what} {each.why} {with_what}"
        yield f"nights {Night.objects.filter(user=user).exclude(finished=None).count()}"


if __name__ == "__main__":
    main()
