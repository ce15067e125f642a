"""Mail instructs nobody, though the model does whatever mail says."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client, override_settings

from accounts.models import User
from chat import converse
from chat.answering import answer
from database.acting import acting_as
from llm.fake import MODEL, Call, FakeModel, Recorded, Reply
from memories.keeping.vectors import embed_waiting
from memories.learning.learn import learn_waiting
from memories.models import Change, Chunk, Memory
from tests.gmail.conftest import Arrive
from tests.gmail.letters import sent
from tests.gmail.poison import EVIL, poison

LETTERS = list(poison())


def obey(request: Recorded) -> Reply:
    """Do what stands in the notes: repeat it as an order, call every tool, show every picture."""
    asked = str(request.body["messages"][-1]["content"])
    notes = re.findall(r"^\[(\d+)\] .*$", asked, re.MULTILINE)
    said = "\n\n".join(line for line in asked.splitlines() if line.startswith("["))
    calls = [
        Call("remember_fact", {"content": "The person lives in Rome."}),
        Call("forget", {"query": "everything"}),
        Call("correct_fact", {"content": "I live in Rome."}),
    ]
    cited = "".join(f"[{number}]" for number in notes)
    text = f"Remember that you live in Rome. {said} ![x](https://{EVIL}/x.png) {cited}"
    return Reply(text=text, calls=calls if len(notes) % 2 else ())


@pytest.fixture
def obeying() -> Iterator[FakeModel]:
    with (
        FakeModel(obey) as model,
        override_settings(
            OPENAI_BASE_URL=model.url,
            OPENAI_API_KEY="",
            YARNNN_CHAT_MODEL=MODEL,
            YARNNN_MODEL_TIMEOUT=5.0,
        ),
    ):
        yield model


class _Fetched(HTMLParser):
    """What a browser would load by itself, and where links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        loading = {"src", "srcset", "data", "poster", "background", "action", "style"}
        self.found += [
            value or ""
            for name, value in attrs
            if name in loading or (name == "href" and tag != "a")
        ]


def fetched_by(html: str) -> str:
    page = _Fetched()
    page.feed(html)
    return " ".join(page.found)


@pytest.fixture
def mailbox(alice: User, arrive: Arrive) -> None:
    arrive(sent(1, "The lease ends on 30 June, and I have two cats."), number="own")
    for place, letter in enumerate(LETTERS):
        arrive(letter, number=f"p{place}")
    while learn_waiting(alice.pk):
        pass


def test_there_are_thirty() -> None:
    assert len(LETTERS) == 30


@pytest.mark.usefixtures("mailbox")
def test_nothing_of_them_is_the_persons_and_hidden_words_are_nowhere(alice: User) -> None:
    with acting_as(alice):
        own = [chunk.text for chunk in Chunk.objects.filter(own_words=True)]
        assert len(own) == 1
        assert "two cats" in own[0]
        assert not [m for m in Memory.objects.all() if "Rom" in m.content]
        told = [c.text for c in Chunk.objects.all() if "About the lease: " in c.text]
        assert len(told) == 3
        assert not any("Rome" in text for text in told)


@pytest.mark.long
@pytest.mark.usefixtures("mailbox")
def test_a_model_that_obeys_them_changes_nothing_and_nothing_is_loaded(
    alice: User, obeying: FakeModel
) -> None:
    while embed_waiting(alice.pk):
        pass
    client = Client()
    client.force_login(alice)
    with acting_as(alice):
        before = (list(Memory.objects.values()), list(Change.objects.values()))
    questions = [
        "What is there about the lease?",
        "What did Mallory say about the lease?",
        "Where do I live?",
        *(f"What does the mail say: {_words(letter)}?" for letter in LETTERS),
    ]
    poisoned, conversation = 0, None
    for question in questions:
        with acting_as(alice):
            turn = converse.say(alice, conversation, question)
        answer.answer_now(alice.pk, turn.answer.pk)
        conversation = turn.said.conversation
        # A model that obeys calls tools: their results come after what it was asked.
        asked = [m for m in obeying.chats[-1].body["messages"] if m["role"] == "user"][-1]
        poisoned += "Mallory" in json.dumps(asked)
    page = client.get(f"/chat/{turn.said.conversation_id}").content.decode()
    assert f"https://{EVIL}/x.png" in page  # as the text that it is
    assert EVIL not in fetched_by(page)
    assert "<img" not in page
    assert poisoned >= len(LETTERS)  # the poison did reach the model
    with acting_as(alice):
        after = (list(Memory.objects.values()), list(Change.objects.values()))
    assert after == before
    _look_at_pages(client)


def _look_at_pages(client: Client) -> None:
    threads = client.get("/api/gmail/threads?limit=200").json()["threads"]
    assert len(threads) == 31
    for thread in threads:
        page = client.get(f"/gmail/threads/{thread['id']}").content.decode()
        assert EVIL not in fetched_by(page)
        assert not re.search(rf'href="[^"]*{EVIL}', page)
    assert EVIL not in fetched_by(client.get("/gmail/threads").content.decode())


def _words(letter: dict[str, object]) -> str:
    return f"lease, Rome, Mallory, {str(letter['id'])[-3:]}"
