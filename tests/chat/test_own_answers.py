"""What a model answered once is no evidence: bounded, never learned, given back only if asked."""

import pytest
from pytest_django import Settings

from accounts.models import User
from chat import converse
from chat.answering.apply_plan import CUT, LONGEST
from chat.models import Message
from database.acting import acting_as
from gmail.source_kind import GMAIL
from llm.fake import FakeModel
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Memory, Source
from memories.recall.pipeline import recall
from memories.recall.query import Query
from memories.source_kinds import CHAT
from tests.chat.conftest import Talk

DEBT = "Remember that I owe Bob 900 euros. I owe Bob 900 euros since March."


def notes(fake_model: FakeModel) -> str:
    """What the model was given as notes with its last question."""
    asked = str(fake_model.chats[-1].body["messages"][-1]["content"])
    return asked.partition("</recalled>")[0] if "</recalled>" in asked else ""


def test_an_endless_answer_is_cut_and_says_so(talk: Talk, fake_model: FakeModel) -> None:
    fake_model.say("rubbish " * 25_000)
    told = talk.say("How was my day?")
    assert len(told.text) == LONGEST
    assert told.message.state == Message.State.DONE
    assert told.message.reason == CUT
    fake_model.say("[1-4]" * (LONGEST // 5))
    talk.say("I live in Sacramento. My dog is called Bolt. I prefer tea to coffee.")
    assert len(talk.read(told.message.pk).text) <= LONGEST


def test_what_a_model_answered_is_neither_learned_nor_a_note_of_a_later_prompt(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    fake_model.say(DEBT, "I don't know.")
    talk.say("What is new with Bob?")
    with acting_as(alice):
        assert not Memory.objects.exists()
    talk.anew().say("How many euros do I owe Bob?")
    assert "900" not in notes(fake_model)


def test_an_answer_with_a_value_since_corrected_is_no_note(
    talk: Talk, fake_model: FakeModel
) -> None:
    fake_model.say("Noted.", "You live in Sacramento [1].", "You live in Lisbon [1].")
    talk.say("I live in Sacramento.")
    talk.anew().say("Where do I live?")
    talk.anew().say("Actually, I live in Lisbon.")
    talk.anew().say("Where do I live?")
    (told,) = [note for note in notes(fake_model).splitlines() if "Sacramento" in note]
    assert "no longer true: “I live in Sacramento.”" in told
    assert told.endswith("I live in Lisbon")


def test_who_asks_what_was_answered_is_told_and_told_whose_words_they_are(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    fake_model.say("Try the night train to Vienna.", "The night train [1].")
    talk.say("How should I travel to Vienna?")
    talk.anew().say("What did you tell me about travelling to Vienna?")
    assert "(you, Yarnnn, answered in a chat, " in notes(fake_model)
    assert "night train" in notes(fake_model)
    with acting_as(alice):
        assert [found.conversation for found in converse.search(alice, "night train")]


def test_without_a_model_too(talk: Talk, fake_model: FakeModel, settings: Settings) -> None:
    fake_model.say("Try the night train to Vienna.")
    talk.say("How should I travel to Vienna?")
    settings.YARNNN_CHAT_MODEL = ""
    told = talk.anew().say("Which train to Vienna did you recommend?")
    assert "I answered on " in told.text
    assert "night train" in told.text
    assert "night train" not in talk.anew().say("How do I travel to Vienna?").text


def answered(user: User, text: str, thread: str = "talk") -> None:
    with acting_as(user):
        keep(user, NewSource(CHAT, text, thread=thread, author=Source.Author.ASSISTANT))


def test_recall_gives_answers_back_only_when_asked_for_them(alice: User) -> None:
    answered(alice, DEBT)
    while embed_waiting(alice.pk):
        pass
    ordinary = recall(alice, Query("How many euros do I owe Bob?"))
    assert ordinary.items == ()
    for query in (
        Query("What did you answer about the euros I owe Bob?"),
        Query("How many euros do I owe Bob?", sources=frozenset({CHAT})),
    ):
        assert [item.author for item in recall(alice, query).items] == [Source.Author.ASSISTANT]
    mail = Query("What did you answer about Bob?", sources=frozenset({GMAIL}))
    assert recall(alice, mail).items == ()


@pytest.mark.long
@pytest.mark.parametrize("budget", [None, 4_000])
def test_no_number_of_answers_crowds_out_what_the_person_said(
    alice: User, budget: int | None
) -> None:
    with acting_as(alice):
        keep(alice, NewSource(CHAT, "Bob lent me money in March: 40 euros.", thread="first"))
    for number in range(60):
        answered(alice, f"How many euros do you owe Bob? You owe Bob {number} euros.", f"t{number}")
    while embed_waiting(alice.pk):
        pass
    (item,) = recall(alice, Query("How many euros do I owe Bob?", budget=budget)).items
    assert item.text == "Bob lent me money in March: 40 euros."
