"""Several things that a sentence says the same of, and what is left when one of them goes."""

import pytest

from memories.text import Span, members_met, told_with, told_without
from memories.text.sameness.enumerated import enumerations


@pytest.mark.parametrize(
    ("sentence", "members"),
    [
        ("I'm allergic to bee stings, cat hair and walnuts.", "bee stings|cat hair|walnuts"),
        ("She takes magnesium and drops in the evening.", "magnesium|drops"),
        ("I take metformin, ramipril, and a statin at night.", "metformin|ramipril|a statin"),
        ("We go fishing with Ah Seng and old Rahmat every Sunday.", "Ah Seng|old Rahmat"),
        ("My kids Ben and Mia go to Hollins.", "Ben|Mia"),
        ("My sister Anna and her husband Tom live in Kiel.", "My sister Anna|her husband Tom"),
        ("Dr. Abernethy and Dr. Lamb are my doctors.", "Dr. Abernethy|Dr. Lamb"),
        ("I speak German, French and a bit of Polish.", "German|French|a bit of Polish"),
        ("We have two dogs, Biscuit and Gravy.", "Biscuit|Gravy"),
        ("Ich bin gegen Penicillin und Latex allergisch.", "Penicillin|Latex"),
        ("Meine Kinder Ben und Mia gehen in die Kita.", "Ben|Mia"),
        (
            "Ich nehme Ibuprofen und abends eine Schlaftablette.",
            "Ibuprofen|abends eine Schlaftablette",
        ),
        ("Soy alérgica a la penicilina y al látex.", "a la penicilina|al látex"),
        ("J'ai un chat et deux chiens.", "un chat|deux chiens"),
    ],
)
def test_what_is_listed(sentence: str, members: str) -> None:
    (found,) = enumerations(sentence)
    assert "|".join(member.of(sentence) for member in found.members) == members


@pytest.mark.parametrize(
    "sentence",
    [
        "I live in Leeds and work for Acme.",
        "I was born in 1961 and grew up in Cork.",
        "I love cats and my dad hates them.",
        "My PIN is 4411 and the alarm code is 9902.",
        "Ich wohne in Köln und arbeite bei Ford.",
        "Anna hat Diabetes und ist seit März krankgeschrieben.",
        "I went home and then to bed.",
        "Dad drives me to the choir and parks behind the hall.",
        "My aunt runs the bakery and lives above it.",
    ],
)
def test_clauses_are_no_list(sentence: str) -> None:
    assert enumerations(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "asked", "going", "left"),
    [
        ("I play tennis and the cello.", {"cello"}, " and the cello", "I play tennis."),
        ("I play tennis and the cello.", {"tennis"}, "tennis and ", "I play the cello."),
        ("My cats are Minka, Theo and Bruno.", {"Theo"}, ", Theo", "My cats are Minka and Bruno."),
        (
            "I own a cat hair brush and a dog hair brush.",
            {"cat", "hair"},
            "a cat hair brush and ",
            "I own a dog hair brush.",
        ),
    ],
)
def test_what_is_asked_for_goes_alone(
    sentence: str, asked: set[str], going: str, left: str
) -> None:
    whole = Span(0, len(sentence))
    parts = members_met(sentence, whole, lambda text: asked & set(text.rstrip(".").split()))
    assert [part.of(sentence) for part in parts] == [going]
    assert told_without(sentence, parts) == left
    assert told_with(sentence, parts[0]) != ""


def test_only_the_part_that_goes_is_looked_at() -> None:
    sentence = "Flocke und Mozart wohnen im Keller, der Mozart frisst Gurken."
    clause = Span(0, len("Flocke und Mozart wohnen im Keller"))
    met = members_met(sentence, clause, lambda text: {"Mozart"} & set(text.split()))
    assert [part.of(sentence) for part in met] == [" und Mozart"]


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("I play tennis and the cello.", {"tennis", "cello"}),
        ("I play tennis and the cello.", {"play"}),
        ("Rahmat and his wife run the stall.", {"Rahmat"}),
        ("Tom and Ida came, and Tom was late.", {"Tom"}),
    ],
)
def test_the_whole_goes_where_no_member_alone_is_asked_for(sentence: str, asked: set[str]) -> None:
    whole = Span(0, len(sentence))
    met = members_met(sentence, whole, lambda text: asked & set(text.rstrip(".").split()))
    assert met == [whole]
    assert told_with(sentence, whole) == ""
