"""Where a question seems to take two facts, those that answer it together are told."""

import numpy as np
import pytest

from memories.answers import passage_ranking
from memories.answers.persons.kinship import Kinship
from memories.answers.scoring.analysed_passage import read
from memories.answers.scoring.facts_needed import different
from memories.answers.scoring.pairs import to_tell
from memories.answers.scoring.question import take_apart
from memories.answers.scoring.reader_scores import ReaderScores

TOLD = [
    "Priya earns 41,000 at the council",
    "Tom makes 35,500 as a roofer",
    "Priya keeps chickens",
    "I can't eat shellfish",
    "Tom has been vegetarian since spring",
    "the boiler was serviced in May",
    "Priya's birthday is 9 June",
    "Tom turned forty on 2 August",
]


def told_for(question: str, told: list[str] = TOLD) -> list[str]:
    known = frozenset(Kinship(read(each).told for each in told).names)
    readings = [read(each, known) for each in told]
    who = Kinship(reading.told for reading in readings)
    judged = passage_ranking.judge(take_apart(question, known), readings, who)
    return [told[n] for n in (judged.order[0], *judged.also)]


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("Who earns more, Priya or Tom?", {TOLD[0], TOLD[1]}),
        ("Are Priya and Tom born in the same month?", {TOLD[6], TOLD[7]}),
        ("Which restrictions do Tom and I have when we eat together?", {TOLD[3], TOLD[4]}),
        ("Whose birthday comes first in the year, Priya's or Tom's?", {TOLD[6], TOLD[7]}),
    ],
)
def test_of_a_question_that_takes_two_both_are_told(question: str, both: set[str]) -> None:
    assert both <= set(told_for(question))


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("What is Priya's salary?", TOLD[0]),
        ("Which animals does Priya have?", TOLD[2]),
        ("When was the heating looked at?", TOLD[5]),
    ],
)
def test_one_fact_is_told_alone(question: str, one: str) -> None:
    assert told_for(question) == [one]


def test_the_second_fact_may_be_about_whom_the_first_names() -> None:
    told = [
        "my dentist is Aylin Kaya, on Mill Street",
        "Aylin's sister Derya moved to Ulm last year",
        "my sister lives in Leeds",
        "Tom's dentist is in York",
        "the car is parked on Mill Street",
    ]
    assert {told[0], told[1]} <= set(told_for("Where does my dentist's sister live?", told))


def test_what_says_the_same_again_is_told_once() -> None:
    again = ["Tom is a roofer", "Tom works as a roofer", "Priya keeps chickens"]
    reads = ReaderScores("What do Tom and Priya do?", again)
    assert different(reads, again, [0, 1, 2], 3) == [0, 2]


@pytest.mark.parametrize(
    ("sure", "told"),
    [
        ([0.9, 0.01, 0.01], (0, 1)),
        ([0.3, 0.4, 0.01], (0, 2, 1)),
        ([0.2, 0.2, 0.2], (0, 1, 2)),
    ],
)
def test_facts_are_told_until_it_is_likely_that_all_are(
    sure: list[float], told: tuple[int, ...]
) -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert to_tell(pairs, np.array(sure, np.float32)) == told


def test_four_facts_are_told_at_most() -> None:
    pairs = [(0, 1), (2, 3), (4, 5)]
    assert to_tell(pairs, np.array([0.3, 0.2, 0.25], np.float32)) == (0, 1, 4, 5)
