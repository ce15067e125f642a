"""Titles say what a conversation is about."""

import pytest

from chat.titles import title_from
from memories.text import MASK


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
