"""Whoever has little to be done does not wait for whoever has much.

The real tasks are run in the order in which their messages came, as one worker would.
"""

import time
import warnings
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from database.ids import uuid7
from memories import work
from memories.keeping.sources import Said, keep
from memories.keeping.vectors import BATCH_WORKS
from memories.models import Nudge, Source, Work
from memories.work import nudging, turns
from tests.people import newcomer
from yarnnn.celery import app

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 1000


EMBEDDING = "memories.tasks.embed"


class Broker:
    """The messages of one queue, and a worker that takes one after the other."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, Any]] = []

    def send_task(self, task: str, args: Any = (), **_: Any) -> None:
        self.messages.append((task, args or ()))

    def work(self, units: int) -> None:
        """Let the worker embed so many times, or as often as there is something to embed.

        Tasks of other kinds, which the time that it all takes brings along, are done in between.
        """
        while units:
            settle()
            until = time.monotonic() + 2
            # Between the nudger and the queue a message is nowhere to be seen.
            while not self.messages and is_any_waiting() and time.monotonic() < until:
                time.sleep(0.01)
            if not self.messages:
                return
            task, args = self.messages.pop(0)
            app.tasks[task].run(*args)
            units -= task == EMBEDDING


def settle() -> None:
    """Wait until what was nudged for lies in the queue."""
    nudger = nudging._nudger
    until = time.monotonic() + 5
    time.sleep(nudging.GATHER * 3)
    while nudger._waiting and time.monotonic() < until:
        time.sleep(0.002)


def is_any_waiting() -> bool:
    return Work.objects.filter(state=Work.State.WAITING).exists()


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    with warnings.catch_warnings(action="ignore"):
        app.loader.import_default_modules()
        app.finalize()
    broker = Broker()
    # The one that is there may be leaving a broker alone that did not answer.
    monkeypatch.setattr(nudging, "_nudger", nudging._Nudger())
    monkeypatch.setattr(nudging, "GATHER", 0.005)
    monkeypatch.setattr("memories.work.nudging.current_app", broker)
    yield broker
    settle()


@pytest.fixture
def alice(transactional_db: None) -> User:
    return newcomer("alice@example.org")


@pytest.fixture
def charlie(transactional_db: None) -> User:
    return newcomer("charlie@example.org")


def say(user: User, text: str, kind: Source.Kind = Source.Kind.NOTE) -> Source:
    with acting_as(user):
        return keep(user, Said(kind, text, learned_from=True))


def notes(user: User, how_many: int) -> None:
    for number in range(how_many):
        say(user, f"Box {number} holds {number * 7} keys")


def left(user: User) -> int:
    """How many of a person's units are not done."""
    units = Work.objects.filter(user=user, kind=Work.Kind.EMBED)
    return units.exclude(state=Work.State.DONE).count()


def is_done(source: Source) -> bool:
    return Work.objects.get(subject=source.pk).state == Work.State.DONE


def test_ten_notes_do_not_wait_for_a_thousand_of_another(
    broker: Broker, alice: User, bob: User
) -> None:
    notes(alice, MANY)
    broker.work(1)
    notes(bob, 10)
    broker.work(3)
    assert left(bob) == 0
    assert left(alice) > MANY / 2


def test_three_people_are_served_in_turn(
    broker: Broker, alice: User, bob: User, charlie: User
) -> None:
    people = (alice, bob, charlie)
    for person, how_many in zip(people, (300, 140, 140), strict=True):
        notes(person, how_many)
    before = [left(person) for person in people]
    broker.work(6)
    done = [was - left(person) for was, person in zip(before, people, strict=True)]
    # Messages of other kinds may have come between.
    assert min(done) >= BATCH_WORKS
    assert max(done) - min(done) <= BATCH_WORKS


def test_what_was_just_said_goes_before_what_came_in_bulk(
    broker: Broker, alice: User, bob: User
) -> None:
    notes(alice, 300)
    notes(bob, 300)
    broker.work(1)
    said = say(alice, "My sister Tove keeps bees.", Source.Kind.CHAT)
    broker.work(2)
    assert is_done(said)
    assert left(alice) + left(bob) > 400


def test_bulk_moves_while_somebody_talks_without_end(
    broker: Broker, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "BULK_EVERY", timedelta(seconds=0.5))
    notes(bob, 10)
    until = time.monotonic() + 10
    while left(bob) and time.monotonic() < until:
        for number in range(5):
            say(alice, f"And then there was number {number}.", Source.Kind.CHAT)
        broker.work(1)
    assert left(bob) == 0


def test_there_is_one_message_however_much_waits(broker: Broker, alice: User, bob: User) -> None:
    for person in (alice, bob) * 3:
        notes(person, 20)
        settle()
    assert [task for task, _ in broker.messages].count("memories.tasks.embed") == 1
    broker.work(1)
    assert [task for task, _ in broker.messages].count("memories.tasks.embed") <= 1


def test_a_message_that_was_lost_is_sent_again(broker: Broker, alice: User) -> None:
    notes(alice, 1)
    settle()
    broker.messages.clear()
    notes(alice, 1)
    settle()
    assert broker.messages == []
    Nudge.objects.update(sent=timezone.now() - nudging.LOST_AFTER)
    Work.objects.update(updated=timezone.now() - work.NUDGE_AFTER)
    work.sweep()
    broker.work(5)
    assert left(alice) == 0


def test_one_person_does_not_take_all_workers(alice: User, bob: User) -> None:
    ids = [uuid7() for _ in range(3)]
    work.enqueue(alice.pk, Work.Kind.READ, ids)
    took: list[User] = []

    def read(user_id: UUID, urgent: bool) -> bool:
        assert work.claim(user_id, Work.Kind.READ, 1, urgent=urgent)
        took.append(User.objects.get(pk=user_id))
        return True

    work.serve(Work.Kind.READ, read)
    work.serve(Work.Kind.READ, read)
    assert took == [alice]
    work.enqueue(bob.pk, Work.Kind.READ, [uuid7()])
    work.serve(Work.Kind.READ, read)
    assert took == [alice, bob]
