"""What of written lives is read as a task, line by line, without the rest of the application.

    python -m bench.lives.reading FILE… [-v]

Of each life how many of the lines marked {task} and {ask} are found, how many are missed, and how
many lines are found that are none; -v lists those. What only the whole application knows (whom a
letter was sent to besides, what is a newsletter by its headers) counts as found wrongly here.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.lives.written import Event, read_life  # noqa: E402
from today.asks import asks, is_machine  # noqa: E402
from today.commitments import commitments  # noqa: E402


def main() -> None:
    for file in map(Path, (name for name in sys.argv[1:] if name != "-v")):
        events = read_life(file).events
        for kind, found in (("task", _promised(events)), ("ask", _asked(events))):
            told = list(found)
            right = sum(marked and read for marked, read, _ in told)
            missed = [line for marked, read, line in told if marked and not read]
            wrong = [line for marked, read, line in told if read and not marked]
            print(f"{file.name} {kind}: {right} found, {len(missed)} missed, {len(wrong)} wrongly")
            if "-v" in sys.argv:
                print(*(f"  missed: {line}" for line in missed), sep="\n")
                print(*(f"  wrongly: {line}" for line in wrong), sep="\n")


def _promised(events: Iterable[Event]) -> Iterator[tuple[bool, bool, str]]:
    """Each line of one's own: whether it is marked, whether it is read as a task, its words."""
    for event in events:
        if event.kind in ("chat", "to"):
            found = commitments(event.text, event.at, addressed=event.kind == "to")
            yield from _lines(event, "task", [each.span.of(event.text) for each in found])


def _asked(events: Iterable[Event]) -> Iterator[tuple[bool, bool, str]]:
    """Each line of a letter from somebody, likewise."""
    for event in events:
        if event.kind == "from" and not is_machine(event.other):
            found = asks(event.text, event.at, subject=event.subject)
            yield from _lines(event, "ask", [each.span.of(event.text) for each in found])


def _lines(event: Event, kind: str, found: list[str]) -> Iterator[tuple[bool, bool, str]]:
    for line in event.lines:
        marked = any(mark.kind == kind for mark in line.marks)
        yield marked, any(words in line.text or line.text in words for words in found), line.text


if __name__ == "__main__":
    main()
