"""Files sent with a message: taken in as documents, read first, then answered from."""

from collections.abc import Generator, Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, override_settings

from accounts.models import ApiToken, User
from accounts.projects import create_project
from accounts.tokens import make_token
from chat.answering import answer
from chat.answering.events import AnswerEnded, Step, Token
from chat.models import Attachment, Conversation, Message
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from documents.remove import remove
from llm.fake import FakeModel
from memories.keeping.vectors import embed_waiting
from tests.chat.conftest import events_of

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}
LEASE = b"""Tenancy agreement

The monthly rent is 950 euros, due on the third working day.

Either side may end the tenancy with a notice period of eleven weeks.
"""


@pytest.fixture(autouse=True)
def stored(tmp_path: Path) -> Iterator[None]:
    with override_settings(MEDIA_ROOT=tmp_path / "files"):
        yield


def lease(name: str = "lease.txt", words: bytes = LEASE) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, words)


def work_off(user: User) -> None:
    """What the workers do."""
    while read_waiting(user.pk) or embed_waiting(user.pk):
        pass
    connection.close()


@pytest.fixture
def worker(alice: User) -> Iterator[None]:
    """A worker that reads whatever Alice sends, while the page waits."""
    over = False

    def work() -> None:
        while not over:
            work_off(alice)
            sleep(0.05)

    thread = Thread(target=work)
    thread.start()
    yield
    over = True
    thread.join()


def send(web: Client, message: str = "", *files: SimpleUploadedFile, **more: str) -> str:
    """Send a message as the page without a script does; gives the page that follows."""
    sent = web.post("/chat/send", {"message": message, "files": files, **more}, follow=True)
    return sent.content.decode()


def test_a_file_alone_is_read_and_one_line_says_what_came_in(
    web: Client, alice: User, worker: None
) -> None:
    page = send(web, "", lease())
    with acting_as(alice):
        document = Document.objects.get()
        assert Message.objects.filter(role="user").get().attachments.get().document == document
    assert f'href="/documents/{document.pk}"' in page
    assert "I’ve read “lease.txt”: 27 words. Ask me about it." in page


def test_a_question_is_answered_from_what_came_with_it_first(
    web: Client, alice: User, worker: None
) -> None:
    send(web, "The notice period of my old flat was four weeks.")
    page = send(web, "How long is the notice period?", lease())
    answered = page.rpartition('class="prose"')[2]
    assert "eleven weeks" in answered
    assert "four weeks" not in answered
    assert "I’ve read" not in answered


def test_a_file_of_before_is_known_and_one_that_cannot_be_read_says_why(
    web: Client, alice: User, worker: None
) -> None:
    send(web, "", lease())
    page = send(web, "", lease(), lease("broken.pdf", b"%PDF-1.4\nnothing"))
    with acting_as(alice):
        assert Document.objects.count() == 2
    assert "I’ve read “lease.txt”" in page
    assert "I couldn’t read “broken.pdf”." in page
    assert "file-failed" in page


def test_what_cannot_be_taken_is_said_and_nothing_is_sent(web: Client, alice: User) -> None:
    files = [lease(), lease("cat.png", b"\x89PNG\r\n\x1a\n and so on")]
    refused = web.post("/chat/send", {"message": "Look at this", "files": files})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "“cat.png” could not be attached." in page
    assert "Look at this</textarea>" in page
    with acting_as(alice):
        assert not Message.objects.exists()


def test_a_temporary_chat_takes_none(web: Client, alice: User) -> None:
    sent = web.post("/chat/send", {"message": "Hi", "temporary": "on", "files": [lease()]})
    assert sent.status_code == 422
    assert "Files can’t be attached in a temporary chat" in sent.content.decode()
    began = web.post("/chat/send", {"message": "Hi", "temporary": "on"}, follow=True)
    assert 'name="files"' not in began.content.decode()
    there = began.request["PATH_INFO"].rpartition("/")[2]
    again = web.post(
        "/chat/send", {"message": "Hi", "conversation": there, "files": [lease()]}, headers=HTMX
    )
    assert again.status_code == 422
    with acting_as(alice):
        assert not Document.objects.exists()


