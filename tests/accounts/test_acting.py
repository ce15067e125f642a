"""Who acts: the database shows a person's rows to that person alone."""

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from accounts.models import User, Workspace
from database.acting import acting_as

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner@example.org")


@pytest.fixture
def stranger() -> User:
    return User.objects.create_user("stranger@example.org")


def test_rows_are_shown_to_their_owner_alone(owner: User, stranger: User) -> None:
    with acting_as(owner):
        Workspace.objects.create(user=owner, name="Mine")
        assert Workspace.objects.count() == 1
    with acting_as(stranger):
        assert Workspace.objects.count() == 0
    assert Workspace.objects.count() == 0


def test_nobody_writes_in_anothers_name(owner: User, stranger: User) -> None:
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(owner):
        Workspace.objects.create(user=stranger, name="Not mine")


def test_a_nested_block_gives_the_place_back(owner: User, stranger: User) -> None:
    with acting_as(owner):
        Workspace.objects.create(user=owner, name="Mine")
        with acting_as(stranger):
            assert Workspace.objects.count() == 0
        assert Workspace.objects.count() == 1


def test_a_nested_block_that_fails_gives_the_place_back(owner: User, stranger: User) -> None:
    with acting_as(owner):
        Workspace.objects.create(user=owner, name="Mine")
        with pytest.raises(RuntimeError), acting_as(stranger):
            raise RuntimeError
        assert Workspace.objects.count() == 1


def test_nothing_is_left_of_the_block_in_the_connection(owner: User) -> None:
    with acting_as(owner):
        pass
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.user_id', true), '')")
        assert cursor.fetchone() == ("",)
