"""Whether there is a relation is read from who is what to whom, in no word of the question."""

import pytest

from tests.chat.conftest import Talk

TOLD = (
    "meine Tochter heißt Lena und studiert Jura",
    "My husband Frank drives lorries for Nordfrost",
    "My neighbour Tom's sister is a judge",
)


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("Do I have kids?", "Tochter"),
        ("Hab ich Kinder?", "Tochter"),
        ("¿Tengo hijos?", "Tochter"),
        ("Am I married?", "Frank"),
        ("Have I got a husband", "Frank"),
    ],
)
def test_whoever_is_spoken_of_is_there(talk: Talk, question: str, cited: str) -> None:
    for said in TOLD:
        talk.anew().say(said)
    told = talk.anew().say(question)
    assert told.text.startswith("Yes: ")
    assert cited in told.quotes[0]


@pytest.mark.parametrize("question", ["Do I have a sister?", "Hab ich Geschwister?"])
def test_another_s_is_not_ones_own(talk: Talk, question: str) -> None:
    for said in TOLD:
        talk.anew().say(said)
    assert not talk.anew().say(question).text.startswith("Yes")


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Ich mag keinen Rosenkohl", "Mag ich Rosenkohl?"),
        ("cant stand mushrooms", "do i like mushrooms"),
    ],
)
def test_what_is_not_liked_is_said_so_first(talk: Talk, said: str, question: str) -> None:
    talk.say(said)
    assert talk.anew().say(question).text.startswith("No: ")
