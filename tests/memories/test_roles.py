"""Who is what to the person, by what sentences tell; and who is spoken of without a name."""

from uuid import UUID

import pytest

from memories.answers.vocabulary import taxonomy
from memories.answers.vocabulary.taxonomy import Category
from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.persons.roles import (
    is_person,
    names_of,
    roles_asked,
    roles_of,
    speaks_of,
    ties_in,
)
from memories.text import stem_of
from memories.text.names.lists import roles_in_english
from memories.text.names.spellings import names_asked


def units(*texts: str) -> list[Unit]:
    return [
        Unit(Passage(UUID(int=n), 0, len(text), text), text, "chat", "", n, 0)
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("topic", "text", "name"),
    [
        ("my boss", "My boss is Dolores Finch", "Dolores Finch"),
        ("my brother", "My brother Neil has asthma", "Neil"),
        ("my manager", "Dolores Finch is my boss", "Dolores Finch"),
        ("my ex", "My ex is called Damian Roth", "Damian Roth"),
        ("my ex", "my ex-husband Karl lives in Bonn", "Karl"),
        ("meine Chefin", "Meine Chefin heißt Ute", "Ute"),
        ("mi jefa", "Mi jefa se llama Rosa", "Rosa"),
        ("my dentist", "My dentist is Dr Iqbal", "Dr Iqbal"),
        ("our nanny", "Nanny Seun picks the twins up at four", "Seun"),
        ("meine Tante", "Tante Inge kommt am Freitag", "Inge"),
        ("the boss I have now", "My boss is Dolores Finch", "Dolores Finch"),
        ("my son's teacher", "Our teacher is Dolores Finch", "Dolores Finch"),
        ("my son's oboe teacher", "My son's oboe teacher is Ludomir Pasek", "Ludomir Pasek"),
        ("my daughter's teacher", "The girl's bassoon teacher is Yetunde", "Yetunde"),
        ("the dentist I go to these days", "My dentist now is Dr Iqbal", "Dr Iqbal"),
        ("die Erzieherin meines Sohnes", "Die Erzieherin meines Sohnes heißt Ute", "Ute"),
        ("my boyfriend", "My boyfriend is Matteus", "Matteus"),
        ("meinen Mann", "Mein Mann Ole kocht", "Ole"),
    ],
)
def test_a_role_leads_to_a_name(topic: str, text: str, name: str) -> None:
    assert names_of(roles_asked(topic), ties_in(units(text))) == [name]


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("my boss", "My old boss Graham Tully owes me a reference"),
        ("my boss", "My sister's boss is Bob"),
        ("my son's teacher", "My daughter's teacher is Yetunde"),
        ("meine Tochter", "Die Erzieherin meiner Tochter heißt Ute"),
        ("my sister", "My sister is Catholic"),
        ("my sister", "My sister loves Berlin"),
        ("my brother", "my brother-in-law Tom snores"),
        ("mein Chef", "Mein Chef ist Vegetarier"),
    ],
)
def test_it_is_no_name_of_theirs(topic: str, text: str) -> None:
    assert names_of(roles_asked(topic), ties_in(units(text))) == []


@pytest.mark.parametrize("topic", ["my knee", "my locker number"])
def test_what_is_no_person_has_no_role(topic: str) -> None:
    assert not any(is_person(role) for role in roles_asked(topic))


def test_a_teacher_of_one_thing_is_not_the_teacher_of_another() -> None:
    ties = ties_in(units("Martin Sedgwick is my music teacher", "My maths teacher is Ada Lunt"))
    assert names_of(roles_asked("my music teacher"), ties) == ["Martin Sedgwick"]
    assert len(names_of(roles_asked("my teacher"), ties)) == 2


def test_a_word_that_is_none_for_a_person_leads_to_a_name() -> None:
    ties = ties_in(units("Steffen Albers ist unser Kassenwart"))
    assert names_of(roles_asked("unseren Kassenwart"), ties) == ["Steffen Albers"]


def test_mum_is_ones_own() -> None:
    assert speaks_of("Mum had a hip operation", roles_asked("my mother"), [])
    assert not speaks_of("The mums at the gate talk", roles_asked("my mother"), [])


def test_who_is_named_is_spoken_of_by_what_they_alone_are() -> None:
    ties = ties_in(units("Hannah Pruitt is my physio", "My sister Ines", "My sister Clara"))
    hannah, ines = names_asked("Hannah Pruitt"), names_asked("Ines")
    (physio,) = roles_of(hannah, ties)
    assert speaks_of("My physio is getting married", [physio], hannah)
    assert not speaks_of("My physio Tom is getting married", [physio], hannah)
    assert not speaks_of("My old physio got married", [physio], hannah)
    assert roles_of(ines, ties) == []


def test_a_relative_in_one_list_is_known_to_answers_too() -> None:
    known = taxonomy.relations()
    for role, words in roles_in_english().items():
        if role.field == "family":
            assert {stem_of(word) for word in words} <= set(known), role.key
    assert known[stem_of("stepsister")] == Category("sibling", "sister")
    assert known[stem_of("granddad")] == Category("grandparent", "grandfather")
    # German words are no English ones: a cook is nobody's boss.
    assert stem_of("chef") not in known
