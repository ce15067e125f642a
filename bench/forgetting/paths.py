"""Whether what was forgotten comes back by another way: ways times wordings.

    python -m bench.forgetting.paths wordings.json --home FOLDER [--only WAY,WAY]

In the process, with a database of its own in the folder. Each fact is told in a chat and forgotten
there, or by a click, by turns; then its rewordings, and statements that only resemble it, come in
by one way. "Returned" is a rewording that recall, the list of memories, its page, the API's list
or the readable export gives back, then and once more after a night and a merge of people. What
resembles it is "silent" where it is not found and nobody is asked about it either.
"""

import argparse
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from bench.application import application
from bench.forgetting.run import HELD_BACK, HERE, Person, asks_to_forget, flat

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import ApiToken, User
    from gmail.models import Account


@dataclass
class Someone:
    """An account of its own, by the API and signed in."""

    user: "User"
    token: "ApiToken"
    api: Person
    client: "Client"
    account: "Account"
    number: int = 0
    # What the answer of a chat asked about.
    asked: set[str] = field(default_factory=set)

    def mails(self, *texts: str, subject: str, own: bool, thread: str, history: int) -> None:
        from database.acting import acting_as
        from gmail.store import store
        from tests.gmail import letters

        made = []
        for text in texts:
            self.number += 1
            write = letters.sent if own else letters.mail
            at = letters.NOON + timedelta(minutes=self.number)
            number = int(thread, 16) * 1000 + self.number
            made.append(write(number, text, subject=subject, at=at, history=history))
        with acting_as(self.user):
            told = letters.thread(*made, number=thread, history=history)
            store(self.user, self.account, told)


def someone() -> Someone:
    from django.test import Client

    from accounts.models import ApiToken, User
    from accounts.signup import join
    from accounts.tokens import make_token
    from database.acting import acting_as
    from gmail.models import Account
    from tests.gmail.letters import ME

    user = join(User(email=f"{uuid4().hex}@example.org"), let_in=True)
    with acting_as(user):
        token, secret = make_token(user, "Robot", ApiToken.Scope.FULL)
        account = Account.objects.create(user=user, subject=uuid4().hex, address=ME)
    headers = {"Authorization": f"Bearer {secret}"}
    client = Client(headers=headers, HTTP_HOST="localhost")
    client.force_login(user)
    return Someone(user, token, Person(HERE, secret), client, account)


# Ways: the fact comes first. Some have what comes before it is forgotten.


def chat(who: Someone, texts: Sequence[str]) -> None:
    for text in texts:
        if HELD_BACK.search(who.api.say(text)["answer"]):
            who.asked.add(text)


def upload(who: Someone, name: str, text: str) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    who.client.post("/api/documents", {"file": SimpleUploadedFile(name, text.encode())})
    work_off(who.user)


def document(who: Someone, texts: Sequence[str]) -> None:
    upload(who, "notes.txt", paragraphs(["A list of things.", *texts]))


def file_before(who: Someone, fact: str) -> None:
    upload(who, "plan.txt", paragraphs(["A plan for the year.", fact]))


def same_file(who: Someone, texts: Sequence[str]) -> None:
    """The same file again, and then a new version of it."""
    file_before(who, texts[0])
    upload(who, "plan.txt", paragraphs(["A plan for the year, revised.", *texts]))


def mail(who: Someone, texts: Sequence[str]) -> None:
    who.mails(paragraphs(texts), subject="News", own=True, thread="a1", history=100)


def mail_before(who: Someone, fact: str) -> None:
    who.mails(
        f"The boiler is loud.\n\n{fact}", subject="Boiler", own=True, thread="b1", history=100
    )


def fetched_again(who: Someone, texts: Sequence[str]) -> None:
    """The thread once more, with another mail in it."""
    who.number = 0
    first = f"The boiler is loud.\n\n{texts[0]}"
    who.mails(first, paragraphs(texts), subject="Boiler", own=True, thread="b1", history=900)


def quoted(who: Someone, texts: Sequence[str]) -> None:
    """Another's answer in a new thread, which quotes it."""
    lines = "\n>\n".join(f"> {text}" for text in texts)
    text = f"I see.\n\nOn Thu, 12 Mar 2026 at 12:00, Robin Hale <robin@example.org> wrote:\n{lines}"
    who.mails(text, subject="Re: News", own=False, thread="c1", history=100)


