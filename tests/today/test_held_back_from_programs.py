"""What a program says and may be what was forgotten waits for the person, who says what it is."""

from typing import Any

import pytest
from django.test import Client

from accounts.grants import Grant
from accounts.models import User
from database.acting import acting_as
from doors.caller import Caller
from doors.tools import do_correct, do_remember
from memories.forgetting import forget, held_back, restore
from memories.keeping import Refused, correct, remember
from memories.keeping.editing import edit
from memories.models import Change, Chunk, Memory, Source
from memories.recall import Query, recall
from tests.memories.calls import Program

pytestmark = pytest.mark.django_db

FACT = "My sister Joan is getting a divorce."
NEARLY = "Joan and her husband are splitting up for good."
QUESTION = "Are Joan and her husband splitting up?"
PLACE = {"namespace": ["robot", "notes"], "key": "joan"}


@pytest.fixture
def gone(alice: User) -> Memory:
    """What was forgotten, and stays so until somebody restores it."""
    with acting_as(alice):
        memory = remember(alice, FACT, by=Change.By.PERSON).memory
        assert memory is not None
        forget(alice, [memory.pk], by=Change.By.PERSON)
    return memory


def answered(user: User, chunk: Chunk, as_: str) -> None:
    client = Client()
    client.force_login(user)
    client.post(f"/today/held/{chunk.pk}", {"as": as_})


def found(user: User) -> str:
    items = recall(user, Query(QUESTION)).items
    return " / ".join(f"{item.text} {item.quote}" for item in items)


def waiting(user: User) -> Chunk:
    with acting_as(user):
        return held_back(user).get()


def remembered(user: User) -> Memory:
    with acting_as(user):
        return Memory.objects.get(content__contains="splitting")


def by_call(user: User) -> None:
    told = Program(user).post("memories", {"content": NEARLY, "tags": ["family"]} | PLACE)
    assert (told.status, told.data) == (202, {"outcome": "held_back"})


def by_the_store(user: User) -> None:
    told = Program(user).put("store", {"content": NEARLY, "tags": ["family"]} | PLACE)
    assert (told.status, told.data["success"], told.data["code"]) == (202, False, "held_back")


def among_many(user: User) -> None:
    other = {"namespace": ["robot", "notes"], "key": "boiler", "content": "The boiler is loud."}
    nearly = {"content": NEARLY, "tags": ["family"]} | PLACE
    results = Program(user).post("store/batch", {"items": [other, nearly]}).data["results"]
    assert [each["code"] for each in results] == ["", "held_back"]


WAYS = [by_call, by_the_store, among_many]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_it_waits_and_is_remembered_as_it_was_meant(alice: User, gone: Memory, way: Any) -> None:
    way(alice)
    assert "splitting" not in found(alice)
    assert NEARLY in waiting(alice).text
    answered(alice, waiting(alice), "other")
    memory = remembered(alice)
    assert (memory.namespace, memory.key) == (PLACE["namespace"], PLACE["key"])
    assert memory.tags == ["family"]
    assert "splitting" in found(alice)
    with acting_as(alice):
        assert not Source.objects.filter(metadata__has_key="wanted").exists()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_it_was_goes_with_all_that_was_to_be_noted(
    alice: User, gone: Memory, way: Any
) -> None:
    way(alice)
    answered(alice, waiting(alice), "forgotten")
    with acting_as(alice):
        assert not held_back(alice).exists()
        assert not Source.objects.filter(metadata__icontains="splitting").exists()
        assert not Source.objects.filter(text__contains="splitting").exists()
    assert "splitting" not in found(alice)


def test_it_is_remembered_once_nothing_like_it_is_forgotten(alice: User, gone: Memory) -> None:
    by_call(alice)
    with acting_as(alice):
        restore(alice, gone.pk)
        assert not held_back(alice).exists()
    assert remembered(alice).key == PLACE["key"]


def test_over_mcp_the_program_is_told_that_it_waits(alice: User, gone: Memory) -> None:
    caller = Caller(alice, "Robot", Grant())
    assert do_remember(caller, NEARLY, "")["held_back"] is True
    assert "splitting" not in found(alice)
    answered(alice, waiting(alice), "other")
    assert remembered(alice).metadata == {"said_by": "Robot"}


def test_a_turn_of_a_chat_kept_by_a_program_is_asked_about_too(alice: User, gone: Memory) -> None:
    told = {"text": NEARLY, "kind": "chat"}
    assert Program(alice).post("sources", told).status == 201
    assert NEARLY in waiting(alice).text


def test_no_other_memory_is_changed_into_it(alice: User, gone: Memory) -> None:
    program = Program(alice)
    with acting_as(alice):
        other = remember(alice, "Joan has a boat in Whitby.", by=Change.By.PERSON).memory
    assert other is not None
    for words, code in ((FACT, "forgotten"), (NEARLY, "held_back")):
        assert program.patch(f"memories/{other.pk}", {"content": words}).code == code
        assert program.post(f"memories/{other.pk}/correct", {"content": words}).code == code
        with acting_as(alice):
            for change in (edit, correct):
                with pytest.raises(Refused):
                    change(alice, other, content=words, by=Change.By.PERSON)
    caller = Caller(alice, "Robot", Grant())
    kept = do_remember(caller, "Joan likes sailing.", "")
    with pytest.raises(Refused):
        do_correct(caller, kept["id"], FACT)
    with acting_as(alice):
        other.refresh_from_db()
        assert other.content == "Joan has a boat in Whitby."


def test_who_adds_it_by_hand_is_asked_at_once(alice: User, gone: Memory) -> None:
    client = Client()
    client.force_login(alice)
    asked = client.post("/memory/add", {"content": NEARLY, "project": ""})
    assert asked.status_code == 422
    assert "This is like something you had me forget" in asked.content.decode()
    client.post("/memory/add", {"content": NEARLY, "project": "", "again": "on"})
    assert remembered(alice).content == NEARLY
