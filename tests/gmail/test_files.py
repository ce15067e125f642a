"""Files that came with mail: fetched when somebody wants to read one."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client, override_settings

from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from gmail.models import Message
from tests.gmail.letters import part
from tests.gmail.post import connected, google_of, read_all
from tests.google.letters import DANA, ROBIN, mail
from tests.google.mailbox import Mailbox
from tests.google.server import Google


@pytest.fixture
def google() -> Iterator[Google]:
    file = part(kind="text/plain", filename="plan.txt", number="1")
    file["body"] = {"size": 31, "attachmentId": "short-lived"}
    gone = part(kind="text/plain", filename="gone.txt", number="2")
    gone["body"] = {"size": 31, "attachmentId": "gone"}
    large = part(kind="application/pdf", filename="large.pdf", number="3")
    large["body"] = {"size": 900_000_000, "attachmentId": "large"}
    body = part(kind="multipart/mixed", parts=[part("See the plan."), file, gone, large])
    box = Mailbox(address="robin@larsen.example", labels=[{"id": "INBOX", "name": "INBOX"}])
    box.add(mail(DANA, ROBIN, "The plan", "", payload=body))
    box.files["short-lived"] = b"The boat leaves at six o'clock."
    with google_of(box) as google:
        yield google


@pytest.fixture
def message(alice: User, google: Google, tmp_path: object) -> Iterator[Message]:
    connected(alice)
    read_all(alice)
    with acting_as(alice):
        message = Message.objects.get()
    with override_settings(MEDIA_ROOT=tmp_path):
        yield message


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_it_is_fetched_on_demand_and_read_as_a_document(
    alice: User, client: Client, message: Message, google: Google
) -> None:
    assert not [call for call in google.calls if call.name == "attachments.get"]
    answer = client.post(f"/gmail/mails/{message.pk}/files/1/read")
    with acting_as(alice):
        document = Document.objects.get()
    assert answer["Location"] == f"/documents/{document.pk}"
    while read_waiting(alice.pk):
        pass
    with acting_as(alice):
        document = Document.objects.select_related("source").get()
        assert document.source
        assert document.source.text == "The boat leaves at six o'clock."
        assert not document.own_words
    shown = client.get(f"/gmail/threads/{message.thread_id}").content.decode()
    assert f'href="/documents/{document.pk}"' in shown


@pytest.mark.parametrize(
    ("part", "words"),
    [("2", "not in the mail any more"), ("3", "larger than"), ("9", "no such file")],
)
def test_what_cannot_be_read_is_said(
    alice: User, client: Client, message: Message, part: str, words: str
) -> None:
    answer = client.post(f"/gmail/mails/{message.pk}/files/{part}/read", follow=True)
    assert answer.redirect_chain[0][0] == f"/gmail/threads/{message.thread_id}"
    assert re.search(words, answer.content.decode())
    with acting_as(alice):
        assert not Document.objects.exists()
