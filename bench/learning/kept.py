"""What is kept of messages: `python -m bench.learning.kept FILE… [-v]`.

Each message of files in the form of bench/sets/*/extraction.json, or of one JSON a line, is said by
an account of its own, in process, after what was told `earlier`. Prints by kind and by language how
many of the memories a careful person would keep were made (recall), how many of those made are such
(precision), dates, and corrections after which the old value still stood.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock
from uuid import UUID
from zoneinfo import ZoneInfo

from bench.answerer.judge import has_all, somebody_who_told, told
from bench.application import application

if TYPE_CHECKING:
    from accounts.models import User
    from memories.models import Memory


@dataclass
class Counts:
    """Of some messages."""

    wanted: int = 0
    found: int = 0
    right: int = 0
    made: int = 0
    dated: int = 0
    dates: int = 0
    forbidden: int = 0
    still: int = 0
    missed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        recall = self.found / self.wanted if self.wanted else 1.0
        precision = self.right / self.made if self.made else 1.0
        return (
            f"recall {recall:.2f} of {self.wanted}, precision {precision:.2f} of {self.made}, dates"
            f" {self.dates} of {self.dated}, forbidden {self.forbidden}, old beside {self.still}"
        )


def known(user: "User") -> "dict[UUID, Memory]":
    from database.acting import acting_as
    from memories.models import Memory

    with acting_as(user):
        current = Memory.objects.filter(user=user, state=Memory.State.CURRENT)
        return {each.pk: each for each in current}


def said_on(day: str, hour: int = 12) -> Any:
    """As if it were that day, at that hour."""
    then = datetime.fromisoformat(day).replace(hour=hour, tzinfo=ZoneInfo("Europe/London"))
    return mock.patch("django.utils.timezone.now", return_value=then)


def look(case: dict[str, Any]) -> Counts:
    """Tell one message and count what is kept of it."""
    counts = Counts()
    day, conversation = case["message_date"], None
    with somebody_who_told([]) as user:
        if case["earlier"]:
            with said_on(day, 11):
                conversation = told(user, case["earlier"]).conversation
        with said_on(day):
            before = known(user)
            told(user, case["text"], conversation)
            after = known(user)
        new = [m for pk, m in after.items() if pk not in before]
        texts = [memory.content for memory in new]
        for gold in case["gold"]:
            hits = [m for m in new if has_all(gold["keys"], m.content)]
            counts.wanted += 1
            counts.found += bool(hits)
            if not hits:
                counts.missed.append(f"missed {gold['keys']}")
            if gold["resolved"]:
                day = gold["resolved"].split("/")[0]
                dated = any(_on(m, day) for m in hits)
                counts.dated += 1
                counts.dates += dated
                if hits and not dated:
                    counts.missed.append(f"{day} is no date of {hits[0].content!r}")
        for text in texts:
            if any(has_all(gold["keys"], text) for gold in case["gold"]):
                counts.right += 1
                counts.made += 1
            elif not any(has_all(each["keys"], text) for each in case["optional"]):
                counts.made += 1
                counts.missed.append(f"false {text!r}")
        never = [*case["must_not"], *(w for gold in case["gold"] for w in gold["must_not"])]
        counts.forbidden += any(w.lower() in text.lower() for w in never for text in texts)
        still = [memory.content for pk, memory in before.items() if pk in after]
        counts.still += bool(still)
        counts.missed += [f"still {text!r}" for text in still]
    return counts


def _on(memory: "Memory", day: str) -> bool:
    return day in memory.content or day in str(memory.event_time or "")


def summed(many: Iterable[Counts]) -> Counts:
    total = Counts()
    for each in many:
        for name, value in vars(each).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def read(file: Path) -> Iterator[dict[str, Any]]:
    text = file.read_text()
    if text.startswith("["):
        yield from json.loads(text)
    else:
        yield from map(json.loads, filter(None, text.splitlines()))


def main() -> None:
    with application():
        for name in (argument for argument in sys.argv[1:] if argument != "-v"):
            groups = defaultdict[str, list[Counts]](list)
            for case in read(Path(name)):
                counts = look(case)
                for group in (case["category"], case["lang"], "all"):
                    groups[group].append(counts)
                if "-v" in sys.argv and counts.missed:
                    print(f"{case['id']} {case['category']}: {case['text']!r} {counts.missed}")
            for group, many in groups.items():
                print(f"{name} {group}: {len(many)} messages, {summed(many)}", flush=True)


if __name__ == "__main__":
    main()
