"""What a sentence says of whom: subject, attribute, value, and from when until when."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.forgetting.forget import forget, undo
from memories.keeping.editing import correct, edit
from memories.keeping.remember import remember
from memories.learning.changing.plain_changes import plainly_changes
from memories.models import Change, Memory
from memories.text.fact_parts import fact_parts, of_another

NOW = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "subject", "attribute", "value"),
    [
        ("I live in a tiny studio in Leeds with two cats", "me", "lives in", "Leeds"),
        ("We've just moved to Hove", "me", "lives in", "Hove"),
        ("I moved from Bath to Bristol", "me", "lives in", "Bristol"),
        ("Me mudé de Lugo a Vigo", "me", "lives in", "Vigo"),
        ("My sister Lena lives in Bath", "Lena", "lives in", "Bath"),
        ("My sister lives in Bath", "my sister", "lives in", "Bath"),
        ("Tom's birthday is 3 June", "Tom", "birthday", "3 June"),
        ("I'm 41", "me", "age", "41"),
        ("My son Felix has a nut allergy", "Felix", "allergy", "nut"),
        ("I work as a nurse", "me", "works as", "nurse"),
        ("My new boss is Omar", "me", "boss", "Omar"),
        ("I don't eat meat", "me", "avoids", "meat"),
        ("I hate onions", "me", "dislikes", "onions"),
        ("Mein Bruder Jonas wohnt seit Mai in Ulm", "Jonas", "lives in", "Ulm"),
        ("Ich bin allergisch gegen Katzen", "me", "allergy", "Katzen"),
        ("Mein Geburtstag ist am 9. Oktober", "me", "birthday", "9. Oktober"),
        ("Mein Chef heißt jetzt Omar", "me", "boss", "Omar"),
        ("Ich esse kein Fleisch", "me", "avoids", "Fleisch"),
        ("Mi hermano Diego vive en Málaga", "Diego", "lives in", "Málaga"),
        ("El cumpleaños de Lucía es el 2 de abril", "Lucía", "birthday", "2 de abril"),
        ("Soy alérgica a los cacahuetes", "me", "allergy", "cacahuetes"),
        ("A Marta le gusta el café", "Marta", "likes", "el café"),
        ("Tengo 41 años", "me", "age", "41"),
    ],
)
def test_what_a_sentence_tells(sentence: str, subject: str, attribute: str, value: str) -> None:
    told = fact_parts(sentence, NOW)
    assert (told.subject, told.attribute, told.value) == (subject, attribute, value)


@pytest.mark.parametrize(
    "sentence",
    [
        "I no longer live in Bath",
        "I live in a flat with a garden",
        "I moved from Marketing to Sales",
        "Where do I live?",
        "I might move to Lyon",
        "If I lived in Oslo I would ski",
        "He lives in Bath",
        "It is cold in Bath",
        "Ich wohne nicht mehr in Köln",
        "Ya no vivo en Sevilla",
        "No soy alérgico a nada que yo sepa",
        "My stepdad drives for a parcel service",
        "I have a feeling our Nuno hasn't told us",
        "I eat no sugar",
    ],
)
def test_where_rules_cannot_tell_nothing_is_said(sentence: str) -> None:
    told = fact_parts(sentence, NOW)
    assert (told.subject, told.attribute, told.value) == ("", "", "")


def test_what_is_behind_a_comma_is_of_another_thing() -> None:
    assert fact_parts("I'm 71, widowed since 2019", NOW).since is None


def test_from_when_and_until_when() -> None:
    told = fact_parts("I live in Bath since May 2020", NOW)
    assert told.since
    assert told.since.date().isoformat() == "2020-05-01"
    told = fact_parts("I work at Acme until 30 June 2026", NOW)
    assert told.until
    assert told.until.date().isoformat() == "2026-07-01"


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("Tom lives in York", "Tom lives in Hull", True),
        ("Lena's birthday is 3 June", "Lena's birthday is 4 June", True),
        ("Lena's birthday is 3 June", "Lena's birthday is June 3rd", False),
        ("My number is 0171 111111", "My number is 0171111111", False),
        ("I live in Leeds", "I live in a tiny studio in Leeds", False),
        ("Tom lives in York", "Anna lives in Hull", False),
        ("I like tea", "I like coffee", False),
        ("I have two cats", "I have a dog", False),
    ],
)
def test_another_value_of_what_has_one(old: str, new: str, changes: bool) -> None:
    assert plainly_changes(old, new) is changes


def test_what_is_told_of_another_changes_nothing_of_mine() -> None:
    assert of_another("I live in Bath", "Tom lives in York")
    assert not of_another("I live in Bath", "I live in York")


def test_a_memory_has_its_columns_and_loses_them_when_forgotten(alice: User) -> None:
    with acting_as(alice):
        memory = remember(alice, "My sister Lena lives in Bath", by=Change.By.PERSON).memory
        assert memory
        assert columns(memory) == ("Lena", "lives in", "Bath")
        act = forget(alice, [memory.pk], by=Change.By.PERSON)
        assert columns(memory) == ("", "", "")
        undo(alice, act.batch)
        assert columns(memory) == ("Lena", "lives in", "Bath")


def test_new_words_have_new_columns(alice: User) -> None:
    with acting_as(alice):
        memory = remember(alice, "I live in Bath", by=Change.By.PERSON).memory
        assert memory
        edit(alice, memory, by=Change.By.PERSON, content="I live in York")
        assert columns(memory) == ("me", "lives in", "York")
        new = correct(alice, memory, "I like long walks", by=Change.By.PERSON)
        assert columns(new) == ("me", "likes", "long walks")


def columns(memory: Memory) -> tuple[str, str, str]:
    memory.refresh_from_db()
    return memory.subject, memory.attribute, memory.value
