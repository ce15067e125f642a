"""Who acts: the database shows a person's rows to that person alone."""

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from accounts.models import User, Workspace
from database.acting import acting_as

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice@example.org")


@pytest.fixture
def charlie() -> User:
    return User.objects.create_user("charlie@example.org")


def test_rows_are_shown_to_their_owner_alone(alice: User, charlie: User) -> None:
    with acting_as(alice):
        Workspace.objects.create(user=alice, name="Alice's")
        assert Workspace.objects.count() == 1
    with acting_as(charlie):
        assert Workspace.objects.count() == 0
    assert Workspace.objects.count() == 0


def test_nobody_writes_in_anothers_name(alice: User, charlie: User) -> None:
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(alice):
        Workspace.objects.create(user=charlie, name="Not mine")


def test_a_nested_block_gives_the_place_back(alice: User, charlie: User) -> None:
    with acting_as(alice):
        Workspace.objects.create(user=alice, name="Alice's")
        with acting_as(charlie):
            assert Workspace.objects.count() == 0
        assert Workspace.objects.count() == 1


def test_a_nested_block_that_fails_gives_the_place_back(alice: User, charlie: User) -> None:
    with acting_as(alice):
        Workspace.objects.create(user=alice, name="Alice's")
        with pytest.raises(RuntimeError), acting_as(charlie):
            raise RuntimeError
        assert Workspace.objects.count() == 1


def test_nothing_is_left_of_the_block_in_the_connection(alice: User) -> None:
    with acting_as(alice):
        pass
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.user_id', true), '')")
        assert cursor.fetchone() == ("",)
