"""A model is told of a question what the chat, the API and the Memory page say of it."""

import json
from pathlib import Path

import pytest

from accounts.models import User
from database.acting import acting_as
from llm.fake import Call, FakeModel, Reply
from memories.answers import Question, Verdict, find_answer
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change
from tests.chat.conftest import Talk

pytestmark = pytest.mark.long

FORTY = json.loads(Path(__file__).with_name("forty_questions.json").read_text())
TWENTY = (
    "Who is Tobias?",
    "Wo wohne ich?",
    "¿Dónde vivo?",
    "Was trinke ich am liebsten?",
    "Wie alt bin ich?",
    "Do I like olives?",
    "What's my sister's phone number?",
    "How old is my brother?",
    "When is my birthday?",
    "Where does my boss live?",
    "¿Cómo se llama mi perro?",
    "Wie heißt meine Katze?",
    "Am I allergic to anything?",
    "What car do I drive?",
    "Who is my dentist and where do I work?",
    "What should I not cook for Lena?",
    "Which team does my neighbour support?",
    "What do I owe?",
    "Whats my blood type",
    "Is there anything I must not eat?",
)


def test_a_model_and_its_tools_are_told_the_same(
    talk: Talk, alice: User, fake_model: FakeModel
) -> None:
    for fact in FORTY["facts"]:
        remember_now(alice, fact["text"])
    told = {Verdict.SURE: "likely", Verdict.CLOSEST: "come closest", Verdict.UNKNOWN: "unlikely"}
    seen = set()
    for question in TWENTY:
        verdict = find_answer(alice, Question(question)).verdict
        again = Call("search_memory", {"query": question})
        fake_model.say(Reply(calls=[again]), "Well.")
        said = talk.anew().say(question)
        messages = fake_model.chats[-1].body["messages"]
        (asked,) = [m["content"] for m in messages if m["role"] == "user"]
        (result,) = [json.loads(m["content"]) for m in messages if m["role"] == "tool"]
        if "(nothing)" not in asked:
            assert f"{told[verdict]}.\n[1]" in asked, question
        if "items" in result:
            assert result["verdict"] == verdict, question
        else:
            assert (result["verdict"], verdict) == ("unknown", "unknown"), question
        assert said.message.details["verdict"] == verdict, question
        seen.add(verdict)
    assert seen == set(Verdict)


def test_a_model_is_told_nothing_of_sureness_where_nothing_is_asked(
    talk: Talk, alice: User, fake_model: FakeModel
) -> None:
    remember_now(alice, "I drink tea.")
    fake_model.say("Good.")
    said = talk.anew().say("The tea was nice today.")
    asked = fake_model.chats[-1].body["messages"][-1]["content"]
    assert "I drink tea." in asked
    assert "That these answer" not in asked
    assert said.message.details["verdict"] is None


def remember_now(user: User, content: str) -> None:
    """Have this remembered, as if typed by hand."""
    with acting_as(user):
        assert remember(user, content, by=Change.By.PERSON).memory
    while embed_waiting(user.pk):
        pass
