"""A kind of source that the application has never heard of works by its declaration alone."""

import subprocess
from dataclasses import replace
from datetime import date

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from chat import converse
from chat.answering import answer
from chat.models import Message
from database.acting import acting_as
from memories import source_kinds
from memories.forgetting.forget import restore
from memories.keeping import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.learning import learn_waiting
from memories.models import Chunk, Memory, SearchItem, Source
from memories.recall import Query, recall
from memories.source_kinds import ArchiveRules, SourceKind, all_of_them, register, registered
from tests.diary.keeping import tear_out, write
from tests.diary.models import Entry
from tests.diary.source_kind import DIARY, KIND
from tests.environment import PROJECT
from tests.memories.calls import Program
from tests.portability.archives import exported, imported

pytestmark = pytest.mark.django_db(transaction=True)

KINDS_OF_FILES = ("*.py", "*.html", "*.toml", "*.js", "*.css")
TEXT = "My sister Tove keeps bees at the harbour. It rained."
LIGHTHOUSE = "The lighthouse was painted red in 1921."

QUESTION = "When was the lighthouse painted red?"


@pytest.fixture
def entry(alice: User) -> Entry:
    with acting_as(alice):
        written = write(alice, date(2026, 7, 4), TEXT)
    while learn_waiting(alice.pk) or embed_waiting(alice.pk):
        pass
    return written


@pytest.fixture
def lighthouse(alice: User) -> Entry:
    """A day that teaches nothing about her."""
    with acting_as(alice):
        written = write(alice, date(2026, 7, 5), LIGHTHOUSE)
    while learn_waiting(alice.pk) or embed_waiting(alice.pk):
        pass
    return written


