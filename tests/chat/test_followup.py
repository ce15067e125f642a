"""Follow-ups made questions of their own."""

from datetime import UTC, datetime, timedelta

import pytest

from chat.answering.turns import EarlierTurn
from chat.builtin.followup import stand_alone

NOW = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "answered", "question", "meant"),
    [
        ("Who's my boss?", "Ann.", "And Iker's?", "Who's Iker's boss?"),
        ("Where did Lowri go?", "Cardiff.", "how much do I owe her?", "how much do I owe Lowri?"),
        ("When does my sister marry?", "In May.", "Can she swim?", "Can my sister swim?"),
        ("What pill do I take?", "Iron.", "And grandma?", "What pill do grandma take?"),
        ("Who is Jonte?", "My godchild.", "Where's his mum flying?", "Where's Jonte's mum flying?"),
        ("Who is ill?", "Your brother Tom is ill [1].", "How old is he?", "How old is Tom?"),
        ("Wo wohnt Lena?", "In Kiel.", "Und Tom?", "where live Tom?"),
        ("What does Iker study?", "Law.", "and where?", "where does Iker study?"),
        ("When is my scan?", "On Monday.", "At what time?", "At what time is my scan?"),
        ("Does Iker drive?", "Yes.", "Since when?", "Since when Does Iker drive?"),
        ("Wie heißt mein Mann?", "Uwe.", "was macht der beruflich", "what do my husband job"),
        ("Wann ist mein Termin?", "Am 12.", "Bei wem?", "at who is my appointment?"),
        ("when does gaz leave", "my mate is gaz he leaves in May", "why is he", "why is Gaz"),
    ],
)
def test_a_follow_up_asks_of_whom_it_means(
    before: str, answered: str, question: str, meant: str
) -> None:
    earlier = (EarlierTurn(True, before, NOW), EarlierTurn(False, answered, NOW))
    assert stand_alone(question, earlier) == (meant, "")


def test_what_stands_alone_stays_as_it_is() -> None:
    earlier = (EarlierTurn(True, "Who's my boss?", NOW), EarlierTurn(False, "Ann.", NOW))
    assert stand_alone("Where does my brother live?", earlier) == (
        "Where does my brother live?",
        "",
    )


def test_whom_a_question_names_it_means() -> None:
    earlier = (
        EarlierTurn(True, "Do I still smoke?", NOW),
        EarlierTurn(False, "No: You quit in May [1].", NOW),
    )
    question = "What is Clara's job and what does her car cost her a month?"
    assert stand_alone(question, earlier) == (question, "")


def test_a_yes_or_no_before_an_answer_makes_no_name_of_it() -> None:
    earlier = (
        EarlierTurn(True, "Do I still smoke?", NOW),
        EarlierTurn(False, "No: You quit in May [1].", NOW),
    )
    assert "You" not in stand_alone("What does she do?", earlier)[0]


def test_it_asks_of_whom_the_turns_before_meant() -> None:
    earlier = [
        EarlierTurn(by_person, text, NOW + timedelta(seconds=n))
        for n, (by_person, text) in enumerate(
            [
                (True, "What is my daughter called?"),
                (False, "Your daughter is called Lena [1]."),
                (True, "What does she study?"),
                (False, "Law [1]."),
            ]
        )
    ]
    assert stand_alone("And where?", earlier) == ("where does my daughter study?", "")
