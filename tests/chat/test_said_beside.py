"""What a message says beside what was learned of it, and whom its sentences leave to be told."""

import pytest

from accounts.models import User
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