@pytest.fixture
def web(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def learned(user: User) -> Memory:
    with acting_as(user):
        return Memory.objects.get(user=user, content__contains="Tove")


def passages(user: User, question: str = QUESTION) -> list[str]:
    found = recall(user, Query(question, sources=frozenset({DIARY}))).items
    return [item.quote for item in found if item.id.startswith("diary:")]


def test_it_is_kept_learned_from_and_recalled(alice: User, entry: Entry, lighthouse: Entry) -> None:
    assert learned(alice).source_kind == DIARY
    assert passages(alice) == [LIGHTHOUSE]
    with acting_as(alice):
        item = SearchItem.objects.get(user=alice, chunk__source=entry.source_id)
        assert item.part == KIND.number
    assert recall(alice, Query(QUESTION, sources=frozenset({"note"}))).items == ()


def test_an_answer_cites_it_and_says_where_it_comes_from(
    alice: User, lighthouse: Entry, web: Client
) -> None:
    with acting_as(alice):
        turn = converse.say(alice, None, QUESTION)
    answer.answer_now(alice.pk, turn.answer.pk)
    with acting_as(alice):
        told = Message.objects.get(pk=turn.answer.pk)
        (citation,) = told.citations.all()
        assert citation.chunk is not None
        assert citation.chunk.source_id == lighthouse.source_id
    page = web.get(f"/chat/{told.conversation_id}").content.decode()
    assert "From your diary entry “5 July 2026”" in page
    assert "1 diary entry" in page
    assert f'href="/diary/source/{lighthouse.source_id}?at=' in page
    assert "diary entries" in all_of_them()


def test_pages_lists_and_the_api_know_it(
    alice: User, entry: Entry, lighthouse: Entry, web: Client
) -> None:
    memory = learned(alice)
    rows = web.get("/memory").content.decode()
    assert "From your diary entry “4 July 2026”" in rows
    assert 'href="/diary"' in rows
    assert memory.content in web.get("/memory?source=diary").content.decode()
    assert memory.content not in web.get("/memory?source=note").content.decode()
    assert web.get("/memory?source=dairy").status_code == 404
    assert 'href="/diary"' in web.get("/palette?q=dia").content.decode()
    at = TEXT.index("It rained")
    shown = web.get(f"/diary/source/{entry.source_id}?at={at}-{len(TEXT)}").content.decode()
    assert f'<mark id="passage">{TEXT[at:]}</mark>' in shown
    assert 'href="/diary" aria-current="page"' in shown
    program = Program(alice)
    (found, *_) = program.get("recall", q=QUESTION, source="diary").data["items"]
    assert found["source"]["kind"] == DIARY
    assert program.get("memories", source="diary").data["memories"][0]["id"] == str(memory.pk)
    assert program.get("memories", source="dairy").status == 422
    (kinds,) = [
        parameter["schema"]["enum"]
        for parameter in web.get("/api/schema").json()["paths"]["/api/memories"]["get"][
            "parameters"
        ]
        if parameter["name"] == "source"
    ]
    assert DIARY in kinds


def test_what_is_forgotten_is_gone_from_it_and_can_come_back(
    alice: User, entry: Entry, web: Client
) -> None:
    memory = learned(alice)
    answered = web.post(
        reverse("memories:forget", args=[memory.pk]), headers={"HX-Request": "true"}
    )
    assert "1 sentence in 1 diary entry" in answered.content.decode()
    with acting_as(alice):
        assert "Tove" not in Source.objects.get(pk=entry.source_id).text
    assert "Tove" not in web.get("/diary").content.decode()
    assert not any("Tove" in quote for quote in passages(alice, "Who keeps bees?"))
    with acting_as(alice):
        restore(alice, memory.pk)
        assert Source.objects.get(pk=entry.source_id).text == TEXT


def test_a_day_that_is_torn_out_leaves_nothing(alice: User, entry: Entry) -> None:
    with acting_as(alice):
        tear_out(alice, entry)
        for model in (Entry, Source, Chunk, Memory, SearchItem):
            assert not model.objects.filter(user=alice).exists()
    assert passages(alice) == []


def test_it_goes_with_the_account(alice: User, entry: Entry, web: Client) -> None:
    assert "1 diary entry" in web.get("/settings/delete").content.decode()
    alice.set_password("correct horse battery staple")
    alice.save()
    web.force_login(alice)
    web.post("/settings/delete", {"password": "correct horse battery staple"})
    with acting_as(alice):
        assert not Entry.objects.filter(user=alice).exists()
        assert not Source.objects.filter(user=alice).exists()


def test_it_comes_along_in_an_export(alice: User, bob: User, entry: Entry) -> None:
    imported(bob, exported(alice))
    with acting_as(bob):
        brought = Entry.objects.select_related("source").get(user=bob)
        assert (brought.day, brought.source.text) == (entry.day, TEXT)


def test_an_export_leaves_out_what_its_declaration_says_and_says_so(
    alice: User, bob: User, entry: Entry, web: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = ArchiveRules(
        columns_left_out={"diary.entry": ("day",)},
        on_restore={"diary.entry": lambda row: setattr(row, "day", date(1900, 1, 1))},
        stays_here="The day stays here too.",
    )
    monkeypatch.setitem(source_kinds._kinds, DIARY, replace(KIND, archive=rules))
    assert "stays here too. The day stays here too." in web.get("/settings/export").content.decode()
    imported(bob, exported(alice))
    with acting_as(bob):
        assert Entry.objects.get(user=bob).day == date(1900, 1, 1)


def test_two_kinds_cannot_have_one_place_in_the_index() -> None:
    other = SourceKind(
        name="calendar", number=KIND.number, label="Calendar", icon="note", noun=KIND.noun
    )
    with pytest.raises(ValueError, match="taken"):
        register(other)
    assert other not in registered()


def test_what_a_room_left_that_was_taken_out_has_plain_words(
    alice: User, entry: Entry, web: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {kind.name: kind for kind in registered() if kind.name != DIARY}
    monkeypatch.setattr(source_kinds, "_kinds", left)
    memory = learned(alice)
    assert "From your source “4 July 2026”" in web.get("/memory").content.decode()
    assert web.get(f"/memory/{memory.pk}/history").status_code == 200
    program = Program(alice)
    (found,) = program.get("memories").data["memories"]
    assert found["source"]["kind"] == DIARY
    assert program.get("memories", source=DIARY).status == 422
    with acting_as(alice), pytest.raises(ValueError, match="No source kind"):
        keep(alice, NewSource(DIARY, "It rained again."))


def test_its_migration_is_complete() -> None:
    call_command("makemigrations", "diary", check=True, dry_run=True, verbosity=0)


def test_nothing_outside_its_folder_names_it_but_a_setting_and_its_addresses() -> None:
    named = subprocess.run(
        [
            "git",
            "grep",
            "-l",
            "-E",
            r"tests\.diary|\bdiary:|['\"]diary['\"]",
            "--",
            *KINDS_OF_FILES,
        ],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    outside = {name for name in named if not name.startswith("tests/diary/")}
    assert outside == {"tests/settings.py", "tests/walls/diary_routes.py"}
