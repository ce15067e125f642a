"""People with the sample data, and with something of everything, who are made once for a module."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from documents.process import read_waiting
from memories.keeping.vectors import embed_waiting
from portability.sample import add_sample
from tests.people import newcomer
from tests.portability.archives import fill


def work_off(user: User) -> None:
    """Do what workers do about a document: read it, and have it found by its meaning."""
    while read_waiting(user.pk) or embed_waiting(user.pk):
        pass


@contextmanager
def once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is made at the beginning of the block is there for all tests of a module.

    Each begins with it as it was made: what it changes is rolled back to there.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the sample document lies."""
    folder = tmp_path_factory.mktemp("sample")
    with override_settings(MEDIA_ROOT=folder):
        yield folder


@pytest.fixture(scope="module")
def _looking(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, sample_files: Path
) -> Iterator[User]:
    with once(django_db_blocker):
        user = newcomer("lena@example.org")
        assert add_sample(user)
        work_off(user)
        yield user


@pytest.fixture
def looking(_looking: User, db: None) -> User:
    """Lena, looking around."""
    return User.objects.get(pk=_looking.pk)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


@pytest.fixture(scope="module")
def _full(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[User, Path]]:
    folder = tmp_path_factory.mktemp("full")
    with once(django_db_blocker):
        user = newcomer("moss@example.org")
        with override_settings(MEDIA_ROOT=folder):
            fill(user)
        yield user, folder


@pytest.fixture
def full(_full: tuple[User, Path], db: None, files: Path) -> User:
    """Alice Moss with something of everything, one thing forgotten and one erased."""
    user, folder = _full
    shutil.copytree(folder, files, dirs_exist_ok=True)
    return User.objects.get(pk=user.pk)
