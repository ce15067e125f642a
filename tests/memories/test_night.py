"""The night: what fades and what does not, once and no more, and back again to the letter."""

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.keeping import NewSource, Quote, Refused, editing, keep, note_used, remember
from memories.keeping.journal import snapshot
from memories.learning import run_night
from memories.learning.night import (
    NightUnderWay,
    begin_nights,
    night_waiting,
    take_back,
    take_back_all,
)
from memories.models import Change, Chunk, Entity, Memory, Mention, Night, Work
from memories.recall import Query, recall
from memories.source_kinds import CHAT

pytestmark = pytest.mark.django_db


def learned(user: User, text: str, *, days_ago: int = 0, thread: str = "a chat") -> Memory:
    """Something learned from a chat, and not used since."""
    at = timezone.now() - timedelta(days=days_ago)
    with acting_as(user):
        source = keep(user, NewSource(CHAT, text, thread=thread, happened_at=at))
        quote = Quote(source, 0, len(text))
        memory = remember(user, text, by=Change.By.LEARNING, quote=quote).memory
        assert memory
        Memory.objects.filter(pk=memory.pk).update(updated=at, created=at)
    return memory


def state_of(memory: Memory) -> str:
    with acting_as(memory.user_id):
        return Memory.objects.get(pk=memory.pk).state


def all_of(user: User) -> list[dict[str, Any]]:
    with acting_as(user):
        return [dict(row) for row in Memory.objects.filter(user=user).order_by("pk").values()]


def night_changes(user: User) -> list[Change]:
    with acting_as(user):
        return list(Change.objects.filter(user=user, by=Change.By.NIGHT).order_by("at"))


def test_what_was_not_used_for_long_fades_with_its_reason(alice: User) -> None:
    old = learned(alice, "The pond froze over.", days_ago=80)
    new = learned(alice, "The gate is green.", days_ago=60)
    assert run_night(alice).faded == 1
    assert (state_of(old), state_of(new)) == ("faded", "current")
    (change,) = night_changes(alice)
    assert change.why == "Not used for 80 days."


@pytest.mark.long
def test_ninety_nights_are_the_formula(alice: User) -> None:
    """Each fades in the night in which confidence × exp(−0.1 × days^0.8) falls below 0.05."""
    sure = {learned(alice, f"Gate {n} is green."): n / 10 for n in (1, 2, 3, 5, 7, 9, 10)}
    with acting_as(alice):
        for memory, confidence in sure.items():
            Memory.objects.filter(pk=memory.pk).update(confidence=confidence)
    for day in range(1, 91):
        with acting_as(alice):
            ago = timezone.now() - timedelta(days=day)
            Memory.objects.filter(user=alice).update(updated=ago)
        run_night(alice)
        faded = [confidence for it, confidence in sure.items() if state_of(it) == "faded"]
        due = [c for c in sure.values() if c * math.exp(-0.1 * day**0.8) < 0.05]
        assert faded == due, day
    assert len(faded) == len(sure)
    with acting_as(alice):
        stored = dict(Memory.objects.values_list("pk", "confidence"))
    assert stored == {memory.pk: confidence for memory, confidence in sure.items()}


def test_it_is_counted_from_the_last_use_and_never_compounds(alice: User) -> None:
    used = learned(alice, "The pond froze over.", days_ago=200)
    with acting_as(alice):
        note_used(alice, [used.pk])
    before = all_of(alice)
    for _ in range(3):
        assert run_night(alice).faded == 0
    assert all_of(alice) == before


def test_the_confirmed_the_pinned_the_hand_written_and_the_protected_stay(alice: User) -> None:
    stay = [
        learned(alice, f"The {thing} is green.", days_ago=300)
        for thing in ("gate", "roof", "boat", "shed")
    ]
    with acting_as(alice):
        editing.confirm(alice, stay[0], by=Change.By.PERSON)
        Memory.objects.filter(pk=stay[1].pk).update(pinned=True)
        wren = Entity.objects.create(user=alice, name="Wren", type="thing", protected=True)
        Mention.objects.create(user=alice, entity=wren, memory=stay[2])
        written = remember(alice, "The pond froze over.", by=Change.By.PERSON).memory
        assert written
        long_ago = timezone.now() - timedelta(days=300)
        Memory.objects.filter(pk__in=[written.pk, stay[0].pk]).update(updated=long_ago)
    assert run_night(alice).faded == 1
    assert [state_of(it) for it in (*stay, written)] == ["current"] * 3 + ["faded", "current"]


