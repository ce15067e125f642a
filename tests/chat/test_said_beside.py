"""What a message says beside what was learned of it, and whom its sentences leave to be told."""

import pytest

from accounts.models import User
from memories.answers.lookup import look_up
from memories.answers.same_message import unlearned
from memories.answers.shapes import Question
from memories.learning.messages import in_full
from tests.chat.conftest import Talk
from tests.chat.turns import states

NEL = "Nel is the springer, two years old. She eats socks, and I've opened her up twice for it."
MACSEN = "Macsen, our youngest, was born on 8 May and is eleven. He's mad about fossils."
SIONED = "My sister, Sioned, runs a surf school. Birthday 26 September."
WIEBKE = "Meine Schwester Wiebke wohnt in Husum. Geburtstag am 3. Mai."

BOILER = "I have had the boiler replaced. It cost £2,340 and was fitted by a young man."
KNUT = "Wir haben einen Hund namens Knut. Er ist 7 und hat Arthrose, dafür bekommt er Spritzen."


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (NEL, "What does Nel eat?", "socks"),
        (MACSEN, "What is Macsen mad about?", "fossils"),
        (SIONED, "When is Sioned's birthday?", "26 September"),
        (WIEBKE, "Wann hat Wiebke Geburtstag?", "3. Mai"),
        ("Clive the donkey is 28 and kicks.", "How old is Clive?", "28"),
        (BOILER, "What did the boiler cost?", "2,340"),
        (KNUT, "Was hat Knut?", "Arthrose"),
    ],
)
def test_a_sentence_answers_for_whom_the_one_before_it_names(
    talk: Talk, said: str, question: str, answer: str
) -> None:
    talk.say(said)
    told = talk.anew().say(question)
    assert answer in told.text
    assert "closest" not in told.text


def test_a_birthday_behind_a_sentence_about_oneself_is_nobody_elses() -> None:
    assert not in_full("I run a surf school. Birthday 26 September.")
    said = "Sioned runs a surf school. Birthday 26 September."
    assert list(in_full(said).values()) == ["Sioned: birthday 26 September."]


def test_what_is_said_in_a_hurry_is_kept(talk: Talk, alice: User) -> None:
    talk.say(
        "Sunita packed in practice and went to pet insurance in Bristol. Can't say I blame her."
    )
    assert any("insurance" in content for content in states(alice))


def beside(user: User, question: str) -> str:
    query = Question(question).query(question)
    items = look_up(user, query)
    return " ".join(said.text for said in unlearned(user, query, items, question))


def test_what_was_replaced_is_not_said_beside(talk: Talk, alice: User) -> None:
    talk.say("My sister Elin lives in Hull. I live in Bath. It has slugs that eat everything.")
    assert "Bath" in beside(alice, "Where does Elin live?")
    talk.anew().say("I moved, I live in Bristol now.")
    assert "Bath" not in beside(alice, "Where does Elin live?")


def test_a_secret_beside_is_told_to_who_asks_for_it_alone(talk: Talk, alice: User) -> None:
    talk.say("My sister Elin lives in Hull. The PIN of the safe is 4417.")
    assert "4417" not in beside(alice, "Where does Elin live?")
    assert "4417" in beside(alice, "What is the PIN of the safe of Elin in Hull?")
