"""How long forgetting one memory takes for a person with very many.

    export YARNNN_HOME=/somewhere/new
    python -m bench.forgetting.speed --memories 100000 > at-100000.json

A person is filled by plain SQL (bench/filling.py); facts of bench/answerer/lives.json are then
remembered among that and forgotten again, one by one. What is timed is what a click waits for, in
milliseconds. With --profile FILE the calls are counted too, and the times are not to be used.
"""

import argparse
import cProfile
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.application import application

LIVES = Path(__file__).parents[1] / "answerer" / "lives.json"
WARM = 3


def measured(memories: int, facts: int, profile: str) -> dict[str, Any]:
    from accounts.models import User
    from bench.filling import fill
    from database.acting import acting_as
    from memories.forgetting import forget
    from memories.keeping import remember
    from memories.models import Change, Memory
    from memories.search.spaces import live_space

    user = User.objects.create_user(f"{uuid4().hex}@example.org")
    began = time.monotonic()
    # Half of what is filled are memories.
    fill(user, live_space(), memories * 2)
    filled = time.monotonic() - began
    lives = json.loads(LIVES.read_text())
    by_turns = zip(*(life["facts"] for life in lives), strict=False)
    texts = [fact["text"] for each in by_turns for fact in each]
    with acting_as(user):
        kept = [remember(user, text, by=Change.By.PERSON).memory for text in texts[:facts]]
        there = Memory.objects.count()
    times: list[float] = []
    profiler = cProfile.Profile()
    for number, memory in enumerate(each for each in kept if each):
        began = time.perf_counter()
        if profile and number >= WARM:
            profiler.enable()
        with acting_as(user):
            forget(user, [memory.pk], by=Change.By.PERSON)
        profiler.disable()
        times.append((time.perf_counter() - began) * 1000)
    if profile:
        profiler.dump_stats(profile)
    times = sorted(times[WARM:])
    return {
        "memories": there,
        "filled in seconds": round(filled),
        "forgotten": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(times[int(len(times) * 0.95)], 1),
        "slowest": round(times[-1], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--facts", type=int, default=43)
    parser.add_argument("--profile", default="")
    asked = parser.parse_args()
    with application():
        json.dump(measured(asked.memories, asked.facts, asked.profile), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
