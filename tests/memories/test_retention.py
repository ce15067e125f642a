"""Forgotten things erase themselves after the days that are set, and never by default."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from database.acting import acting_as
from memories.forgetting import forget
from memories.forgetting.forget import restore
from memories.forgetting.retention import erase_due
from memories.keeping import remember
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.tombstones import judged
from memories.models import Change, Forgotten, Memory

FACTS = ["My locker code at the gym is 4711.", "Anna plays the cello in Bonn."]


@pytest.fixture
def forgotten(alice: User) -> list[Memory]:
    """Two memories forgotten in acts of their own, the first of them 31 days ago."""
    found = []
    for fact in FACTS:
        with acting_as(alice):
            memory = remember(alice, fact, by=Change.By.PERSON).memory
            assert memory is not None
            forget(alice, [memory.pk], by=Change.By.PERSON)
        found.append(memory)
    with acting_as(alice):
        Forgotten.objects.filter(memory=found[0]).update(
            created=timezone.now() - timedelta(days=31)
        )
    return found


def test_by_default_nothing_erases_itself(alice: User, forgotten: list[Memory]) -> None:
    assert erase_due() == 0
    with acting_as(alice):
        assert Forgotten.objects.filter(sealed__isnull=False).count() == 2


def test_what_is_older_is_erased(alice: User, forgotten: list[Memory], settings: Settings) -> None:
    settings.ERASE_FORGOTTEN_AFTER_DAYS = 30
    assert erase_due() == 1
    with acting_as(alice):
        assert [m.pk for m in Memory.objects.all()] == [forgotten[1].pk]
        assert Forgotten.objects.get(erased__isnull=False).sealed is None
        assert judged(alice, [FACTS[0]]) == [TombstoneMatch.SAME]
        restore(alice, forgotten[1].pk)
    assert erase_due() == 0
