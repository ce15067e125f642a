"""People for the tests of documents, and what workers do, done at once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from documents.upload import UploadResult, upload
from documents.upload_handler import received
from memories.keeping.vectors import embed_waiting


@pytest.fixture(autouse=True)
def stored(tmp_path: Path) -> Iterator[Path]:
    """Where the files of this test lie."""
    with override_settings(MEDIA_ROOT=tmp_path / "files"):
        yield tmp_path / "files"


@pytest.fixture
def alice(transactional_db: None, alice: User) -> User:
    """What she gives is read, then learned from: each begins once the other is committed."""
    return alice


Give = Callable[..., Document]


@pytest.fixture
def give() -> Give:
    """Upload a file and have it read and embedded."""

    def give(user: User, data: bytes, name: str = "notes.txt", **how: object) -> Document:
        document = send(user, data, name, **how).document
        work_off(user)
        return again(document)

    return give


def send(user: User, data: bytes, name: str = "a.txt", **how: object) -> UploadResult:
    """Upload a file, and leave it at that."""
    with received(data, name) as file:
        return upload(user, file, **how)  # type: ignore[arg-type]


def work_off(user: User) -> None:
    """Do what waits to be done for documents."""
    while read_waiting(user.pk):
        pass
    while embed_waiting(user.pk):
        pass


def again(document: Document) -> Document:
    """The document as it is now."""
    with acting_as(document.user_id):
        return Document.objects.select_related("source").get(pk=document.pk)


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
