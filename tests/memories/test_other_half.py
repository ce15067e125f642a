"""Where a question takes two facts, the one that tells what the best leaves open is told too."""

import pytest

from memories.answers.scoring.other_half import other_half
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


def told_with_the_best(question: str) -> tuple[str, str | None]:
    reads = Reads(question, TOLD)
    order = sorted(range(len(TOLD)), key=lambda n: -reads.answers(TOLD[n]))
    other = other_half(reads, TOLD, order)
    return TOLD[order[0]], TOLD[other] if other is not None else None


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("Who earns more, Priya or Tom?", {TOLD[0], TOLD[1]}),
        ("Are Priya and Tom born in the same month?", {TOLD[6], TOLD[7]}),
        ("Which restrictions do Tom and I have when we eat together?", {TOLD[3], TOLD[4]}),
        ("Whose birthday comes first in the year, Priya's or Tom's?", {TOLD[6], TOLD[7]}),
    ],
)
def test_what_the_best_leaves_open_is_told_too(question: str, both: set[str]) -> None:
    assert set(told_with_the_best(question)) == both


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("What is Priya's salary?", TOLD[0]),
        ("Which animals does Priya have?", TOLD[2]),
        ("When was the heating looked at?", TOLD[5]),
    ],
)
def test_one_fact_is_told_alone(question: str, one: str) -> None:
    assert told_with_the_best(question) == (one, None)
