"""Read a life: what a person says, writes and receives, and what of it should be on Today.

    person Nora Whitfield <nora.whitfield@example.org> en Europe/London
    begins 2026-03-02

    day 1
    09:05 told ruth i'd send her the plan by friday {task plan}
    13:30 mail from Ruth Abbot <ruth@willowmail.example>: Back garden
      Could you send me a rough cost before the weekend? {ask cost}
    14:00 file notes.txt
      The gate code is 4417.

A line by itself is said in the chat. `{task x}` is what the person said they would do, `{ask x}`
what somebody wants of them, `{done x}` what settles one, `{fact}` what is worth keeping,
`{question x}` what contradicts something said before: it is to be asked about, or replaced.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

_PERSON = re.compile(r"person (.+) <(.+)> (\S+) (\S+)")
_EVENT = re.compile(r"(\d\d):(\d\d) (.+)")
_MAIL = re.compile(r"mail (from|to) (.+? <.+>): (.+)")
_MARK = re.compile(r"\s*\{(\w+)(?: (\w+))?\}")


@dataclass(frozen=True)
class Mark:
    """What a line is: task, ask, done, fact or question; `name` is which."""

    kind: str
    name: str


@dataclass(frozen=True)
class Line:
    """A line of what was said or written, and what a careful reader sees in it."""

    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Event:
    """Something that happens: said in the chat, a mail received or sent, or a file."""

    at: datetime
    day: int
    kind: str  # chat, from, to, file
    other: str  # who wrote or was written to; a file's name
    subject: str
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Life:
    """A person and all that happens, in order."""

    name: str
    address: str
    language: str
    zone: ZoneInfo
    begins: date
    events: tuple[Event, ...]

    @property
    def days(self) -> int:
        return max(event.day for event in self.events)


def read_life(path: Path) -> Life:
    """Read a life from its file."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    found = _PERSON.match(lines[0])
    if not found:
        raise ValueError(f"{path.name} does not begin with a person.")
    name, address, language, zone = found.groups()
    begins = date.fromisoformat(lines[1].removeprefix("begins "))
    events = list(_events(lines[2:], begins, ZoneInfo(zone)))
    events.sort(key=lambda event: event.at)
    return Life(name, address, language, ZoneInfo(zone), begins, tuple(events))


def _events(lines: Iterable[str], begins: date, zone: ZoneInfo) -> Iterator[Event]:
    day = 0
    head: tuple[datetime, int, str, str, str] | None = None
    body: list[Line] = []
    for line in [*lines, ""]:
        if line.startswith("  "):
            body.append(_line(line.strip()))
            continue
        if head:
            yield Event(*head, tuple(body))
            head, body = None, []
        if line.startswith("day "):
            day = int(line.removeprefix("day "))
        elif found := _EVENT.match(line):
            hour, minute, rest = found.groups()
            on = begins + timedelta(days=day - 1)
            at = datetime.combine(on, time(int(hour), int(minute)), zone)
            kind, other, subject = _what(rest)
            head = (at, day, kind, other, subject)
            body = [_line(rest)] if kind == "chat" else []


def _what(rest: str) -> tuple[str, str, str]:
    if found := _MAIL.match(rest):
        return found[1], found[2], found[3]
    if rest.startswith("file "):
        return "file", rest.removeprefix("file "), ""
    return "chat", "", ""


def _line(text: str) -> Line:
    marks = tuple(Mark(found[1], found[2] or "") for found in _MARK.finditer(text))
    return Line(_MARK.sub("", text).strip(), marks)
