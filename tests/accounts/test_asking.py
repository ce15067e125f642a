"""Asking as somebody, in one piece: what comes back is theirs alone, and nothing stays behind."""

from typing import NamedTuple

import pytest
from django.db import connection, transaction
from django.db.utils import DataError

from accounts.models import User, Workspace
from database.acting import acting_as, reading_as
from database.statements import PreparedQuery, array_of_texts, ask, ask_together, by_name, fetched

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = "SELECT name FROM accounts_workspace WHERE name <> %(but)s ORDER BY name"
WHO = "SELECT coalesce(current_setting('app.user_id', true), '') WHERE %(here)s::text <> ''"
NUMBER = "SELECT %(number)s::text::int"


@pytest.fixture
def one() -> User:
    return User.objects.create_user("one@example.org")


@pytest.fixture
def another() -> User:
    return User.objects.create_user("another@example.org")


@pytest.fixture(autouse=True)
def workspaces(one: User, another: User) -> None:
    for user, names in ((one, "ab"), (another, "c")):
        with acting_as(user):
            for name in names:
                Workspace.objects.create(user=user, name=name)


def names(but: str = "") -> PreparedQuery[list[str]]:
    return PreparedQuery(NAMES, {"but": but}, lambda rows: [name for (name,) in rows])


def backend() -> int:
    return int(fetched("SELECT pg_backend_pid() WHERE %(here)s::text <> ''", {"here": "y"})[0][0])


def test_each_sees_their_own_rows(one: User, another: User) -> None:
    for _ in range(3):  # known to the server by name from the second time on
        with reading_as(one):
            assert ask(names()) == ["a", "b"]
        with reading_as(another):
            assert ask_together(names(), names("c")) == (["c"], [])


def test_who_asked_is_not_known_afterwards(one: User) -> None:
    with reading_as(one):
        assert fetched(WHO, {"here": "y"}) == [(str(one.pk),)]
        pid = backend()
        # Not between two questions either: each brings the name along.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid(), current_setting('app.user_id', true)")
            assert cursor.fetchone() in [(pid, ""), (pid, None)]
        assert not Workspace.objects.exists()
    assert ask(names()) == []


def test_a_question_is_a_transaction_of_its_own(one: User) -> None:
    with reading_as(one):
        assert ask(names()) == ["a", "b"]
        with acting_as(one):
            Workspace.objects.create(user=one, name="new")
            assert ask(names("b")) == ["a", "new"]
        assert ask(names("b")) == ["a", "new"]
        assert not connection.in_atomic_block


def test_rows_are_read_by_the_names_of_their_columns(one: User) -> None:
    class Place(NamedTuple):
        name: str
        number: int

    def places(columns: str) -> list[Place]:
        statement = f"SELECT {columns} WHERE %(here)s::text <> ''"
        return ask(PreparedQuery(statement, {"here": "y"}, by_name(Place)))

    assert places("'hall' AS name, 7 AS number") == [Place("hall", 7)]
    assert places("7 AS number, true AS open, 'hall' AS name") == [Place("hall", 7)]
    with pytest.raises(ValueError, match="not in tuple"):
        places("'hall' AS name, 7 AS count")


def test_inside_of_acting_it_sees_what_is_not_committed_yet(one: User, another: User) -> None:
    with acting_as(one):
        Workspace.objects.create(user=one, name="new")
        with reading_as(another):
            assert ask_together(names(), names("c")) == (["c"], [])
        assert ask(names()) == ["a", "b", "new"]
        with transaction.atomic(), reading_as(one):
            assert ask(names()) == ["a", "b", "new"]


def test_a_question_that_fails_spoils_nothing_for_the_next(one: User) -> None:
    """However often it was asked before: the driver prepares what is asked often."""
    wrong = PreparedQuery(NUMBER, {"number": "seven"}, list)
    right = PreparedQuery(NUMBER, {"number": "7"}, list)
    for often in range(8):
        connection.close()
        for _ in range(often):
            with reading_as(one):
                ask(names())
        with reading_as(one), pytest.raises(DataError, match="seven"):
            ask_together(names(), wrong, names())
        with reading_as(one), pytest.raises(DataError, match="seven"):
            ask_together(wrong, names())
        with reading_as(one):
            assert ask_together(names(), right) == (["a", "b"], [(7,)])


def test_a_rollback_takes_no_question_away(one: User) -> None:
    """The driver has the server forget what it has prepared."""
    for _ in range(3):
        with reading_as(one):
            assert ask(names()) == ["a", "b"]
            with pytest.raises(DataError), acting_as(one):
                fetched(NUMBER, {"number": "seven"})


def test_a_connection_whose_server_ended_is_not_used_again(one: User) -> None:
    other = connection.copy()  # on a connection of its own
    with other.cursor() as ending:
        with reading_as(one):
            backend()
        ending.execute(
            "SELECT pid, pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND usename = current_user"
            " AND pid <> pg_backend_pid()"
        )
        ended = dict(ending.fetchall())
        assert ended
        assert all(ended.values())
        with reading_as(one):
            assert ask(names()) == ["a", "b"]
            assert backend() not in ended
    other.close()


def test_any_text_stands_in_an_array() -> None:
    texts = ['say "so"', "back\\slash", "a,b", "{}", "", "NULL", "two\nlines", "naïve 日"]

    found = fetched("SELECT unnest(%(texts)s::text[])", {"texts": array_of_texts(texts)})

    assert [text for (text,) in found] == texts
