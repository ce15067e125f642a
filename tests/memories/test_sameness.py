"""The same fact in slightly other words is the same; another value, name or sign is not."""

import pytest

from memories.text.sameness.gist import gist
from memories.text.sameness.same_fact import same, statement, states, stating
from memories.text.sentences import sentences
from tests.memories.statements import HELD_BACK, PAIRS

SAME = [
    ("I prefer tea over coffee.", "I prefer tea over coffee"),
    ("My locker code is 4711", "my locker's code is 4711!"),
    ("Remember that I live in Graz", "I live in Graz."),
    ("I'm allergic to peanuts.", "I am allergic to peanuts"),
]
DIFFERENT = [
    ("I prefer tea over coffee.", "I prefer coffee over tea."),
    ("My locker code is 4711", "My locker code is 4712"),
    ("I live in Graz", "I don't live in Graz"),
    ("My sister lives in Bergen", "My brother lives in Bergen"),
    ("I take it before lunch", "I take it after lunch"),
    ("My dentist is Okafor", "My dentist is Adeyemi"),
    ("", ""),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same(a: str, b: str) -> None:
    assert same(statement(a), statement(b))
    assert same(statement(b), statement(a))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_not_the_same(a: str, b: str) -> None:
    assert not same(statement(a), statement(b))


def test_a_sentence_may_wrap_a_fact() -> None:
    fact = statement("My locker code is 4711.")
    assert states(statement("Hey, please remember that my pool locker code is 4711, ok?"), fact)
    assert not states(statement("What is my locker code?"), fact)
    assert not states(statement("My bike lock code is 4711."), fact)


@pytest.mark.parametrize(("fact", "said", "part"), [*PAIRS, *HELD_BACK])
def test_only_what_says_it_of_the_same_one_states_a_fact(
    fact: str, said: str, part: str | None
) -> None:
    found = [
        stated.of(span.of(said))
        for span in sentences(said)
        if not span.of(said).endswith("?") and (stated := stating(span.of(said), statement(fact)))
    ]
    assert found == ([part] if part else [])
    if part is None:
        assert not same(statement(fact), statement(said))
        assert not same(statement(said), statement(fact))


def test_what_another_writes_to_the_person_speaks_of_them_as_you() -> None:
    fact = statement("I have diabetes.")
    assert states(statement("You have diabetes.", mine=False), fact)
    assert not states(statement("I have diabetes.", mine=False), fact)
    assert states(
        statement("Your rent is 950 euros.", mine=False), statement("My rent is 950 euros")
    )


def test_a_name_that_ends_as_a_verb_does_is_nobody_else() -> None:
    assert "me" not in gist("Álvaro fuma").whose
    assert gist("Trabajo en el banco").whose == {"me"}


def test_to_be_is_nobody_s() -> None:
    assert "he" not in gist("Das Projekt muss bis Freitag fertig sein.").whose
    assert gist("Sein Hund heißt Bello").whose >= {"he"}


def test_nothing_is_no_niece() -> None:
    assert "=niece" not in gist("Henrike der Kasse nichts schuldet").people
    assert gist("Ich bin nicht krank").whose == {"me"}
