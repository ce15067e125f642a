"""Requests to forget that name nothing: all there is, what was told last, and second thoughts."""

import pytest

from chat.builtin.phrases import ALL_AT_ONCE
from chat.builtin.requests import intent
from chat.builtin.requests.intent import Kind
from chat.builtin.requests.second_thoughts import has_second_thoughts
from tests.chat.conftest import Talk
from tests.chat.turns import current, said_in


@pytest.mark.parametrize(
    "words",
    [
        "no wait, keep it",
        "doch, behalte das",
        "halt, doch nicht",
        "actually keep that",
        "I changed my mind",
        "espera, no",
    ],
)
def test_second_thoughts_right_after_forgetting_take_it_back(talk: Talk, words: str) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    assert talk.say(words).text == said_in(words, "Undone.")
    assert current(talk.user) == ["I live in Sacramento."]


@pytest.mark.parametrize(
    "words", ["I keep bees", "doch nicht so wichtig", "stop smoking", "no", "Keep calm"]
)
def test_what_says_more_is_no_second_thought(words: str) -> None:
    assert not has_second_thoughts(words)


def test_second_thoughts_about_nothing_forget_nothing_and_bring_nothing_back(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    talk.say("I like tea.")
    talk.say("no wait, keep it")
    assert "I live in Sacramento." not in current(talk.user)


@pytest.mark.parametrize("words", ["nein", "no wait, keep it", "non merci", "keine davon"])
def test_a_no_to_what_is_asked_about_forgets_nothing(talk: Talk, words: str) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    talk.say("Forget about my landlord")
    assert talk.say(words).text == said_in(words, "All right, I won’t forget anything.")
    assert len(current(talk.user)) == 2


@pytest.mark.parametrize(
    "words",
    [
        "forget everything",
        "vergiss alles",
        "Bitte lösche alles, was du über mich weißt",
        "delete all of my data",
        "oublie tout",
        "olvida todo",
    ],
)
def test_all_at_once_is_not_guessed_at(talk: Talk, words: str) -> None:
    talk.say("I live in Sacramento.")
    told = talk.anew().say(words)
    assert told.text == said_in(words, ALL_AT_ONCE)
    assert talk.say("no").text == said_in(words, "All right, I won’t forget anything.")
    assert current(talk.user) == ["I live in Sacramento."]


@pytest.mark.parametrize(
    "words", ["forget everything about Leo", "forget all my appointments", "vergiss alles über Ute"]
)
def test_all_of_something_is_not_all_there_is(words: str) -> None:
    assert intent.read(words).kind is Kind.FORGET


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("forget that last thing", ["I live in Leeds.", "My car is a blue Skoda."]),
        ("vergiss das letzte", ["I live in Leeds.", "My car is a blue Skoda."]),
        (
            "forget the last thing i told you about my car",
            ["I live in Leeds.", "My sister is called Ann."],
        ),
        (
            "vergiss, was ich zuletzt über mein Auto gesagt habe",
            ["I live in Leeds.", "My sister is called Ann."],
        ),
    ],
)
def test_what_was_told_last_goes(talk: Talk, words: str, left: list[str]) -> None:
    talk.say("My car is a blue Skoda.")
    talk.say("I live in Leeds.")
    talk.say("My sister is called Ann.")
    talk.say("What is my sister called?")
    assert talk.say(words).text == said_in(words, "Forgot that.")
    assert current(talk.user) == left


@pytest.mark.parametrize("words", ["forget my last name", "forget the last invoice"])
def test_what_is_only_called_the_last_is_no_such_request(words: str) -> None:
    assert intent.read(words).kind is not Kind.FORGET_TOLD_LAST
