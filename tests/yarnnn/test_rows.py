"""Nobody sees anybody's rows: the database holds to it, table by table."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import ProgrammingError, connection, connections

from accounts.models import User
from database.acting import acting_as
from database.row_security import before_login, secure
from tests.yarnnn.world import make_world

pytestmark = pytest.mark.django_db(transaction=True)


def tables() -> list[str]:
    """Every table with rows of people that only they may see."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1"
        )
        return [name for (name,) in cursor.fetchall() if name not in before_login()]


def seen() -> set[str]:
    """The tables of which whoever acts sees a row."""
    names = tables()
    with connection.cursor() as cursor:
        return {name for name in names if _any_row(cursor, name)}


def _any_row(cursor: object, name: str) -> bool:
    cursor.execute(f'SELECT 1 FROM "{name}" LIMIT 1')  # type: ignore[attr-defined]  # noqa: S608
    return cursor.fetchone() is not None  # type: ignore[attr-defined]


@pytest.fixture
def world(alice: User, charlie: User) -> None:
    make_world(alice)


def test_a_person_sees_their_own_rows_in_every_table(world: None, alice: User) -> None:
    with acting_as(alice):
        assert seen() == set(tables())


def test_another_sees_none_of_them(world: None, charlie: User) -> None:
    with acting_as(charlie):
        assert seen() == {"accounts_workspace"}
        with connection.cursor() as cursor:
            cursor.execute("SELECT user_id FROM accounts_workspace")
            assert cursor.fetchall() == [(charlie.pk,)]


def test_nobody_in_particular_sees_nothing(world: None) -> None:
    assert seen() == set()


def test_another_changes_none_of_them(world: None, alice: User, charlie: User) -> None:
    with acting_as(charlie), connection.cursor() as cursor:
        for name in tables():
            cursor.execute(
                f'UPDATE "{name}" SET user_id = user_id WHERE user_id = %s',  # noqa: S608
                [alice.pk],
            )
            assert cursor.rowcount == 0, name


@pytest.fixture
def one_policy_dropped() -> Iterator[str]:
    (securing,) = secure("memories_window")
    as_owner(securing.reverse_sql)
    yield "memories_window"
    as_owner(securing.sql)


def as_owner(statements: Any) -> None:
    connection.close()
    parameters = connections["owner"].get_connection_params()
    known = {"host", "port", "user", "password", "dbname"}
    with psycopg.connect(**{k: v for k, v in parameters.items() if k in known}) as owner:
        for statement in statements:
            owner.execute(statement)


def test_without_one_policy_it_would_show(
    world: None, charlie: User, one_policy_dropped: str
) -> None:
    assert seen() == {one_policy_dropped}


def test_nobody_gives_a_row_to_another(world: None, alice: User, charlie: User) -> None:
    for name in tables():
        with pytest.raises(ProgrammingError, match="row-level security"), acting_as(alice):
            give_away(name, charlie)


def give_away(name: str, user: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f'UPDATE "{name}" SET user_id = %s', [user.pk])  # noqa: S608


def test_every_policy_is_the_one_and_no_other() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename, cmd, permissive, roles, qual, with_check FROM pg_policies"
        )
        policies = {name: tuple(map(str, rest)) for name, *rest in cursor.fetchall()}
    assert set(policies) == set(tables())
    (policy,) = set(policies.values())
    rule = "(user_id = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid)"
    assert policy == ("ALL", "PERMISSIVE", "['public']", rule, rule)
