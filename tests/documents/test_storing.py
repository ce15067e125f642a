"""Stored files: what cannot be stored is said so, and none outlives its document."""

import os
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, TestCase

from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from documents.remove import remove
from documents.storage import LONGEST_UPLOAD, sweep
from tests.documents.conftest import Give

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(alice: User, give: Give) -> Document:
    return give(alice, b"The keeper paints the door green.", "kept.txt")


@pytest.fixture
def broken_storage(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk that takes nothing and gives nothing up."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(default_storage, "_save", refuse, raising=False)
    monkeypatch.setattr(default_storage, "delete", refuse, raising=False)
    return monkeypatch


def upload(client: Client, user: User) -> int:
    client.force_login(user)
    file = SimpleUploadedFile("note.txt", b"The keeper paints the door green.")
    answer = client.post("/documents/upload", {"file": file})
    assert "out of reach" in answer.content.decode()
    return answer.status_code


@pytest.mark.usefixtures("broken_storage")
def test_a_file_that_cannot_be_stored_is_refused_in_one_line(client: Client, alice: User) -> None:
    assert upload(client, alice) < 500
    with acting_as(alice):
        assert not Document.objects.exists()


def aged(name: str) -> None:
    """As if it had been stored longer ago than any upload takes."""
    moment = time.time() - LONGEST_UPLOAD.total_seconds() - timedelta(hours=1).total_seconds()
    os.utime(default_storage.path(name), (moment, moment))


def test_a_file_that_cannot_be_deleted_goes_later(
    alice: User, document: Document, broken_storage: pytest.MonkeyPatch
) -> None:
    stored = document.file.name or ""
    with acting_as(alice), TestCase.captureOnCommitCallbacks(execute=True):
        remove(alice, document)
        assert not Document.objects.exists()
    assert default_storage.exists(stored)
    broken_storage.undo()
    aged(stored)
    sweep()
    assert not default_storage.exists(stored)


def test_files_that_no_document_names_go_and_others_stay(alice: User, document: Document) -> None:
    stored = document.file.name or ""
    left, young, of_nobody = (
        default_storage.save(f"documents/{owner}/{uuid4()}", SimpleUploadedFile("x", b"words"))
        for owner in (alice.pk, alice.pk, uuid4())
    )
    for name in (stored, left, of_nobody):
        aged(name)
    sweep()
    assert [default_storage.exists(name) for name in (stored, left, young, of_nobody)] == [
        True, False, True, False,
    ]  # fmt: skip


def test_what_is_not_ours_in_the_storage_is_left_alone(db: None) -> None:
    theirs = default_storage.save("documents/backups/theirs", SimpleUploadedFile("x", b"words"))
    aged(theirs)
    sweep()
    assert default_storage.exists(theirs)
