"""Which questions ask for what was."""

from datetime import UTC, datetime

import pytest

from memories.answers.scoring.analysed_passage import read
from memories.answers.scoring.cues import over
from memories.answers.scoring.question import take_apart
from memories.answers.times.time_match import without_time
from memories.text import asks_past


@pytest.mark.parametrize(
    "question",
    ["Where did I live before?", "Who was my old boss?", "Wo habe ich früher gewohnt?"],
)
def test_what_was(question: str) -> None:
    assert asks_past(question)


@pytest.mark.parametrize("question", ["How old is Pickle?", "how old am I", "Wie alt ist Svea?"])
def test_how_old_somebody_is_asks_for_now(question: str) -> None:
    assert not asks_past(question)


@pytest.mark.parametrize(
    ("question", "told", "is_over"),
    [
        ("Who is my boss?", "My old boss Nadia was a vegetarian.", True),
        ("Who is my boss?", "My boss is Omar.", False),
        ("Who is my manager?", "Nadia was my boss until March.", True),
        ("Who is my boss?", "Nadia was my boss, now it is Omar.", False),
        ("Who was my old boss?", "My old boss was Nadia.", False),
        ("Where do I work?", "I used to work at the quarry.", True),
        ("Why don't I cycle any more?", "I used to cycle until I was knocked off.", False),
        ("Wer ist mein Chef?", "Früher war Nadia meine Chefin.", True),
        ("¿Quién es mi jefa?", "Nadia era mi jefa.", True),
        ("What is my ex-husband called?", "My ex-husband is Olaf.", False),
    ],
)
def test_what_was_so_once_is_not_so_now(question: str, told: str, is_over: bool) -> None:
    assert over(take_apart(question), read(told)) is is_over


@pytest.mark.parametrize(
    ("question", "untimed"),
    [
        ("Who was my flatmate last autumn?", "Who was my flatmate?"),
        ("What language was I doing in early January?", "What language was I doing?"),
        ("Wo habe ich im Frühjahr gewohnt?", "Wo habe ich gewohnt?"),
        ("Who was my boss?", "Who was my boss?"),
        ("What is on next Friday?", "What is on next Friday?"),
    ],
)
def test_a_past_time_can_be_taken_from_a_question(question: str, untimed: str) -> None:
    assert without_time(question, datetime(2026, 11, 28, tzinfo=UTC)) == untimed
