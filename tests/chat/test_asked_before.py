"""What was before, asked in a word or two after what is."""

import pytest

from tests.chat.conftest import Talk


@pytest.mark.parametrize(
    ("then", "now", "asked", "follow_up", "answer"),
    [
        (
            "We pay 640 a month rent to Mrs Hay",
            "the rent's going up to 695 from January",
            "how much is our rent now?",
            "what was it before?",
            "640",
        ),
        (
            "Wir zahlen 1480 Miete im Monat",
            "die Miete ist jetzt 1620",
            "wie viel zahlen wir an Miete?",
            "und vorher?",
            "1480",
        ),
        (
            "My sister Mia lives in Hull",
            "Mia moved to Leeds",
            "where does Mia live?",
            "where was she before?",
            "Hull",
        ),
    ],
)
def test_what_was_before_is_told_first(
    talk: Talk, then: str, now: str, asked: str, follow_up: str, answer: str
) -> None:
    talk.say(then)
    talk.anew().say(now)
    talk.anew().say(asked)
    assert answer in talk.say(follow_up).text.partition(" [1]")[0]


def test_before_nothing_was_asked_it_asks_of_nothing(talk: Talk) -> None:
    talk.say("I live in Hull")
    assert "Hull" not in talk.anew().say("and before that?").text
