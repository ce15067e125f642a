"""Rows written with little ado are those that Django would have written."""

from datetime import timedelta

import pytest
from django.db import DataError, IntegrityError
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from database.rows import insert
from database.statements import pipelined
from memories.models import Memory, Source
from memories.source_kinds import NOTE
from tests.people import newcomer

pytestmark = pytest.mark.django_db(transaction=True)


def source(user: User, external_id: str = "", text: str = "The key is under the mat.") -> Source:
    return Source(
        user=user,
        kind=NOTE,
        external_id=external_id or None,
        text=text,
        content_hash="",
        metadata={"from": "a test", "numbers": [1, 2]},
        happened_at=timezone.now() - timedelta(days=3),
    )


def memory(user: User, **fields: object) -> Memory:
    return Memory(user=user, content="Tea, no milk", source_kind=NOTE, **fields)


def keep_at_once(user: User, *external_ids: str) -> None:
    with acting_as(user), pipelined():
        for external_id in external_ids:
            insert([source(user, external_id)])


def test_what_is_written_reads_as_it_was(alice: User) -> None:
    two = [source(alice), source(alice, "second", "Ünïcode, 'quotes' and %s")]
    kept = [memory(alice, tags=["tea", "with, comma"]), memory(alice, tags=[])]
    kept[0].namespace, kept[0].key = ["a", "b{}"], "k"
    with acting_as(alice):
        assert insert([]) == 0
        assert insert(two) == 2
        assert insert(kept) == 2
        for row in (*two, *kept):
            assert not row._state.adding
            again = type(row)._default_manager.get(pk=row.pk)
            for field in row._meta.concrete_fields:
                assert getattr(again, field.attname) == getattr(row, field.attname), field.name


def test_a_value_too_long_is_refused_and_not_cut(alice: User) -> None:
    long = source(alice)
    long.title = "x" * 501
    with pytest.raises(DataError), acting_as(alice):
        insert([long])


def test_what_is_there_already_is_left_out_only_if_that_is_wanted(alice: User) -> None:
    with acting_as(alice):
        assert insert([source(alice, "mail 1")]) == 1
        assert insert([source(alice, "mail 1")], unless_there=True) == 0
    with pytest.raises(IntegrityError), acting_as(alice):
        insert([source(alice, "mail 1")])


def test_at_once_all_is_there_or_nothing(alice: User) -> None:
    with acting_as(alice):
        with pipelined():
            insert([source(alice, "mail 1")])
            insert([source(alice, "mail 2")])
            # What is asked for inside is answered.
            assert Source.objects.filter(user=alice).count() == 2
            Source.objects.filter(user=alice).update(title="Both")
        assert Source.objects.filter(user=alice, title="Both").count() == 2

    with pytest.raises(IntegrityError):
        keep_at_once(alice, "mail 3", "mail 1", "mail 4")
    with acting_as(alice):
        assert Source.objects.filter(user=alice).count() == 2


def test_nobody_writes_a_row_of_somebody_else(alice: User) -> None:
    bob = newcomer("bob@example.org")
    with pytest.raises(Exception, match="row-level security"), acting_as(alice), pipelined():
        insert([source(bob)])


def test_more_rows_than_one_statement_takes_are_written(alice: User) -> None:
    """As a table of 100,000 rows has parts."""
    many = 65_535 // len(Source._meta.concrete_fields) + 2
    with acting_as(alice):
        assert insert([source(alice, text=f"Row {n}.") for n in range(many)]) == many
        assert Source.objects.filter(user=alice).count() == many
