"""After erasing, the tables are written anew: when nobody can see the rows, large ones at night."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.forgetting import vacuum
from memories.forgetting.forget import erase
from memories.forgetting.vacuum import next_night, vacuum_waiting
from memories.keeping.remember import remember
from memories.models import Change, Work
from tests.people import newcomer


@pytest.fixture
def alice(transactional_db: None) -> User:
    return newcomer("alice@example.org")


@pytest.fixture
def erased(alice: User) -> User:
    """She has erased something."""
    with acting_as(alice):
        memory = remember(alice, "My code is 4711.", by=Change.By.PERSON).memory
        assert memory
        erase(alice, memory.pk)
    return alice


def waiting(user: User) -> Work:
    return Work.objects.get(user=user, kind=Work.Kind.VACUUM)


def files() -> dict[str, int]:
    """The number of each table's file, which changes when the table is written anew."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_relation_filenode(oid) FROM pg_class WHERE relforcerowsecurity"
        )
        return dict(cursor.fetchall())


def test_every_table_with_content_is_written_anew_once(erased: User) -> None:
    before = files()
    assert len(before) > 15
    vacuum_waiting(erased.pk)
    after = files()
    assert not [name for name in before if before[name] == after[name]]
    assert waiting(erased).state == Work.State.DONE
    assert not vacuum_waiting(erased.pk)
    assert files() == after
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_it_waits_for_whoever_may_still_see_the_rows(alice: User) -> None:
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT count(*) FROM memories_work")
            with acting_as(alice):
                memory = remember(alice, "My code is 4711.", by=Change.By.PERSON).memory
                assert memory
                erase(alice, memory.pk)
            before = files()
            vacuum_waiting(alice.pk)
            assert waiting(alice).state == Work.State.WAITING
            assert waiting(alice).not_before > timezone.now()
            assert files() == before
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    work.hasten(alice.pk, Work.Kind.VACUUM, waiting(alice).subject)
    vacuum_waiting(alice.pk)
    assert waiting(alice).state == Work.State.DONE


def test_a_locked_table_is_tried_again(erased: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuum, "_LOCK_WITHIN", "50ms")
    monkeypatch.setattr(vacuum, "_OLDER", "SELECT %s IS NULL")
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT count(*) FROM memories_memory")
            vacuum_waiting(erased.pk)
    finally:
        other.close()
    unit = waiting(erased)
    assert (unit.state, unit.tries) == (Work.State.WAITING, 1)
    assert unit.reason == "A table could not be rewritten just now."


def test_large_tables_wait_for_the_night(erased: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuum, "LARGE", 1)
    before = files()
    noon = timezone.now().replace(hour=12)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    vacuum_waiting(erased.pk)
    assert files() == before
    tonight = waiting(erased).not_before
    assert (tonight.hour, waiting(erased).state) == (2, Work.State.WAITING)
    monkeypatch.setattr(timezone, "now", lambda: tonight + timedelta(minutes=5))
    vacuum_waiting(erased.pk)
    assert waiting(erased).state == Work.State.DONE
    after = files()
    assert not [name for name in before if before[name] == after[name]]


@pytest.mark.parametrize(("hour", "day"), [(1, 1), (2, 2), (12, 2), (23, 2)])
def test_the_next_night_begins_at_two(hour: int, day: int) -> None:
    now = datetime(2026, 3, 1, hour, 30, tzinfo=UTC)
    assert next_night(now) == datetime(2026, 3, day, 2, tzinfo=UTC)
