"""Where a question seems to take two facts, more of what answers it is told."""

import pytest

from memories.answers.scoring.facts_needed import different, facts_needed
from memories.answers.scoring.reads import Reads

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


def told_for(question: str) -> list[str]:
    reads = Reads(question, TOLD)
    order = sorted(range(len(TOLD)), key=lambda n: -reads.answers(TOLD[n]))
    return [TOLD[n] for n in different(reads, TOLD, order, facts_needed(reads))]


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


def test_what_says_the_same_again_is_told_once() -> None:
    again = ["Tom is a roofer", "Tom works as a roofer", "Priya keeps chickens"]
    reads = Reads("What do Tom and Priya do?", again)
    assert different(reads, again, [0, 1, 2], 3) == [0, 2]