def test_files_go_where_the_conversation_is(web: Client, alice: User, worker: None) -> None:
    with acting_as(alice):
        berlin = create_project(alice, "Berlin")
    send(web, "", lease(), project=str(berlin.pk))
    with acting_as(alice):
        assert Document.objects.get().project == berlin
        assert Conversation.objects.get().project == berlin


def test_the_answer_waits_visibly_and_can_be_stopped(web: Client, alice: User) -> None:
    sent = web.post("/chat/send", {"message": "", "files": [lease()], "streams": "on"})
    with acting_as(alice):
        waiting = Message.objects.get(role="assistant")
    events = answer.answer(alice.pk, waiting.pk)
    assert next(events) == Step(1, "Reading “lease.txt”…")
    chips = web.get(f"/chat/said/{waiting.answers_id}/files").content.decode()
    assert "hx-get" in chips
    assert "Reading" in chips
    # Whoever looks away finds it waiting again.
    assert isinstance(events, Generator)
    events.close()
    with acting_as(alice):
        assert Message.objects.get(pk=waiting.pk).state == Message.State.WAITING
    events = answer.answer(alice.pk, waiting.pk)
    next(events)
    work_off(alice)
    told = [each for each in events if not isinstance(each, AnswerEnded)]
    assert Step(1, "Read “lease.txt”: 27 words", ended=True) in told
    assert "".join(each.text for each in told if isinstance(each, Token)).startswith("I’ve read")
    assert "hx-get" not in web.get(f"/chat/said/{waiting.answers_id}/files").content.decode()
    web.post(sent["Location"].replace("/chat/", "/chat/answers/") + "/stop")

    web.post("/chat/send", {"message": "", "files": [lease("b.txt", b"x y")], "streams": "on"})
    with acting_as(alice):
        second = Message.objects.get(role="assistant", state="waiting")
    events = answer.answer(alice.pk, second.pk)
    next(events)
    with acting_as(alice):
        Message.objects.filter(pk=second.pk).update(stop_asked=second.created)
    list(events)
    with acting_as(alice):
        assert Message.objects.get(pk=second.pk).state == Message.State.STOPPED


def test_a_model_gets_the_whole_file_first(
    web: Client, alice: User, fake_model: FakeModel, worker: None
) -> None:
    fake_model.say("It is about a flat [1].")
    page = send(web, "Summarise this for me.", lease())
    assert "It is about a flat" in page
    asked = str(fake_model.chats[-1].body["messages"][-1]["content"])
    assert "eleven weeks" in asked
    assert asked.index("950 euros") < asked.index("Summarise this")


def test_a_deleted_file_leaves_no_name(web: Client, alice: User, worker: None) -> None:
    send(web, "Here is the lease.", lease())
    with acting_as(alice):
        remove(alice, Document.objects.get())
        assert Attachment.objects.get().document is None
        talk = Conversation.objects.get()
    page = web.get(f"/chat/{talk.pk}").content.decode()
    assert "A file that was deleted" in page


def test_the_api_takes_files_too(web: Client, alice: User, worker: None) -> None:
    _, key = make_token(alice, "test", ApiToken.Scope.FULL)
    headers = {"Authorization": f"Bearer {key}"}
    form = {"message": "How much is the rent?", "files": [lease()]}
    told = Client().post("/api/chat", form, headers=headers)
    assert told.status_code == 200, told.content
    assert "950 euros" in told.json()["answer"]
    read = Client().get(f"/api/conversations/{told.json()['conversation']}", headers=headers)
    assert read.json()["messages"][0]["files"][0]["name"] == "lease.txt"
    form = {"message": "Hi", "stream": "true", "files": [lease()]}
    events = events_of(Client().post("/api/chat", form, headers=headers))
    assert [name for name, _ in events][-1] == "done"
    form = {"message": "Hi", "temporary": "true", "files": [lease()]}
    refused = Client().post("/api/chat", form, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "temporary"
