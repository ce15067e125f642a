"""Files that are sent, and what workers do with them, done at once."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from documents.upload_handler import received
from imports import starting
from imports.models import Import
from imports.source_kind import GO_ON
from imports.work import import_waiting
from memories import work
from memories.keeping.vectors import embed_waiting
from memories.learning import learn_waiting
from memories.models import Work


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


def work_off(user: User) -> None:
    while import_waiting(user.pk):
        pass


def expire_leases() -> None:
    """What the sweeper does once the lease of a dead worker has run out."""
    Work.objects.filter(kind=GO_ON, state=Work.State.WORKING).update(
        lease=timezone.now() - timedelta(seconds=1)
    )
    work.sweep()


def learn_and_embed(user: User) -> None:
    while learn_waiting(user.pk):
        pass
    while embed_waiting(user.pk):
        pass


def looked(user: User, pk: UUID) -> Import:
    with acting_as(user):
        return Import.objects.get(pk=pk)


Send = Callable[..., Import]


@pytest.fixture
def preview(alice: User) -> Send:
    """Send a file and have it read."""

    def preview(data: bytes, name: str = "export.zip", user: User = alice) -> Import:
        with received(data, name) as file:
            it = starting.begin(user, file)
        work_off(user)
        return looked(user, it.pk)

    return preview


@pytest.fixture
def bring(alice: User, preview: Send) -> Send:
    """Send a file, agree to it, and have it kept."""

    def bring(data: bytes, name: str = "export.zip", user: User = alice) -> Import:
        it = preview(data, name, user)
        assert it.state == Import.State.PREVIEW, it.reason
        with acting_as(user):
            starting.confirm(user, it)
        work_off(user)
        return looked(user, it.pk)

    return bring
