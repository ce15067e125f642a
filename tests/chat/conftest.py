"""People who chat, and a way to say things and read the answers as the page's person would."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from uuid import UUID

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from accounts.models import Project, User
from chat import converse
from chat.answering import answer
from chat.models import Conversation, Message
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.models import Source


@pytest.fixture
def alice(alice: User) -> User:
    """Where it is another time of day than at the server."""
    alice.time_zone = "Europe/Lisbon"
    alice.save()
    return alice


@pytest.fixture
def web(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@dataclass(frozen=True)
class Told:
    """An answer as it was saved: what it says and the words its markers stand for."""

    message: Message
    text: str
    quotes: tuple[str, ...]
    conversation: UUID


class Talk:
    """Talks as one person, in one conversation after another."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.conversation: Conversation | None = None

    def anew(self) -> "Talk":
        self.conversation = None
        return self

    def say(self, text: str, *, project: Project | None = None, temporary: bool = False) -> Told:
        with acting_as(self.user):
            turn = converse.say(
                self.user, self.conversation, text, project=project, temporary=temporary
            )
        answer.answer_now(self.user.pk, turn.answer.pk)
        # What the embed worker does seconds later.
        while embed_waiting(self.user.pk):
            pass
        with acting_as(self.user):
            self.conversation = Conversation.objects.select_related("project").get(
                pk=turn.said.conversation_id
            )
        return self.read(turn.answer.pk)

    def read(self, pk: UUID) -> Told:
        with acting_as(self.user):
            message = Message.objects.select_related("source", "answers__source").get(pk=pk)
            quotes = tuple(
                c.chunk.source.text[c.start : c.stop]
                for c in message.citations.select_related("chunk__source").order_by("marker")
                if c.chunk
            )
        return Told(message, message.text, quotes, message.conversation_id)


@pytest.fixture
def talk(alice: User) -> Talk:
    return Talk(alice)


Events = list[tuple[str, str]]


def events_of(response: object) -> Events:
    """The server-sent events of a response as (name, data)."""
    assert isinstance(response, StreamingHttpResponse)
    blocks = b"".join(cast("Iterator[bytes]", response.streaming_content)).decode().split("\n\n")
    found = []
    for block in blocks:
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in lines:
            found.append((lines["event"], lines["data"]))
    return found


def there(talk: Talk) -> str:
    """What can still be read of all that the person said."""
    with acting_as(talk.user):
        return "\n".join(
            Source.objects.filter(author=Source.Author.PERSON).values_list("text", flat=True)
        )
