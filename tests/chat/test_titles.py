"""Titles say what a conversation is about."""

import pytest

from accounts.models import User
from chat import converse
from chat.answering.model.naming import name_waiting
from chat.models import Conversation
from chat.titles import title_from, title_of
from database.acting import acting_as
from llm.fake import FakeModel
from memories.forgetting import forget, undo
from memories.models import Change, Memory
from memories.text import MASK
from tests.chat.conftest import Talk


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("I live in Bath.", "I live in Bath."),
        ("Hi there! Can you tell me when the boiler is serviced?", "When the boiler is serviced?"),
        ("What do you know about Lena?", "What do you know about Lena?"),
        ("hi there. im dana and i live in Kiel", "Im dana and i live in Kiel"),
        ("hi there im dana and i live in Kiel", "Im dana and i live in Kiel"),
        ("hallo du. ich bin dana", "Ich bin dana"),
        ("na, wie geht's? ich hab einen neuen Job", "Ich hab einen neuen Job"),
        ("bonjour, je m'appelle Luc", "Je m'appelle Luc"),
        ("Guten Morgen, der Boiler ist kaputt", "Der Boiler ist kaputt"),
        ("morning meeting moved to nine", "Morning meeting moved to nine"),
        ("hi all my plants died", "All my plants died"),
        ("Tom. He is my new boss.", "He is my new boss."),
        ("vergiss bitte das mit der knie", "Vergiss bitte das mit der knie"),
        ("Remember that my boat is called Nessie.", "My boat is called Nessie"),
        ("I moved last week. Where should I register my car?", "Where should I register my car?"),
        (
            "Hallo! Kannst du mir bitte sagen, wann Lena Geburtstag hat?",
            "Wann Lena Geburtstag hat?",
        ),
        ("Hello", "Hello"),
        (MASK * 9, ""),
        ("…", ""),
        (f"Remember that {MASK * 9}", ""),
        (f"{MASK * 4}. And the cat is ill.", "And the cat is ill."),
        (f"{MASK * 4} and my cat is ill", "And my cat is ill"),
    ],
)
def test_it_is_what_the_first_message_is_about(said: str, title: str) -> None:
    assert title_from(said) == title


def test_a_long_one_ends_with_a_word() -> None:
    title = title_from("word " * 400)
    assert title == "Word" + " word" * 11 + "…"
    assert len(title) <= 60


@pytest.mark.parametrize(
    ("said", "title"),
    [
        (["Forget everything about Elin", "I keep bees."], "I keep bees."),
        (["Would you forget where I live?", "yes", "1 and 3", "I keep bees."], "I keep bees."),
        (["Lösch alles über Elin", "Wann ist die Chorprobe?"], "Wann ist die Chorprobe?"),
        (["Undo that", "What is my dog called?"], "What is my dog called?"),
        ([MASK * 9, "I keep bees."], "I keep bees."),
        ([f"Would you {MASK * 9}?", "I keep bees."], "I keep bees."),
        ([f"Can you {MASK * 9} about {MASK * 5}?"], ""),
        ([f"{MASK * 9}. And the cat is ill.", "I keep bees."], "And the cat is ill."),
        ([f"{MASK * 9} and my cat is ill", "I keep bees."], "My cat is ill"),
        (["Forget everything about Elin", "all of them"], ""),
        ([], ""),
    ],
)
def test_it_is_of_the_first_message_that_tells_something(said: list[str], title: str) -> None:
    assert title_of(said) == title


@pytest.mark.django_db
def test_it_follows_what_is_forgotten_and_comes_back(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    assert titles(talk.user) == [""]
    talk.say("My dog is called Bolt.")
    assert titles(talk.user) == ["My dog is called Bolt."]
    with acting_as(talk.user):
        dog = Memory.objects.get(content__contains="Bolt")
        done = forget(talk.user, [dog.pk], by=Change.By.PERSON)
    assert titles(talk.user) == [""]
    with acting_as(talk.user):
        undo(talk.user, done.batch)
    assert titles(talk.user) == ["My dog is called Bolt."]


def titles(user: User) -> list[str]:
    with acting_as(user):
        return list(Conversation.objects.values_list("title", flat=True))


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("“Painting the boat.”", "Painting the boat"),
        ("<think>short</think>Boat paint", "Boat paint"),
        ("Quantum gravity", "Which paint for the boat we bought in May?"),
        ("Boat\nand more", "Which paint for the boat we bought in May?"),
        ("A boat " * 20, "Which paint for the boat we bought in May?"),
        ("", "Which paint for the boat we bought in May?"),
    ],
)
def test_where_a_model_answers_it_gives_the_title(
    alice: User, talk: Talk, fake_model: FakeModel, answer: str, title: str
) -> None:
    fake_model.say("White.", answer)
    talk.say("Which paint for the boat we bought in May?")
    assert name_waiting(alice.pk)
    asked = fake_model.chats[-1].body["messages"]
    assert "<said>" in asked[-1]["content"]
    assert title_in(talk) == title
    # Only the first words give it.
    fake_model.say("Blue.")
    talk.say("And for the mast?")
    assert not name_waiting(alice.pk)


def test_a_title_of_the_persons_own_stays_and_one_of_a_model_goes_with_what_is_forgotten(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    fake_model.say("White.", "Boat paint")
    talk.say("My boat is moored at pier nine. Which paint?")
    assert name_waiting(alice.pk)
    assert title_in(talk) == "Boat paint"
    talk.say("Forget where my boat is moored.")
    assert "oat" not in title_in(talk)
    fake_model.say("White.", "Boat paint")
    talk.anew().say("Which paint for the boat?")
    assert talk.conversation is not None
    with acting_as(alice):
        converse.rename(talk.conversation, "Mine")
    assert name_waiting(alice.pk)
    assert title_in(talk) == "Mine"


def title_in(talk: Talk) -> str:
    assert talk.conversation is not None
    with acting_as(talk.user):
        return str(Conversation.objects.get(pk=talk.conversation.pk).title)
