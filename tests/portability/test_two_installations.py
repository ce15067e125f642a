"""A memory moves from one installation to another: two data folders, two databases, two keys."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from portability.archive.sealed import fernet_of
from tests.running import App, copy_of_a_new_home
from yarnnn.embedded import broker, postgres
from yarnnn.embedded.files import places, remove_socket_folders

pytestmark = pytest.mark.servers

FILL = """
from accounts.models import User
from accounts.projects import create_project
from accounts.signup import join
from chat import converse
from chat.answering.answer import answer_now
from database.acting import acting_as
from documents.process import read_waiting
from documents.upload import upload
from documents.upload_handler import received
from memories.forgetting import erase, forget
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory
user = join(User(email="alice@example.org", name="Alice Moss"), let_in=True)
with acting_as(user):
    shed = create_project(user, "Shed")
    talk = converse.say(user, None, "My boat is moored at pier nine.", project=shed)
    converse.say(user, None, "I live in Narvik.")
    converse.say(user, None, "I am allergic to kiwis.")
    converse.say(user, None, "My sister is called Marit.")
answer_now(user.pk, talk.answer.pk)
with received(b"The ferry leaves at six.", "plan.txt") as file:
    upload(user, file)
while read_waiting(user.pk) or embed_waiting(user.pk):
    pass
with acting_as(user):
    forget(user, [Memory.objects.get(content__contains="kiwis").pk], by=Change.By.PERSON)
with acting_as(user):
    erase(user, Memory.objects.get(content__contains="Marit").pk)
"""
JOIN = """
from accounts.models import User
from accounts.signup import join
join(User(email="somebody@example.org"), let_in=True)
# Their ids are others than those of the account that the memory comes from.
join(User(email="bob@example.org"), let_in=True)
"""
LOOK = """
import json
from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from memories.keeping import remember
from memories.models import Change, Memory, Source
from memories.recall import Query, recall
user = User.objects.get(email="bob@example.org")
found = recall(user, Query("When does the ferry leave?")).items
with acting_as(user):
    print(json.dumps({
        "memories": sorted(m.content for m in Memory.objects.filter(state="current")),
        "texts": sorted(Source.objects.values_list("text", flat=True)),
        "files": [document.file.read().decode() for document in Document.objects.all()],
        "quote": found[0].quote,
        "again": [
            remember(user, said, by=Change.By.LEARNING).memory is None
            for said in ("I am allergic to kiwis.", "I have a kiwi allergy.")
        ],
    }))
"""


@pytest.fixture
def installations(tmp_path: Path) -> Iterator[tuple[App, App]]:
    homes = [tmp_path / "here", tmp_path / "there"]
    # One of them alone: a copy has the keys of what it is a copy of.
    copy_of_a_new_home(homes[0])
    yield App(homes[0]), App(homes[1])
    for home in homes:
        broker.stop(home)
        postgres.stop(home)
        remove_socket_folders(places(home))


def shell(app: App, code: str) -> str:
    return app.manage("shell", "--no-imports", "-c", code)


def manifest(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as opened:
        told: dict[str, Any] = json.loads(opened.read("manifest.json"))
    return told


def all_words(path: Path, code: str) -> str:
    """Everything an export says, what is sealed too."""
    with zipfile.ZipFile(path) as opened:
        read = {name: opened.read(name) for name in opened.namelist()}
    sealed = read.pop("forgotten.sealed").splitlines()
    opened_lines = [fernet_of(code).decrypt(line) for line in sealed]
    return b"\n".join([*read.values(), *opened_lines]).decode()


def test_exported_imported_and_exported_it_is_the_same(
    installations: tuple[App, App], tmp_path: Path
) -> None:
    here, there = installations
    shell(here, FILL)
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    code = here.manage("export", "alice@example.org", str(first)).split()[-1]
    shell(there, JOIN)
    came = there.manage("import_file", "bob@example.org", str(first), "--code", code)
    assert "Done" in came
    code_there = there.manage("export", "bob@example.org", str(second)).split()[-1]
    before, after = manifest(first), manifest(second)
    assert before["digest"] == after["digest"]
    assert before["counts"] == after["counts"]
    assert before["counts"]["memories.forgotten"] == 1
    assert before["account"] != after["account"]
    # What is erased is nowhere; what is forgotten in the sealed part alone.
    assert code != code_there
    for path, own in ((first, code), (second, code_there)):
        words = all_words(path, own)
        assert "kiwis" in words
        assert "Marit" not in words
        with zipfile.ZipFile(path) as opened:
            plain = [opened.read(name) for name in opened.namelist() if name != "forgotten.sealed"]
        assert not any(b"kiwis" in each for each in plain)
    seen = json.loads(shell(there, LOOK).splitlines()[-1])
    assert {"My boat is moored at pier nine.", "I live in Narvik."} <= set(seen["memories"])
    assert seen["files"] == ["The ferry leaves at six."]
    assert seen["quote"] == "The ferry leaves at six."
    assert seen["again"] == [True, True]
    assert not any("Marit" in text or "kiwis" in text for text in seen["texts"])
