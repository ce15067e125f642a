"""After erasing, the tables are written anew: when nobody can see the rows, large ones at night."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.forgetting import vacuum
from memories.forgetting.forget import erase, forget
from memories.forgetting.vacuum import next_night, vacuum_waiting
from memories.keeping.remember import remember
from memories.models import Change, Work
from tests.environment import HOME
from yarnnn.embedded import postgres

# As a table is written anew outside of any transaction.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def erased(alice: User) -> User:
    """She has erased something."""
    with acting_as(alice):
        memory = remember(alice, "My code is 4711.", by=Change.By.PERSON).memory
        assert memory
        erase(alice, memory.pk)
    return alice


def waiting(user: User) -> Work:
    return Work.objects.get(user=user, kind=work.VACUUM)


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


@pytest.fixture
def forbidden(alice: User) -> Iterator[None]:
    """A database whose tables are another role's, as before PostgreSQL 17 or set up by hand."""
    where = postgres.address(HOME, "postgres", connection.settings_dict["NAME"])
    with psycopg.connect(where, autocommit=True) as superuser:
        superuser.execute("REVOKE MAINTAIN ON memories_source FROM yarnnn_app")
        yield
        superuser.execute("GRANT MAINTAIN ON memories_source TO yarnnn_app")


@pytest.mark.usefixtures("forbidden")
def test_the_card_promises_no_rewriting_that_the_database_forbids(
    alice: User, client: Client, settings: Any
) -> None:
    settings.EMBEDDED_POSTGRES = False
    with acting_as(alice):
        memory = remember(alice, "My code is 4711.", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
    client.force_login(alice)
    card = " ".join(client.get(f"/memory/{memory.pk}/erase").content.decode().split())
    assert "Right afterwards I rewrite" not in card
    assert "deleted rows stay on its disk until their place is used again" in card
    assert "archive and its replicas keep them is set there" in card
    client.post(f"/memory/{memory.pk}/erase")
    vacuum_waiting(alice.pk)
    assert waiting(alice).state == Work.State.FAILED
    assert waiting(alice).reason == vacuum.NOT_ALLOWED


def test_where_it_may_the_card_says_so(alice: User, client: Client) -> None:
    with acting_as(alice):
        memory = remember(alice, "My code is 4711.", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
    client.force_login(alice)
    card = " ".join(client.get(f"/memory/{memory.pk}/erase").content.decode().split())
    assert "Right afterwards I rewrite" in card
    assert "deletes the part of its log that held them" in card


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
    work.hasten(alice.pk, work.VACUUM, waiting(alice).subject)
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
    # Tomorrow: what was queued just now must lie before it, whatever time it is.
    noon = (timezone.now() + timedelta(days=1)).replace(hour=12)
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