def forwarded(who: Someone, texts: Sequence[str]) -> None:
    head = (
        "---------- Forwarded message ---------\nFrom: Robin Hale <robin@example.org>\n"
        "Date: Thu, 12 Mar 2026 at 12:00\nSubject: News\nTo: Dana <dana@lakeside.example>\n"
    )
    text = f"For you.\n\n{head}\n{paragraphs(texts)}"
    who.mails(text, subject="Fwd: News", own=False, thread="d1", history=100)


def imported(who: Someone, texts: Sequence[str]) -> None:
    from database.acting import acting_as
    from documents.upload_handler import received
    from imports import starting
    from imports.work import import_waiting
    from tests.imports import exports

    said = [exports.gpt_message(f"m{n}", "user", text, n) for n, text in enumerate(texts)]
    data = exports.gpt_zip(exports.gpt_chat("chat", "Things", *said))
    with received(data, "export.zip") as file:
        it = starting.begin(who.user, file)
    while import_waiting(who.user.pk):
        pass
    with acting_as(who.user):
        it.refresh_from_db()
        starting.confirm(who.user, it)
    while import_waiting(who.user.pk):
        pass


def sources(who: Someone, texts: Sequence[str]) -> None:
    for kind in ("note", "import"):
        body = {"text": paragraphs(texts), "kind": kind}
        who.client.post("/api/sources", body, content_type="application/json")


def memories(who: Someone, texts: Sequence[str]) -> None:
    for text in texts:
        who.client.post("/api/memories", {"content": text}, content_type="application/json")


def tool(who: Someone, texts: Sequence[str]) -> None:
    """`remember` of MCP."""
    from accounts.grants import Grant
    from doors.caller import Caller
    from doors.tools import do_remember
    from memories.keeping import Refused

    caller = Caller(who.user, "Robot", Grant.of(who.token))
    for text in texts:
        try:
            do_remember(caller, text, "")
        except Refused:
            continue


def put(who: Someone, texts: Sequence[str]) -> None:
    for n, text in enumerate(texts):
        item = {"namespace": ["robot", "notes"], "key": f"k{n}", "content": text}
        who.client.put("/api/store", item, content_type="application/json")


Bring = Callable[[Someone, Sequence[str]], None]
WAYS: dict[str, tuple[Callable[[Someone, str], None] | None, Bring]] = {
    "chat": (None, chat),
    "document": (None, document),
    "same file, new version": (file_before, same_file),
    "mail": (None, mail),
    "mail fetched again": (mail_before, fetched_again),
    "quoted in a new thread": (None, quoted),
    "forwarded": (None, forwarded),
    "import": (None, imported),
    "POST /api/sources": (None, sources),
    "POST /api/memories": (None, memories),
    "MCP remember": (None, tool),
    "store put": (None, put),
}


def paragraphs(texts: Sequence[str]) -> str:
    return "\n\n".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts)


def work_off(user: "User") -> None:
    from documents.process import read_waiting
    from memories.keeping.vectors import embed_waiting
    from memories.learning import learn_waiting

    for waiting in (read_waiting, learn_waiting, embed_waiting):
        while waiting(user.pk):
            pass


def night_and_merge(user: "User") -> None:
    from database.acting import acting_as
    from memories.keeping import Refused, same_people
    from memories.learning import run_night
    from memories.models import Entity

    run_night(user)
    with acting_as(user):
        people = list(Entity.objects.filter(user=user, merged_into=None, type="person")[:2])
        if len(people) > 1:
            try:
                same_people.merge(user, people[0], people[1])
            except Refused:
                return
    work_off(user)


# What came back.


@dataclass
class Came:
    """What came back by a way, what of what only resembles it was held back, and how."""

    still: int = 0
    told: int = 0
    returned: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    resembling: int = 0
    asked: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)


def shown(who: Someone) -> str:
    """The lists of memories: of the page, of the API, of the readable export."""
    from django.utils import timezone

    from database.acting import acting_as
    from portability.archive.readable import pages

    told = [who.client.get("/memory").content.decode()]
    told.append(json.dumps(who.client.get("/api/memories?limit=100").json(), ensure_ascii=False))
    with acting_as(who.user):
        every = pages(who.user, timezone.now(), Counter())
        told += [text for name, text in every if name in ("memories.md", "people.md", "notes.md")]
    return flat("\n".join(told))


