"""A message as long as a message may be costs the request little, and all of it is found."""

import math
import random
import time

import pytest

from accounts.models import User
from chat.builtin.requests import intent
from chat.converse import LONGEST, say
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.recall.pipeline import recall
from memories.recall.query import Query
from memories.text.sentences import sentences
from tests.chat.conftest import Talk
from tests.memories.calls import Program

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("texts_are_read_anew"),
]

# Seconds of the processor. An idle machine takes 1; before there were bounds it was 5 to 26 s, and
# minutes where the patterns for requests met wide gaps.
ALLOWED = 3.0
# A message four times as long costs less than four times as much; what looks back from each word
# to all before it takes sixteen times.
AT_MOST = 5.0
_LETTERS = "abcdefghijklmnoprstuvwy"


def prose(length: int) -> str:
    """Sentences of made-up words."""
    chance = random.Random(1)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(3, 9))) for _ in range(3000)]
    said = ""
    while len(said) < length:
        said += " ".join(chance.choices(words, k=chance.randint(6, 18))).capitalize() + ". "
    return said[:length]


def ending(text: str, end: str) -> str:
    return text[: LONGEST - len(end)] + end


def cost(program: Program, text: str) -> float:
    """Seconds of the processor."""
    begun = time.process_time()
    assert program.post("chat", {"message": text}).status == 200
    return time.process_time() - begun


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        prose(LONGEST - 30),
        prose(LONGEST - 30).replace(".", ""),
        "ab " * (LONGEST // 3 - 10),
        "我住在根特因为工作" * (LONGEST // 9 - 10),
    ],
    ids=["prose", "one sentence", "one word", "without spaces"],
)
def test_a_long_message_costs_in_proportion(alice: User, text: str) -> None:
    program = Program(alice)
    program.post("chat", {"message": "I live in Ghent."})
    quarter, whole = text[: len(text) // 4], text
    program.post("chat", {"message": ending(whole, " where is the key?")})
    shorter = longer = math.inf
    for _ in range(3):
        shorter = min(shorter, cost(program, ending(quarter, " where is the key?")))
        longer = min(longer, cost(program, ending(whole, " where is the key?")))
        if longer < min(ALLOWED, AT_MOST * shorter):
            break  # What else the machine does costs one of them more, and none of them less.
    assert longer < ALLOWED
    assert longer < AT_MOST * shorter


@pytest.mark.parametrize(
    "text",
    [
        "delete " + " " * 20_000 + "x",
        "forget it " + "please " * 15_000 + "x",
        "thanks" + " for a" * 40 + "\nx",
        "want to know " * 7_000 + "x",
        "what" + " " * 20_000 + "?",
    ],
    ids=["gap", "please", "thanks", "wants", "question"],
)
def test_what_a_message_wants_is_read_in_a_moment(text: str) -> None:
    begun = time.process_time()
    intent.read(text)
    assert time.process_time() - begun < 0.5


def test_a_row_of_dots_is_cut_in_a_moment() -> None:
    begun = time.process_time()
    assert len(sentences("." * LONGEST + "x")) == 1
    assert time.process_time() - begun < 0.5
    assert [s.of("Well... yes?! Yes. a..b") for s in sentences("Well... yes?! Yes. a..b")] == [
        "Well...",
        "yes?!",
        "Yes.",
        "a..b",
    ]


@pytest.mark.long
def test_all_of_a_long_message_is_found(alice: User) -> None:
    text = prose(40_000) + " The spare key hangs behind the clock. " + prose(40_000)
    with acting_as(alice):
        say(alice, None, text)
    while embed_waiting(alice.pk):
        pass
    found = recall(alice, Query("where does the spare key hang?")).items
    assert any("behind the clock" in item.quote for item in found[:3])
    first = text[:100].split(".")[0]
    assert recall(alice, Query(first)).items[0].quote.startswith(first[:20])


def test_what_is_asked_for_is_found_behind_gaps() -> None:
    gap = " " * 30
    for said, wanted in (
        (f"Forget{gap}that I live in{gap}\n{gap}Ghent.", f"I live in{gap}\n{gap}Ghent"),
        (f"{gap}Remember that{gap}I live in Ghent. {gap}", "I live in Ghent"),
        (f"It is late.{gap}\n{gap}Where is{gap}the key?{gap}", f"Where is{gap}the key?"),
    ):
        assert intent.read(said).of(said) == wanted


LETTER = """From: Precious Adeyemi <precious@example.org>
To: Moira <moira@example.org>
Subject: Steinway at the Sage

Hi Moira,

Could you do the Steinway D at the Sage on Friday 11 December at 8am? Parking is in bay 7.

The fee is 180 pounds plus mileage.

Also Graham has his leaving do on the 18th at the Queens Hall, 7pm.

Thanks,
Precious"""


def test_a_letter_that_was_pasted_is_no_question_and_answers_under_its_subject(
    talk: Talk, alice: User
) -> None:
    assert "I know nothing" not in talk.say(LETTER).text
    while embed_waiting(alice.pk):
        pass
    assert "180 pounds" in talk.anew().say("what's the fee for the Steinway?").text
    assert "Queens Hall" in talk.anew().say("where is Graham's leaving do?").text
