"""Two that write at the same moment: the last one wins, and what was forgotten stays forgotten."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connections

from accounts.models import User
from database.acting import acting_as
from memories.errors import Refused
from memories.forgetting.forget import erase, forget
from memories.keeping.editing import confirm, correct, edit, move
from memories.keeping.remember import Outcome, remember
from memories.models import Change, Memory

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_key_written_side_by_side_is_one_memory(alice: User) -> None:
    def write(number: int) -> Outcome:
        try:
            with acting_as(alice):
                return remember(
                    alice,
                    f"Theme number {number}",
                    by=Change.By.API,
                    namespace=["app", "look"],
                    key="theme",
                ).outcome
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(write, range(24)))
    assert outcomes.count(Outcome.NEW) == 1
    assert outcomes.count(Outcome.UPDATED) == 23
    with acting_as(alice):
        assert Memory.objects.count() == 1


def test_the_same_thing_said_side_by_side_is_remembered_once(alice: User) -> None:
    def write(_: int) -> Outcome:
        try:
            with acting_as(alice):
                return remember(alice, "I drink green tea", by=Change.By.API).outcome
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(write, range(16)))
    assert outcomes.count(Outcome.NEW) == 1
    with acting_as(alice):
        assert Memory.objects.filter(state="current").count() == 1


def test_what_was_forgotten_meanwhile_is_not_brought_back_by_an_edit(alice: User) -> None:
    with acting_as(alice):
        memory = remember(alice, "I drink green tea", by=Change.By.PERSON).memory
        assert memory
        seen = Memory.objects.get(pk=memory.pk)
        forget(alice, [memory.pk], by=Change.By.PERSON)
        changes: list[Callable[[], Memory]] = [
            lambda: edit(alice, seen, by=Change.By.API, pinned=True),
            lambda: correct(alice, seen, "I drink coffee", by=Change.By.API),
            lambda: confirm(alice, seen, by=Change.By.API),
            lambda: move(alice, seen, None, by=Change.By.API),
        ]
        for change in changes:
            with pytest.raises(Refused, match="no longer a current memory"):
                change()
            seen.state = Memory.State.CURRENT
        erase(alice, memory.pk)
        with pytest.raises(Refused, match="no such memory"):
            confirm(alice, seen, by=Change.By.API)


def test_forgetting_and_editing_side_by_side_ends_in_one_of_both(alice: User) -> None:
    with acting_as(alice):
        memories = [
            remember(alice, f"I own a lantern, number {n * 37}", by=Change.By.PERSON).memory
            for n in range(8)
        ]

    def write(memory: Memory | None) -> None:
        assert memory
        try:
            with acting_as(alice), suppress(Refused):
                edit(alice, memory, by=Change.By.API, importance=0.9)
            with acting_as(alice):
                forget(alice, [memory.pk], by=Change.By.PERSON)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, memories))
    with acting_as(alice):
        assert not Memory.objects.exclude(state="forgotten").exists()
        assert not Memory.objects.exclude(content="").exists()