def comes_back(who: Someone, text: str, lists: str) -> bool:
    words = flat(text).strip(' .!?"')
    return words in lists or any(words in flat(each) for each in who.api.recalled(text))


def is_asked(who: Someone, text: str) -> bool:
    """Whether the person is asked, on Today or in the answer of a chat."""
    from database.acting import acting_as
    from memories.forgetting import held_back

    words = flat(text).strip(' .!?"')
    with acting_as(who.user):
        waiting = [flat(chunk.text) for chunk in held_back(who.user)]
    return text in who.asked or any(words in each for each in waiting)


def tried(case: dict[str, Any], way: str, *, click: bool) -> Came:
    from database.acting import acting_as
    from memories.models import Memory

    before, bring = WAYS[way]
    who, fact, found = someone(), case["fact"], Came()
    if before:
        before(who, fact)
    who.api.say(fact)
    work_off(who.user)
    if click:
        with acting_as(who.user):
            known = list(Memory.objects.filter(user=who.user, state="current"))
        for memory in known:
            if flat(fact).strip(".") in flat(memory.content):
                who.client.post(f"/memory/{memory.pk}/forget")
    else:
        asks_to_forget(who.api, case["forget_request"], [fact], [])
    found.still = comes_back(who, fact, shown(who))
    rewordings, others = case["rewordings"], case["similar_but_different"]
    bring(who, [fact, *rewordings, *others])
    work_off(who.user)
    lists = shown(who)
    again = [fact, *rewordings]
    found.told, found.resembling = len(again), len(others)
    found.returned = [text for text in again if comes_back(who, text, lists)]
    for text in others:
        if not comes_back(who, text, lists):
            (found.asked if is_asked(who, text) else found.silent).append(text)
    night_and_merge(who.user)
    lists = shown(who)
    found.later = [
        text for text in again if text not in found.returned and comes_back(who, text, lists)
    ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--kept", type=Path)
    asked = parser.parse_args()
    os.environ["YARNNN_HOME"] = str(asked.home)
    cases = [case for file in asked.sets for case in json.loads(file.read_text())]
    ways = asked.only.split(",") if asked.only else list(WAYS)
    kept: dict[str, dict[str, dict[str, Any]]] = {}
    with application():
        from yarnnn.static_files import collect_if_changed

        collect_if_changed()
        for place, way in enumerate(ways):
            kept[way] = {}
            for number, case in enumerate(cases):
                came = tried(case, way, click=bool((number + place) % 2))
                kept[way][case["id"]] = vars(came)
            print(row(way, list(kept[way].values()), cases), flush=True)
            if asked.kept:
                asked.kept.write_text(json.dumps(kept, indent=1, ensure_ascii=False))


def row(way: str, found: Sequence[dict[str, Any]], cases: Sequence[dict[str, Any]]) -> str:
    """A line of a table: as it was, plain, indirect, later; asked and silent."""
    out = io.StringIO()
    exact = plain = indirect = 0
    for each, case in zip(found, cases, strict=True):
        first = case["rewordings"][: case.get("plain", 0)]
        exact += case["fact"] in each["returned"]
        plain += sum(text in first for text in each["returned"])
        indirect += sum(text in case["rewordings"] for text in each["returned"])
    indirect -= plain
    of = [sum(len(case["rewordings"][: case.get("plain", 0)]) for case in cases)]
    of.append(sum(len(case["rewordings"]) for case in cases) - of[0])
    print(f"| {way} | {sum(e['still'] for e in found)} | {exact} of {len(cases)}", end="", file=out)
    print(f" | {plain} of {of[0]} | {indirect} of {of[1]}", end="", file=out)
    print(f" | {sum(len(e['later']) for e in found)}", end="", file=out)
    print(f" | {sum(len(e['asked']) for e in found)} asked,", end="", file=out)
    print(f" {sum(len(e['silent']) for e in found)} silent", end="", file=out)
    print(f" of {sum(e['resembling'] for e in found)} |", end="", file=out)
    return out.getvalue()


if __name__ == "__main__":
    main()
