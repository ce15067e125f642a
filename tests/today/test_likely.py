"""What no list of words knows: sentences that were read for it tell a task."""

from datetime import UTC, datetime

import pytest

from today.asks import asks
from today.commitments import commitments
from today.task_likelihood import asked, promised

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "You'll have the seating plan from me by tomorrow night.",
        "Leave the raffle with me.",
    ],
)
def test_what_is_promised_in_a_letter_by_any_words(text: str) -> None:
    assert [each.span.of(text) for each in commitments(text, NOW, addressed=True)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "gutters are mine this weekend, doing them before the rain",
        "die schrauben sind alle, die bestell ich morgen nach",
        "lo de la factura lo dejo hecho mañana",
        "prescription runs out fri, better hit the chemist before that",
        "Morgen setze ich mich an die Satzung",
    ],
)
def test_what_is_set_oneself_in_a_chat(text: str) -> None:
    assert list(commitments(text, NOW))


@pytest.mark.parametrize(
    "text",
    [
        "Rang the plumber, he's coming on Monday.",
        "Pete says he'll ring the plumber.",
        "I always ring Mum on Sundays.",
        "We had soup at Kit's.",
        "Hab noch schnell den Müll rausgebracht, bevor ich los bin.",
        "I'd love to repaint it one day.",
        "I don't have to do the hedge this year, Kit's doing it",
    ],
)
def test_what_is_done_or_somebody_elses_is_none(text: str) -> None:
    assert list(commitments(text, NOW)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Still waiting for the March statement from you.",
        "For the programme I would need a photo of you.",
        "Von Ihnen müsste ich noch wissen, welche Farbe die Tür bekommt.",
    ],
)
def test_a_letter_asks_by_any_words(text: str) -> None:
    assert [each.span.of(text) for each in asks(text, NOW)] == [text]


@pytest.mark.parametrize(
    "text",
    ["Bring your toga and get in for half price.", "Thank you so much for sending the photo."],
)
def test_advertisements_and_thanks_ask_nothing(text: str) -> None:
    assert asks(text, NOW) == []


def test_each_sentence_is_read_once_and_in_order() -> None:
    texts = ["Send me the plan.", "The weather is lovely.", "Send me the plan."]
    found = asked(texts)
    assert found[0] == found[2] > 0.5 > found[1]
    assert promised([]) == []