def test_a_night_is_done_once_however_often_it_runs(alice: User) -> None:
    learned(alice, "The pond froze over.", days_ago=80)
    run_night(alice)
    first = all_of(alice), night_changes(alice)
    assert run_night(alice).faded == 0
    assert (all_of(alice), night_changes(alice)) == first
    with acting_as(alice):
        assert Night.objects.filter(user=alice).count() == 1


def test_what_faded_is_found_when_asked_for_directly_and_not_in_passing(alice: User) -> None:
    it = learned(alice, "The heron at the weir is called Osbert.", days_ago=80)
    with acting_as(alice):
        # The memory alone: what was said in the chat stays findable as it is.
        Chunk.objects.filter(evidence__memory=it).update(hidden=timezone.now())
    run_night(alice)

    def found(question: str) -> bool:
        items = recall(alice, Query(question, kinds=frozenset(Memory.Kind))).items
        return it.pk in {item.memory_id for item in items}

    assert found("What is the heron at the weir called?")
    assert not found("Which birds are called what where I go on holiday in summer?")


def test_what_is_used_again_comes_back(alice: User) -> None:
    it = learned(alice, "The pond froze over.", days_ago=80)
    run_night(alice)
    with acting_as(alice):
        note_used(alice, [it.pk])
    assert run_night(alice).back == 1
    assert state_of(it) == "current"


def test_two_that_say_the_same_become_one(alice: User) -> None:
    first = learned(alice, "The gate is green.", days_ago=2)
    with acting_as(alice):
        second = Memory.objects.create(
            user=alice, content="the gate is green", source_kind=CHAT, origin="extracted"
        )
    assert run_night(alice).merged == 1
    assert (state_of(first), state_of(second)) == ("current", "superseded")
    assert run_night(alice).merged == 0


def test_a_night_is_taken_back_to_the_letter(alice: User) -> None:
    for number in range(5):
        learned(alice, f"The gate number {number} is green.", days_ago=80)
    learned(alice, "The pond froze over.", days_ago=2)
    with acting_as(alice):
        Memory.objects.create(
            user=alice, content="the pond froze over", source_kind=CHAT, origin="extracted"
        )
    before = all_of(alice)
    done = run_night(alice)
    assert (done.faded, done.merged) == (5, 1)
    assert all_of(alice) != before
    with acting_as(alice):
        assert take_back_all(alice) == (6, 0)
    assert all_of(alice) == before
    # It does not fade the next night either.
    assert run_night(alice).faded == 0


def test_what_was_changed_since_is_left_as_it_is(alice: User) -> None:
    it = learned(alice, "The pond froze over.", days_ago=80)
    run_night(alice)
    (change,) = night_changes(alice)
    with acting_as(alice):
        editing.confirm(alice, it, by=Change.By.PERSON)
        with pytest.raises(Refused):
            take_back(alice, change)


