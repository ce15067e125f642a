"""Everything out in one zip, and in again elsewhere: the same, and nothing that was erased."""

import io
import json
import zipfile

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.test import override_settings

from accounts.errors import Refused
from accounts.models import Project, User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Citation, Conversation
from database.acting import acting_as
from documents.models import Document
from gmail.models import Account, Message
from gmail.source_kind import GMAIL
from memories.forgetting import Passage, forget
from memories.forgetting.forget import restore
from memories.keeping import NewSource, fingerprint, keep, remember, same_people
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Entity, Evidence, Forgotten, Memory, Source, Work
from memories.recall import Query, recall
from memories.source_kinds import CHAT, registered
from memories.work import EMBED
from portability import archive
from portability.archive import contents, sealed
from portability.archive.rows import Digest
from tests.portability.archives import BOAT, changed, exported, imported, manifest, read

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_in_another_account_it_is_the_same(full: User, bob: User) -> None:
    first = exported(full)
    imported(bob, first)
    second = exported(bob)
    before, after = manifest(first), manifest(second)
    assert before["digest"] == after["digest"]
    assert before["counts"] == after["counts"]
    assert before["person"] == after["person"]
    assert {"Alice Moss", "Asia/Tokyo", "de"} == set(after["person"].values())
    for table in ("memories.memory", "chat.citation", "gmail.message", "memories.forgotten"):
        assert before["counts"][table], table
    with acting_as(bob):
        bob.refresh_from_db()
        # Behind that of the sample data.
        documents = list(Document.objects.order_by("pk"))[1:]
        assert [document.filename for document in documents] == ["plan.txt", "plan.txt"]
        with documents[0].file.open() as file:
            assert file.read() == b"The ferry leaves at six."
        assert (documents[0].file.name or "").startswith(f"documents/{bob.pk}/")
        assert [account.sealed_credentials for account in Account.objects.all()] == [None, None]
        for evidence in Evidence.objects.filter(chunk__isnull=False).select_related(
            "chunk__source"
        ):
            assert evidence.chunk
            text = evidence.chunk.source.text
            assert text[evidence.start : evidence.stop] == evidence.quote


def test_what_stays_behind_and_changes_is_named_as_it_is_called() -> None:
    tables = {model._meta.label_lower: model for model in apps.get_models()}
    assert set(contents.tables_left_out()) <= set(tables)
    for label, model in tables.items():
        columns = {field.name for field in model._meta.concrete_fields}
        assert contents.columns_left_out(label) <= columns, label
    for kind in registered():
        rules = kind.archive
        assert {*rules.columns_left_out, *rules.on_restore} <= set(tables)
    (files,) = contents.uploaded_files()
    columns = {field.name for field in tables[files.table]._meta.concrete_fields}
    assert {files.column, files.named_by} <= columns


def test_who_is_another_and_who_was_merged_comes_along(alice: User, bob: User) -> None:
    with acting_as(alice):
        for text in ("Dani rang", "Daniela Roth is a vet", "My sister Lena moved", "Lene sings"):
            keep(alice, NewSource(CHAT, text))
        known = {one.name: one for one in Entity.objects.all()}
        same_people.merge(alice, known["Dani"], known["Daniela Roth"])
        same_people.differ(known["Lena"], known["Lene"])
    data = exported(alice)
    imported(bob, data)
    assert manifest(exported(bob))["digest"] == manifest(data)["digest"]
    with acting_as(bob):
        theirs = {one.name: one for one in Entity.objects.all()}
        assert theirs["Lena"].different == [theirs["Lene"].pk]
        assert theirs["Lena"].pk != known["Lena"].pk
        assert theirs["Dani"].merged_into == theirs["Daniela Roth"]


def test_what_was_imported_is_found_and_cited(full: User, bob: User) -> None:
    imported(bob, exported(full))
    found = [item.text for item in recall(bob, Query("where is my boat moored?")).items]
    assert BOAT not in found
    with acting_as(bob):
        shed = Project.objects.get(name="Shed")
    by_words = recall(bob, Query("where is my boat moored?", project=shed.pk)).items
    assert by_words[0].quote == BOAT
    with acting_as(bob):
        assert Work.objects.filter(user=bob, kind=EMBED, state="waiting").exists()
    while embed_waiting(bob.pk):
        pass
    mail = recall(bob, Query("where does the skiff lie?")).items[0]
    assert mail.place.source_kind == GMAIL
    with acting_as(bob):
        talk = converse.say(bob, None, "Where is my boat moored?", project=shed)
    answer_now(bob.pk, talk.answer.pk)
    with acting_as(bob):
        cited = Citation.objects.filter(message=talk.answer.pk).first()
        assert cited
        assert cited.chunk
        assert "pier nine" in cited.chunk.source.text


def test_what_was_forgotten_stays_so_and_can_be_restored(full: User, bob: User) -> None:
    data = exported(full)
    everything = " ".join(
        zipfile.ZipFile(io.BytesIO(data)).read(name).decode(errors="replace")
        for name in zipfile.ZipFile(io.BytesIO(data)).namelist()
    )
    assert "kiwi" not in everything
    assert "Marit" not in everything
    imported(bob, data)
    with acting_as(bob):
        assert remember(bob, "I am allergic to kiwis.", by=Change.By.LEARNING).memory is None
        stone = Forgotten.objects.get(memory__isnull=False)
        assert stone.memory_id
        restore(bob, stone.memory_id)
        memory = Memory.objects.get(pk=stone.memory_id)
        assert memory.content == "I am allergic to kiwis."
        evidence = memory.evidence.get()
        assert evidence.chunk
        assert evidence.quote == evidence.chunk.source.text == "I am allergic to kiwis."


