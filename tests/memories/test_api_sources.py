"""A history from elsewhere, kept over the API with its own dates."""

import threading
from typing import Any

import pytest
from django.db import connection

from accounts.models import ApiToken, Project, User
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.models import Memory, Source
from tests.memories.calls import Answer, Program

LONG_AGO = "2024-02-03T09:30:00+01:00"


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


def restored(program: Program, text: str = "I am allergic to peanuts.", **more: Any) -> Answer:
    return program.post("sources", {"text": text, "kind": "import", **more})


def test_what_the_person_said_is_kept_with_its_date_and_learned(program: Program) -> None:
    answer = restored(program, happened_at=LONG_AGO, external_id="turn-1", thread="talk")
    assert answer.status == 201
    assert answer.data["happened_at"] == "2024-02-03T08:30:00Z"
    assert (answer.data["kind"], answer.data["author"]) == ("import", "person")
    (memory,) = answer.data["memories"]
    assert memory["content"] == "I am allergic to peanuts."
    assert memory["event_time"] == "2024-02-03T08:30:00Z"
    assert memory["source"]["id"] == answer.data["id"]
    while embed_waiting(program.user.pk):
        pass
    best = program.get("recall", q="which nuts must I avoid?").data["items"][0]
    assert best["source"]["id"] == answer.data["id"]


@pytest.mark.parametrize("author", ["assistant", "other"])
def test_anothers_words_are_found_and_teach_nothing(program: Program, author: str) -> None:
    text = "I live in a lighthouse."
    answer = restored(program, text, author=author, speaker="Dana Whitfield")
    assert answer.data["memories"] == []
    items = program.get("recall", q="who lives in a lighthouse?", source="import").data["items"]
    assert [(item["text"], item["own_words"]) for item in items] == [(text, False)]


def test_lines_that_quote_somebody_are_nobodys_own(program: Program) -> None:
    text = (
        "Karl wrote:\n> I live in Rome\n> and I love opera\n\nI answered that Tom lives in Ghent."
    )
    restored(program, text)
    items = program.get("recall", q="who lives in Rome or in Ghent?").data["items"]
    own = {item["quote"].strip(): item["own_words"] for item in items if item["id"][:3] == "imp"}
    assert own["> I live in Rome\n> and I love opera"] is False
    assert all(theirs for quote, theirs in own.items() if "Rome" not in quote)
    memories = program.get("memories").data["memories"]
    assert not [memory for memory in memories if "Rome" in memory["content"]]
    answer = program.post("chat", {"message": "Where do I live?"}).data
    assert answer["verdict"] != "sure"
    assert "A quote in what you wrote" in answer["answer"]
    assert ">" not in answer["answer"]


def test_the_same_external_id_is_kept_once(program: Program) -> None:
    first = restored(program, external_id="turn-1")
    again = restored(program, "Something else.", external_id="turn-1")
    assert (first.status, again.status) == (201, 200)
    assert again.data == first.data
    note = program.post("sources", {"text": "A note.", "kind": "note", "external_id": "turn-1"})
    assert note.status == 201


def test_what_was_forgotten_is_not_brought_back(program: Program, alice: User) -> None:
    (memory,) = restored(program).data["memories"]
    program.delete(f"memories/{memory['id']}")
    answer = restored(program, external_id="from-a-backup")
    assert answer.data["memories"] == []
    found = program.get("recall", q="am I allergic to peanuts?").data["items"]
    assert all("peanuts" not in item["text"] for item in found)
    with acting_as(alice):
        assert not Memory.objects.filter(state=Memory.State.CURRENT).exists()


def test_it_may_belong_to_a_project(program: Program, garden: Project) -> None:
    answer = restored(program, "I keep roses there.", project=str(garden.pk))
    assert answer.data["project"] == str(garden.pk)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "note"}, "missing"),
        ({"text": "x"}, "missing"),
        ({"text": " ", "kind": "note"}, "empty"),
        ({"text": "a\0b", "kind": "note"}, "nul"),
        ({"text": "x" * 100_001, "kind": "note"}, "invalid"),
        ({"text": "x", "kind": "gmail"}, "invalid"),
        ({"text": "x", "kind": "note", "author": "me"}, "invalid"),
        ({"text": "x", "kind": "note", "happened_at": "yesterday"}, "invalid"),
        ({"text": "x", "kind": "note", "happened_at": "2024-02-03T09:30:00"}, "invalid"),
        ({"text": "x", "kind": "note", "external_id": ""}, "invalid"),
        ({"text": "x", "kind": "note", "title": "x" * 501}, "invalid"),
        ({"text": "x", "kind": "note", "who": "me"}, "unknown_field"),
    ],
)
def test_a_bad_source_is_one_clear_error(
    program: Program, alice: User, body: dict[str, str], code: str
) -> None:
    answer = program.post("sources", body)
    assert (answer.status, answer.code) == (422, code)
    with acting_as(alice):
        assert not Source.objects.exists()


def test_a_token_that_may_only_read_keeps_nothing(alice: User) -> None:
    reader = Program(alice, ApiToken.Scope.READ)
    assert restored(reader).code == "read_only"


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_keeps_it(program: Program) -> None:
    answers: list[Answer] = []

    def send() -> None:
        answers.append(restored(program, external_id="turn-1"))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status for answer in answers) == [200, 200, 200, 201]
    assert len({answer.data["id"] for answer in answers}) == 1
