"""A garden project of Alice's, and somebody with the sample data, who is made once for a module."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from portability.sample import add_sample
from tests.people import newcomer


@contextmanager
def once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is made at the beginning of the block is there for all tests of a module.

    Each begins with it as it was made: what it changes is rolled back to there.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def _looking(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[User]:
    with once(django_db_blocker):
        user = newcomer("lena@example.org")
        assert add_sample(user)
        yield user


@pytest.fixture
def looking(_looking: User, db: None) -> User:
    """Lena, looking around."""
    return User.objects.get(pk=_looking.pk)
