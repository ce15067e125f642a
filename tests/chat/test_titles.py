"""Titles say what a conversation is about."""

import pytest

from accounts.models import User
from chat.models import Conversation
from chat.titles import title_from, title_of
from database.acting import acting_as
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