def test_half_of_a_memory_stays_forgotten_and_the_other_half_known(alice: User, bob: User) -> None:
    half = "I take insulin"
    with acting_as(alice):
        memory = remember(alice, f"{half} and I drive a red van.", by=Change.By.PERSON).memory
        assert memory
        chunk = memory.evidence.get().chunk
        assert chunk
        passage = Passage(chunk.source_id, 0, len(half), half)
        forget(alice, [], by=Change.By.PERSON, passages=[passage])
    imported(bob, exported(alice))
    with acting_as(bob):
        assert Forgotten.objects.get().fingerprint == fingerprint(bob.pk, half)
        assert remember(bob, half, by=Change.By.LEARNING).memory is None
        assert Memory.objects.get(state="current").content == "I drive a red van."


def test_elsewhere_a_code_opens_what_was_forgotten(full: User, bob: User) -> None:
    data, code = exported(full), archive.code_of(full)
    with override_settings(ENCRYPTION_KEYS=[Fernet.generate_key().decode()]):
        opened = archive.opened(io.BytesIO(data))
        assert sealed.opens(code.lower().replace("-", " "), first_sealed(data))
        with pytest.raises(Refused) as wrong:
            archive.restore(bob, opened, "ABCD-EFGH")
        assert wrong.value.code == "code"
        archive.restore(bob, opened, code)
        assert sum(archive.make_findable(bob, opened)) > 10
        with acting_as(bob):
            assert remember(bob, "I am allergic to kiwis.", by=Change.By.LEARNING).memory is None
        assert manifest(exported(bob))["digest"] == manifest(data)["digest"]


def test_without_its_code_the_rest_comes_along(full: User, bob: User) -> None:
    data = exported(full)
    with override_settings(ENCRYPTION_KEYS=[Fernet.generate_key().decode()]):
        imported(bob, data)
        assert manifest(exported(bob))["digest"] == manifest(data)["digest"]
        with acting_as(bob):
            assert not Forgotten.objects.exists()


def first_sealed(data: bytes) -> bytes:
    return read(data, "forgotten.sealed").encode().splitlines()[0]


def test_people_can_read_it(full: User) -> None:
    data = exported(full)
    memories = read(data, "memories.md")
    assert "## Shed" in memories
    assert f"> {BOAT} — From your chat" in memories
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert {"files/plan.txt", "files/plan (2).txt"} <= set(names)
    assert any(name.startswith("conversations/") and "My boat" in name for name in names)
    assert any(name.startswith("mail/") and "Pier 4" in name for name in names)
    assert all(".." not in name and not name.startswith("/") for name in names)
    assert "between us" not in "".join(read(data, name) for name in names if name.endswith(".md"))
    assert "memories" in read(data, "README.md")


def test_only_an_empty_account_takes_it(full: User, bob: User) -> None:
    data = exported(full)
    with acting_as(bob):
        remember(bob, "I row.", by=Change.By.PERSON)
    with pytest.raises(Refused) as refused:
        imported(bob, data)
    assert refused.value.code == "not_empty"


@pytest.mark.parametrize(
    ("name", "replace"),
    [
        ("data/memories.source.jsonl", {"pier nine": "pier ten"}),
        ("manifest.json", {'"digest": "': '"digest": "0'}),
        ("manifest.json", {'"format": "yarnnn"': '"format": "other"'}),
        ("manifest.json", {'"version": 1': '"version": 99'}),
        ("manifest.json", {"{": ""}),
    ],
)
def test_one_that_was_changed_is_refused_whole(
    full: User, bob: User, name: str, replace: dict[str, str]
) -> None:
    data = changed(exported(full), name, replace)
    with pytest.raises(Refused):
        imported(bob, data)
    with acting_as(bob):
        assert archive.is_empty(bob)


def test_what_is_cut_off_or_none_at_all_is_refused(full: User) -> None:
    data = exported(full)
    for broken in (data[: len(data) // 2], b"", b"PK\x03\x04 nothing", b"{}"):
        with pytest.raises(archive.Damaged):
            archive.opened(io.BytesIO(broken))


def test_nothing_of_anothers_is_reached_by_a_made_up_id(full: User, bob: User) -> None:
    """An archive is whole only if what it refers to is in it, whoever's ids somebody writes."""
    data = exported(full)
    lines = read(data, "data/memories.chunk.jsonl").splitlines()
    with acting_as(full):
        theirs = Source.objects.values_list("pk", flat=True).first()
    assert theirs
    told = json.loads(lines[0])
    real = told["source"]
    forged = str(archive.PortableIds(bob).of(theirs))
    forged_data = changed(data, "data/memories.chunk.jsonl", {real: forged})
    digest = Digest()
    with zipfile.ZipFile(io.BytesIO(forged_data)) as opened:
        for name in opened.namelist():
            table = name.removeprefix("data/").removesuffix(".jsonl")
            if name.startswith("data/") and table != "memories.work":
                for line in opened.read(name).decode().splitlines():
                    digest.add(table, line)
    old = manifest(data)["digest"]
    forged_data = changed(forged_data, "manifest.json", {old: digest.hex})
    with pytest.raises(archive.Damaged):
        archive.opened(io.BytesIO(forged_data))


def test_an_empty_memory_is_exported_too(alice: User, bob: User) -> None:
    data = exported(alice)
    imported(bob, data)
    assert manifest(exported(bob))["digest"] == manifest(data)["digest"]
    with acting_as(bob):
        assert not Conversation.objects.exists()
        assert not Message.objects.exists()
