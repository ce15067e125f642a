"""Whether a statement is what was asked for, read together with it."""

import pytest

from llm import asked_reader

# A fact, a question it answers, and one that only comes near.
ANSWERED = (
    ("I take 5 mg of ramipril every morning", "what dose is my tablet", "who prescribed it?"),
    ("Our landlord Declan lives in Cork", "where does the landlord live", "what's his number?"),
    ("The car is insured with Aviva until May", "who insures the car", "what do I pay for it?"),
    ("Nadia signs off my holidays", "who approves my leave", "how many days of leave do I get?"),
    ("my sister Ines is getting married in Kinsale", "where's the wedding", "whom does she marry?"),
    ("Rusty gets his jabs at the vet on Mill Lane", "where is the vet", "how old is Rusty?"),
    ("the gas meter is behind the coats", "where do I read the gas", "what was the last reading?"),
    ("Ben owes me forty quid since March", "how much does Ben owe me", "why did I lend it to Ben?"),
)
# What a request names, a statement that it means, and one that stays.
MEANT = (
    ("everything about my brother", "my brother Kyle is a roofer", "my sister is a nurse"),
    ("our four-legged friend", "got a staffie called Max", "I climb with a mate called Ed"),
    ("all my codes and pins", "gym locker combo 18-32-7", "I'm allergic to penicillin"),
    ("that I'm moving abroad", "want to live in Lisbon next year", "my rent is 640"),
)


def test_what_answers_is_likelier_than_a_question_that_only_comes_near() -> None:
    right = asked_reader.answers([(asked, fact) for fact, asked, _ in ANSWERED])
    near = asked_reader.answers([(asked, fact) for fact, _, asked in ANSWERED])
    assert sum(one > other for one, other in zip(right, near, strict=True)) >= len(ANSWERED) - 1


@pytest.mark.parametrize(("named", "goes", "stays"), MEANT)
def test_what_a_request_means_is_likelier_than_what_stays(
    named: str, goes: str, stays: str
) -> None:
    meant, other = asked_reader.meant([(named, goes), (named, stays)])
    assert meant > other + 2


def test_a_pair_is_read_the_same_alone_and_among_others() -> None:
    pairs = [(asked, fact) for fact, asked, _ in ANSWERED]
    for pair, likely in zip(pairs, asked_reader.answers(pairs), strict=True):
        assert asked_reader.answers([pair]) == pytest.approx([likely], abs=1e-4)


def test_nothing_is_read_of_nothing() -> None:
    assert asked_reader.answers([]) == asked_reader.meant([]) == []
