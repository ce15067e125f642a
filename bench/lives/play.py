"""Live through a written life, and hold what Today shows against what it should.

    python -m bench.lives.play bench/lives/nora.txt --home FOLDER [--days 30] [--told FILE]

Starts a Postgres of its own in the folder. The clock is moved to each event, which comes in as it
does in use: by the API's chat, as mail that is stored, as a file; what waits is then worked off.
The night comes at one, and the person looks at Today in the morning and in the evening, presses
"All right", and "Done" for what they have done. Prints one JSON object; --told writes down each
look.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from bench.application import application
from bench.lives.written import Event, Life, Line, read_life

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.test import Client

    from accounts.models import User
    from gmail.models import Account
    from memories.models import Memory

# When the person looks, after the night and at the end of the day.
MORNING, EVENING = time(6, 30), time(23, 30)
NIGHT = time(1, 5)
# The day that a memory has beside "tomorrow".
_DATED = re.compile(r" \(\d[^)]*\)")


@dataclass(frozen=True)
class Shown:
    """One thing on Today: the section it is in, its id, its words."""

    section: str
    id: str
    text: str


@dataclass
class Judged:
    """What of all that was shown was right, and what was missing."""

    expected: int = 0
    shown: int = 0
    missing: list[str] = field(default_factory=list)
    useless: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    facts: int = 0
    facts_missing: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    questions_useless: list[str] = field(default_factory=list)
    questions_missing: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("life", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--days", type=int, default=366)
    parser.add_argument("--told", type=Path)
    asked = parser.parse_args()
    os.environ["YARNNN_HOME"] = str(asked.home)
    life = read_life(asked.life)
    with application():
        from django.test.utils import setup_test_environment

        from yarnnn.static_files import collect_if_changed

        collect_if_changed()
        setup_test_environment()
        told = asked.told.open("w") if asked.told else sys.stderr
        judged = _Living(life, told).live(asked.days)
    print(json.dumps(asdict(judged), indent=1, ensure_ascii=False))


class _Living:
    """One life that is lived through."""

    def __init__(self, life: Life, told: TextIO) -> None:
        self.life, self.told = life, told
        self.judged = Judged()
        self.lines: list[tuple[Event, Line]] = []
        # What is open now, and since when; what was ever on Today.
        self.open: dict[str, Line] = {}
        self.settled: set[str] = set()
        self.due_to_show: dict[str, Line] = {}
        self.ever: set[str] = set()
        self.seen: dict[str, Shown] = {}
        self.counted: set[str] = set()
        self.threads: dict[str, list[Any]] = {}
        self.asked_about: set[str] = set()

    def live(self, days: int) -> Judged:
        import time_machine

        with time_machine.travel(self._at(0, EVENING), tick=True):
            self.user, self.client, self.account = self._arrive()
        last = min(days, self.life.days)
        for day in range(1, last + 1):
            self._move(self._at(day, NIGHT), self._night)
            self._move(self._at(day, MORNING), self._look)
            for event in (each for each in self.life.events if each.day == day):
                self._move(event.at, self._happen, event)
            self._move(self._at(day, EVENING), self._look)
        return self._result(last)

    def _at(self, day: int, clock: time) -> datetime:
        on = self.life.begins + timedelta(days=day - 1)
        return datetime.combine(on, clock, self.life.zone)

    def _move(self, at: datetime, do: Any, *args: Any) -> None:
        import time_machine

        with time_machine.travel(at, tick=True):
            do(*args)

    def _arrive(self) -> "tuple[User, Client, Account]":
        from django.test import Client

        from accounts.models import ApiToken, User
        from accounts.signup import join
        from accounts.tokens import make_token
        from database.acting import acting_as
        from gmail.models import Account

        address = f"{datetime.now(UTC).timestamp():.0f}.{os.getpid()}.{self.life.address}"
        user = User(email=address, name=self.life.name.split()[0], language=self.life.language)
        user.time_zone = self.life.zone.key
        join(user, let_in=True)
        with acting_as(user):
            _, secret = make_token(user, "a life", ApiToken.Scope.FULL)
            account = Account.objects.create(user=user, subject=address, address=self.life.address)
        client = Client(HTTP_HOST="localhost", HTTP_AUTHORIZATION=f"Bearer {secret}")
        client.force_login(user)
        return user, client, account

    def _happen(self, event: Event) -> None:
        self._say(f"  {event.at:%H:%M} {event.kind} {event.other} {event.subject}: {event.text}")
        match event.kind:
            case "chat":
                answer = self.client.post(
                    "/api/chat", {"message": event.text}, content_type="application/json"
                )
                if answer.status_code != 200:
                    raise RuntimeError(answer.content.decode())
                self._say(f"        → {answer.json()['answer']}")
            case "file":
                self._upload(event)
            case _:
                self._post(event)
        _work(self.user)
        self._mark(event)

    def _upload(self, event: Event) -> None:
        from django.core.files.uploadedfile import SimpleUploadedFile

        file = SimpleUploadedFile(event.other, event.text.encode(), "text/plain")
        answer = self.client.post("/api/documents", {"file": file})
        if answer.status_code not in {200, 201, 202}:
            raise RuntimeError(answer.content.decode())

    def _post(self, event: Event) -> None:
        from database.acting import acting_as
        from gmail.store import store
        from tests.gmail.letters import mail, thread

        mine = f"{self.life.name} <{self.life.address}>"
        number = int(event.at.timestamp())
        own = event.kind == "to"
        subject = event.subject.removeprefix("Re: ").lower()
        in_thread = self.threads.setdefault(subject + event.other, [])
        # Who can be unsubscribed from says so in the head of their mails, too.
        many = any(word in event.text for word in ("nsubscribe", "bbestellen"))
        headers = (("List-Unsubscribe", "<https://example.org/u>"),) if many else ()
        message = mail(
            number,
            event.text + "\n",
            sender=mine if own else event.other,
            to=event.other if own else mine,
            subject=event.subject,
            at=event.at,
            labels=("SENT",) if own else ("INBOX",),
            headers=headers,
            history=number,
        )
        in_thread.append(message)
        named = in_thread[0]["id"]
        with acting_as(self.user):
            store(self.user, self.account, thread(*in_thread, number=named, history=number))

    def _mark(self, event: Event) -> None:
        for line in event.lines:
            self.lines.append((event, line))
            for mark in line.marks:
                if mark.kind == "done":
                    self.open.pop(mark.name, None)
                    self.settled.add(mark.name)
                elif mark.kind in {"task", "ask"}:
                    self.open.setdefault(mark.name, line)

    def _night(self) -> None:
        from memories.learning import run_night

        done = run_night(self.user)
        self._say(f"night: {done}")

    def _look(self) -> None:
        """Look at Today; note what is there and what is not; press what would be pressed."""
        from django.utils import timezone

        page = self.client.get("/today")
        cards = page.context["cards"]
        shown = list(_shown(cards))
        self._say(f"today, {timezone.localtime(timezone=self.life.zone):%a %d %B %H:%M}")
        for each in shown:
            self._say(f"    [{each.section}] {each.text}")
        self._judge(shown)
        self._press(cards)

    def _judge(self, shown: list[Shown]) -> None:
        here: dict[str, Shown] = {}
        for each in shown:
            self.seen.setdefault(each.section + each.id, each)
            line = self._line_of(each)
            names = {m.name for m in line.marks if m.kind in {"task", "ask"}} if line else set()
            if each.section in {"task", "asked"}:
                self._judge_task(each, names, here)
            elif each.section == "ticked":
                if names & set(self.open):
                    self._count(self.judged.useless, each)
            elif each.section == "learned" and not (
                line and any(mark.kind == "fact" for mark in line.marks)
            ):
                self._count(self.judged.useless, each)
            elif each.section == "question":
                self._judge_question(each)
        self.due_to_show |= self.open

    def _judge_question(self, each: Shown) -> None:
        """A question is right where one of its sides contradicts what was said before."""
        sides = [self._line_of(Shown("", "", side)) for side in each.text.split(" / ")]
        marks = [mark for line in sides if line for mark in line.marks if mark.kind == "question"]
        self.asked_about |= {mark.name for mark in marks}
        if not marks:
            self._count(self.judged.questions_useless, each)
            self._count(self.judged.useless, each)

    def _judge_task(self, each: Shown, names: set[str], here: dict[str, Shown]) -> None:
        self.ever |= names
        if not names:
            self._count(self.judged.useless, each)
        elif names <= self.settled and not names & set(self.open):
            self._count(self.judged.stale, each)
        for name in names:
            if name in here:
                self._count(self.judged.doubled, each)
            here[name] = each

    def _count(self, kind: list[str], each: Shown) -> None:
        key = f"{id(kind)}{each.section}{each.id}"
        if key not in self.counted:
            self.counted.add(key)
            kind.append(f"[{each.section}] {each.text}")

    def _line_of(self, each: Shown) -> Line | None:
        """The line of the life that this comes from."""
        words = _plain(_DATED.sub("", each.text))
        lines = [line for _, line in reversed(self.lines) if line.text]
        fits = [
            line for line in lines if _plain(line.text) in words or words in _plain(line.text)
        ] or [line for line in lines if _is_of(words.split(), _plain(line.text).split())]
        return max(fits, key=lambda line: bool(line.marks), default=None)

    def _press(self, cards: Any) -> None:
        """Done for what was done, and All right for what is new."""
        for each in _shown(cards):
            line = self._line_of(each) if each.section in {"task", "asked"} else None
            if line is None and each.section in {"task", "asked"}:
                self._post_to(f"/today/tasks/{each.id}", {"as": "none"})
            names = {m.name for m in line.marks if m.kind in {"task", "ask"}} if line else set()
            if line and not names & set(self.open):
                said = "done" if names else "none"
                self._post_to(f"/today/tasks/{each.id}", {"as": said})
        if cards.question:
            old, new = cards.question.old, cards.question.new
            self.judged.questions.append(f"{old.content} | {new.content}")
            self._post_to(f"/today/questions/{new.id}", {"old": str(old.id), "right": "new"})
        self._post_to("/today/seen", {})

    def _post_to(self, path: str, fields: dict[str, str]) -> None:
        answer = self.client.post(path, fields)
        if answer.status_code >= 400:
            raise RuntimeError(f"{path}: {answer.status_code}")

    def _result(self, last: int) -> Judged:
        for event, line in self.lines:
            if event.day <= last and any(mark.kind == "fact" for mark in line.marks):
                self.judged.facts += 1
                if not any(
                    self._line_of(each) == line
                    for each in self.seen.values()
                    if each.section in {"learned", "question"}
                ):
                    self.judged.facts_missing.append(line.text)
        missing = [line.text for name, line in self.due_to_show.items() if name not in self.ever]
        self.judged.missing = missing
        self.judged.replaced = self._replaced()
        contradicting = {
            mark.name: line.text
            for event, line in self.lines
            for mark in line.marks
            if mark.kind == "question" and event.day <= last
        }
        told = "\n".join(each.partition(" → ")[2] for each in self.judged.replaced)
        self.judged.questions_missing = [
            text
            for name, text in contradicting.items()
            if name not in self.asked_about and _plain(text) not in _plain(_DATED.sub("", told))
        ]
        self.judged.expected = len(self.due_to_show)
        self.judged.shown = len(self.seen)
        return self.judged

    def _replaced(self) -> list[str]:
        """What took the place of what, unasked or in the chat: "old → new"."""
        from database.acting import acting_as
        from memories.models import Change

        with acting_as(self.user):
            changes = Change.objects.filter(user=self.user, what=Change.What.SUPERSEDED)
            names = {str(each.pk): each.content for each in self._memories()}
            return [
                f"{each.memory.content} → {names.get(str(each.after.get('superseded_by')), '')}"
                for each in changes.select_related("memory").order_by("at")
            ]

    def _memories(self) -> "QuerySet[Memory]":
        from memories.models import Memory

        return Memory.objects.filter(user=self.user)

    def _say(self, text: str) -> None:
        print(text, file=self.told, flush=True)


def _shown(cards: Any) -> Iterator[Shown]:
    if cards.question:
        sides = f"{cards.question.old.content} / {cards.question.new.content}"
        yield Shown("question", str(cards.question.new.id), sides)
    for task in cards.tasks:
        yield Shown("task", str(task.id), task.text)
    for task in cards.asked:
        yield Shown("asked", str(task.id), task.text)
    for task in cards.ticked:
        yield Shown("ticked", str(task.id), task.text)
    for memory in cards.learned:
        yield Shown("learned", str(memory.id), memory.content)
    if cards.night:
        yield Shown("night", cards.night, cards.night)
    for said in cards.year_ago:
        yield Shown("year ago", said.url, said.text)
    for trouble in cards.troubles:
        yield Shown("trouble", trouble.text, trouble.text)


def _is_of(words: list[str], line: list[str]) -> bool:
    """Whether one thing of what a line tells: "Our boat is red" of "Our boat is old and is red"."""
    at = iter(line)
    return len(words) > 2 and all(word in at for word in words)


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _work(user: "User") -> None:
    """Do what workers would do."""
    from documents.process import read_waiting
    from memories.keeping.vectors import embed_waiting
    from memories.learning import learn_waiting
    from memories.search import pack_waiting

    for waiting in (read_waiting, learn_waiting, embed_waiting, pack_waiting):
        while waiting(user.pk):
            pass


if __name__ == "__main__":
    main()
