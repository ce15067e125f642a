"""Whoever has little to be done does not wait for whoever has much.

The real tasks are run in the order in which their messages came, as one worker would.
"""

import time
import warnings
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from database.ids import uuid7
from documents.source_kind import READ
from memories import work
from memories.keeping import vectors
from memories.keeping.sources import NewSource, keep
from memories.models import Nudge, Source, Work
from memories.source_kinds import CHAT, NOTE
from memories.work import nudging, turns
from yarnnn.celery import app

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

MANY = 500


EMBEDDING = "memories.tasks.embed"


class Nudger(nudging._Nudger):
    """Sends when it is told to, not in a thread of its own: nothing is ever on its way unseen."""

    def send(self, nudge: nudging._Waiting) -> None:
        self._waiting.add(nudge)


class Broker:
    """The messages of one queue, and a worker that takes one after the other."""

    def __init__(self, nudger: Nudger) -> None:
        self.nudger = nudger
        self.messages: list[tuple[str, Any]] = []

    def send_task(self, task: str, args: Any = (), **_: Any) -> None:
        self.messages.append((task, args or ()))

    def settle(self) -> None:
        """What was nudged for lies in the queue."""
        assert self.nudger.send_waiting()

    def work(self, units: int) -> None:
        """Let the worker embed that many times, or as often as there is something to embed.

        Tasks of other kinds, which the time that it all takes brings along, are done in between.
        """
        while units:
            self.settle()
            if not self.messages:
                return
            task, args = self.messages.pop(0)
            app.tasks[task].run(*args)
            units -= task == EMBEDDING


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    with warnings.catch_warnings(action="ignore"):
        app.loader.import_default_modules()
        app.finalize()
    nudger = Nudger()
    broker = Broker(nudger)
    monkeypatch.setattr(nudging, "_nudger", nudger)
    monkeypatch.setattr("memories.work.nudging.current_app", broker)
    return broker


def say(user: User, text: str, kind: str = NOTE) -> Source:
    with acting_as(user):
        return keep(user, NewSource(kind, text, learned_from=True))


def notes(user: User, how_many: int) -> None:
    with acting_as(user):
        for number in range(how_many):
            keep(user, NewSource(NOTE, f"Box {number} holds {number * 7} keys", learned_from=True))


def left(user: User) -> int:
    """How many of a person's units are not done."""
    units = Work.objects.filter(user=user, kind=work.EMBED)
    return units.exclude(state=Work.State.DONE).count()


def is_done(source: Source) -> bool:
    return Work.objects.get(subject=source.pk).state == Work.State.DONE


def test_ten_notes_do_not_wait_for_many_of_another(broker: Broker, alice: User, bob: User) -> None:
    notes(alice, MANY)
    broker.work(1)
    notes(bob, 10)
    broker.work(3)
    assert left(bob) == 0
    assert left(alice) > MANY / 2


def test_three_people_are_served_in_turn(
    broker: Broker, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = (alice, bob, charlie)
    # As on a machine with time to spare, where batches are as large as they get.
    monkeypatch.setattr(vectors.BatchPace, "SECONDS", 600)
    monkeypatch.setattr(vectors, "_pace", vectors.BatchPace())
    vectors._pace.took(0.1, full=True)
    for person, how_many in zip(people, (300, 140, 140), strict=True):
        notes(person, how_many)
    before = [left(person) for person in people]
    broker.work(6)
    done = [was - left(person) for was, person in zip(before, people, strict=True)]
    # Messages of other kinds may have come between.
    assert min(done) >= vectors.BATCH_WORKS
    assert max(done) - min(done) <= vectors.BATCH_WORKS


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> vectors.BatchPace:
    pace = vectors.BatchPace()
    monkeypatch.setattr(vectors, "_pace", pace)
    return pace


def test_on_a_busy_machine_a_batch_is_short(
    alice: User, pace: vectors.BatchPace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said meanwhile waits for the batch to end: once it took half a minute."""
    notes(alice, 200)
    monkeypatch.setattr(vectors.BatchPace, "SECONDS", 0.001)
    vectors.embed_waiting(alice.pk)
    before = left(alice)
    vectors.embed_waiting(alice.pk)
    assert 0 < before - left(alice) <= vectors.BatchPace.LEAST


def test_with_time_to_spare_batches_grow(
    alice: User, pace: vectors.BatchPace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors.BatchPace, "SECONDS", 600)
    notes(alice, 250)
    done = []
    for _ in range(4):
        before = left(alice)
        vectors.embed_waiting(alice.pk)
        done.append(before - left(alice))
    assert done[0] < done[1] == done[-1] == vectors.BATCH_WORKS
    say(alice, "My sister Tove keeps bees.", CHAT)
    while vectors.embed_waiting(alice.pk):
        pass
    # One that is small for want of more says nothing of how much would have fitted.
    windows = pace.windows
    say(alice, "My brother Jan does not.", CHAT)
    vectors.embed_waiting(alice.pk)
    assert pace.windows == windows


def test_what_was_just_said_goes_before_what_came_in_bulk(
    broker: Broker, alice: User, bob: User
) -> None:
    notes(alice, 300)
    notes(bob, 300)
    broker.work(1)
    said = say(alice, "My sister Tove keeps bees.", CHAT)
    broker.work(2)
    assert is_done(said)
    assert left(alice) + left(bob) > 400


def test_bulk_moves_while_somebody_talks_without_end(
    broker: Broker, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "BULK_EVERY", timedelta(seconds=0.5))
    notes(bob, 10)
    until = time.monotonic() + 60
    while left(bob) and time.monotonic() < until:
        for number in range(5):
            say(alice, f"And then there was number {number}.", CHAT)
        broker.work(1)
    assert left(bob) == 0


def test_there_is_one_message_however_much_waits(broker: Broker, alice: User, bob: User) -> None:
    for person in (alice, bob) * 3:
        notes(person, 20)
        broker.settle()
    assert [task for task, _ in broker.messages].count("memories.tasks.embed") == 1
    broker.work(1)
    assert [task for task, _ in broker.messages].count("memories.tasks.embed") <= 1


def test_a_message_that_was_lost_is_sent_again(broker: Broker, alice: User) -> None:
    notes(alice, 1)
    broker.settle()
    broker.messages.clear()
    notes(alice, 1)
    broker.settle()
    assert broker.messages == []
    Nudge.objects.update(sent=timezone.now() - nudging.LOST_AFTER)
    Work.objects.update(updated=timezone.now() - work.NUDGE_AFTER)
    work.sweep()
    broker.work(5)
    assert left(alice) == 0


def test_one_person_does_not_take_all_workers(alice: User, bob: User) -> None:
    ids = [uuid7() for _ in range(3)]
    work.enqueue(alice.pk, READ, ids)
    took: list[User] = []

    def read(user_id: UUID, urgent: bool) -> bool:
        assert work.claim(user_id, READ, 1, urgent=urgent)
        took.append(User.objects.get(pk=user_id))
        return True

    work.serve(READ, read)
    work.serve(READ, read)
    assert took == [alice]
    work.enqueue(bob.pk, READ, [uuid7()])
    work.serve(READ, read)
    assert took == [alice, bob]
