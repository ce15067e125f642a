"""An archive as the tests write, read, change and bring it in."""

import io
import json
import zipfile
from typing import Any

from accounts.models import User
from accounts.profile import change_profile
from accounts.projects import create_project
from chat import converse
from chat.answering.answer import answer_now
from database.acting import acting_as
from documents.process import read_waiting
from documents.upload import upload
from documents.upload_handler import received
from gmail.store import store
from memories.forgetting import erase, forget
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Source
from portability import archive
from portability.sample import add_sample
from tests.gmail.letters import mailbox_of, thread
from tests.google import letters

BOAT = "My boat is moored at pier nine."


def fill(user: User) -> None:
    """Something of everything, one thing forgotten and one erased."""
    add_sample(user)
    change_profile(user, name="Alice Moss", time_zone="Asia/Tokyo", language="de")
    with acting_as(user):
        shed = create_project(user, "Shed")
        talk = converse.say(user, None, f"{BOAT} I paint in the shed.", project=shed)
        remember(user, "I drink oat milk.", by=Change.By.API, namespace=["a", "b"], key="milk")
        gone = converse.say(user, None, "I am allergic to kiwis.")
        erased = converse.say(user, None, "My sister is called Marit.")
        converse.say(user, None, "This is between us.", temporary=True)
        account = mailbox_of(user)
        sent = letters.sent("Pier 4", "My skiff lies at pier four.")
        store(user, account, thread(sent, number="f00d", history=100))
    answer_now(user.pk, talk.answer.pk)
    with acting_as(user):
        forget(user, learned(user, gone.said.source), by=Change.By.PERSON)
        (pk,) = learned(user, erased.said.source)
        erase(user, pk)
    for name, text in (("plan.txt", b"The ferry leaves at six."), ("a/plan.txt", b"At seven.")):
        with received(text, name) as file:
            upload(user, file)
    while read_waiting(user.pk):
        pass
    while embed_waiting(user.pk):
        pass


def learned(user: User, source: Source | None) -> list[Any]:
    found = Memory.objects.filter(user=user, evidence__chunk__source=source)
    return list(found.values_list("pk", flat=True))


def exported(user: User) -> bytes:
    return b"".join(archive.written(user))


def manifest(data: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(read(data, "manifest.json"))
    return told


def read(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return opened.read(name).decode()


def imported(user: User, data: bytes, code: str = "") -> None:
    opened = archive.opened(io.BytesIO(data))
    archive.restore(user, opened, code)
    for _ in archive.make_findable(user, opened):
        pass


def changed(data: bytes, name: str, replace: dict[str, str]) -> bytes:
    """The same archive with one file changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.namelist():
            text = old.read(entry)
            for before, after in replace.items() if entry == name else ():
                assert before.encode() in text
                text = text.replace(before.encode(), after.encode())
            new.writestr(entry, text)
    return out.getvalue()