def test_it_goes_on_where_it_was_broken_off(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        learned(alice, f"The gate number {number} is green.", days_ago=80)
    monkeypatch.setattr("memories.learning.night.run.BATCH", 2)
    monkeypatch.setattr("memories.learning.night.fading.BATCH", 2)
    stopped = snapshot
    calls = iter(range(100))

    def dies(memory: Memory) -> dict[str, Any]:
        if next(calls) > 5:
            raise RuntimeError("killed")
        return stopped(memory)

    monkeypatch.setattr("memories.learning.night.fading.snapshot", dies)
    with pytest.raises(RuntimeError):
        run_night(alice)
    assert 0 < len(night_changes(alice)) < 6
    # Whoever died held the night: nobody else begins it until the lease is over.
    with pytest.raises(NightUnderWay):
        run_night(alice)
    Work.objects.filter(kind=work.NIGHT).update(lease=timezone.now())
    monkeypatch.setattr("memories.learning.night.fading.snapshot", stopped)
    run_night(alice)
    assert len(night_changes(alice)) == 6
    assert {row["state"] for row in all_of(alice)} == {"faded"}


def test_it_begins_at_one_in_each_persons_zone_and_once_a_day(alice: User) -> None:
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo", date_joined=long_ago)
    User.objects.exclude(pk=alice.pk).update(is_active=False)
    # 00:30 and 01:30 in Tokyo.
    assert begin_nights(datetime(2026, 11, 22, 15, 30, tzinfo=UTC)) == 0
    assert begin_nights(datetime(2026, 11, 22, 16, 30, tzinfo=UTC)) == 1
    assert night_waiting(alice.pk)
    assert Work.objects.get(kind=work.NIGHT).state == Work.State.DONE
    with acting_as(alice):
        night = Night.objects.get(user=alice)
        assert night.finished
        Night.objects.update(day=datetime(2026, 11, 23, tzinfo=UTC).date())
    assert begin_nights(datetime(2026, 11, 22, 16, 45, tzinfo=UTC)) == 0
    # A machine that was off at one does it once it is on: 12:00 in Tokyo, the day after.
    assert begin_nights(datetime(2026, 11, 24, 3, 0, tzinfo=UTC)) == 1


def test_who_came_since_one_has_no_night_yet(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(date_joined=datetime(2026, 11, 22, 9, tzinfo=UTC))
    User.objects.exclude(pk=alice.pk).update(is_active=False)
    assert begin_nights(datetime(2026, 11, 22, 12, tzinfo=UTC)) == 0
    assert begin_nights(datetime(2026, 11, 23, 1, 5, tzinfo=UTC)) == 1


def test_one_night_at_a_time(alice: User) -> None:
    held = work.take(alice.pk, work.NIGHT, alice.pk)
    assert held
    with pytest.raises(NightUnderWay):
        run_night(alice)
    client = Client()
    client.force_login(alice)
    shown = client.post("/memory/night/run", follow=True).content.decode()
    assert "already tidying up" in shown
    work.finish([held])
    assert run_night(alice).faded == 0


def test_it_lets_others_have_a_turn_and_goes_on(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(alice, "The pond froze over.", days_ago=80)
    monkeypatch.setattr("memories.learning.night.run.LONGEST", 0.0)
    assert run_night(alice).more
    monkeypatch.undo()
    with acting_as(alice):
        assert Night.objects.get(user=alice).finished is None
    Work.objects.filter(kind=work.NIGHT).update(not_before=timezone.now())
    assert night_waiting(alice.pk)
    with acting_as(alice):
        assert Night.objects.get(user=alice).finished
        assert Memory.objects.get(user=alice).state == "faded"


def test_what_could_not_be_learned_is_tried_again(alice: User) -> None:
    with acting_as(alice):
        source = keep(alice, NewSource(CHAT, "The pond froze over.", thread="a chat"))
        work.enqueue(alice.pk, work.LEARN, [source.pk])
    Work.objects.filter(kind=work.LEARN).update(state=Work.State.FAILED)
    assert run_night(alice).retried == 1
    assert Work.objects.get(kind=work.LEARN, subject=source.pk).state == Work.State.WAITING


def test_the_page_the_button_and_the_command(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    learned(alice, "The pond froze over.", days_ago=80)
    client = Client()
    client.force_login(alice)
    assert "Nothing changed" in client.get("/memory/night").content.decode()
    shown = client.post("/memory/night/run", follow=True).content.decode()
    assert "The pond froze over." in shown
    assert "Not used for 80 days." in shown
    assert "Last night: 1 faded" in client.get("/today").content.decode()
    client.post("/memory/night/back")
    assert "Nothing changed" in client.get("/memory/night").content.decode()
    call_command("consolidate", user=alice.email)
    assert "0 faded" in capsys.readouterr().out
