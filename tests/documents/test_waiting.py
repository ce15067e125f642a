"""How much of one person waits to be read, and who comes next."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from documents import upload as uploads
from documents.models import Document
from documents.process import read_waiting
from documents.source_kind import READ
from memories import work
from memories.errors import Refused
from tests.documents.conftest import again, send, work_off
from tests.memories.calls import Program

State = Document.State


def test_one_file_does_not_wait_for_forty_of_another(alice: User, charlie: User) -> None:
    for number in range(40):
        send(alice, f"Box {number} holds keys.".encode(), f"{number}.txt")
    work.serve(READ, read_waiting)
    one = send(charlie, b"The mill burned down.").document
    work.serve(READ, read_waiting)
    work.serve(READ, read_waiting)
    assert again(one).state == State.LEARNING
    assert work.waiting(alice.pk, READ) >= 38


def test_a_file_too_many_is_told_to_wait_and_nothing_is_lost(
    alice: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_WAITING", 3)
    taken = [send(alice, f"Box {n}.".encode(), f"{n}.txt").document for n in range(3)]
    with pytest.raises(Refused, match=r"^3 of your files .* read\. Wait until") as told:
        send(alice, b"Box 3.", "3.txt")
    assert told.value.code == "too_many_waiting"
    # What is there is known as before, and others are not concerned.
    assert send(alice, b"Box 0.", "0.txt").known
    assert not send(charlie, b"Box 3.", "3.txt").known
    work_off(alice)
    assert {again(document).state for document in taken} == {State.DONE}
    assert not send(alice, b"Box 3.", "3.txt").known


def test_programs_and_pages_say_so(
    alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_WAITING", 1)
    send(alice, b"Box 0.", "0.txt")
    refused = Program(alice).send("documents", {"file": SimpleUploadedFile("1.txt", b"Box 1.")})
    assert (refused.status, refused.code) == (429, "too_many_waiting")
    client.force_login(alice)
    form = {"file": SimpleUploadedFile("1.txt", b"Box 1.")}
    page = client.post("/documents/upload", form)
    assert page.status_code == 422
    assert "waiting to be read. Wait until some of them are done" in page.content.decode()
