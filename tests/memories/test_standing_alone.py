"""What is left of a sentence that is forgotten in part stands alone, or goes along."""

import pytest

from memories.text import Span, with_what_hangs_on
from memories.text.sameness.enumerated import enumerations


@pytest.mark.parametrize(
    ("sentence", "asked", "goes"),
    [
        # The value of what goes.
        (
            "the wifi password changed, its GreenOtter#5 now",
            "the wifi password changed",
            "the wifi password changed, its GreenOtter#5 now",
        ),
        (
            "Der Türcode ist neu, er lautet jetzt 7788",
            "Der Türcode ist neu",
            "Der Türcode ist neu, er lautet jetzt 7788",
        ),
        # A scrap, before it or after it.
        ("my shoe size is 5 and a half", "my shoe size is 5", "my shoe size is 5 and a half"),
        ("my boss is called Priya", "Priya", "my boss is called Priya"),
        (
            "die Hausverwaltung ist Bruns, tel 05141 998877",
            "die Hausverwaltung ist Bruns",
            "die Hausverwaltung ist Bruns, tel 05141 998877",
        ),
        # What stands alone stays, in languages without known verbs too.
        ("mia is 8 and leo just turned 5", "leo just turned 5", "leo just turned 5"),
        (
            "die Hausverwaltung ist Bruns, tel 05141 998877",
            "tel 05141 998877",
            "tel 05141 998877",
        ),
        ("mein Gehalt ist 3200, die Miete 900", "mein Gehalt ist 3200", "mein Gehalt ist 3200"),
        (
            "Mijn broer heet Jan en mijn zus woont in Gent",
            "Mijn broer heet Jan",
            "Mijn broer heet Jan",
        ),
        # A note without a verb needs none in what is left of it.
        ("babysitter = Kayla, 614-555-0142, $15/hr", "614-555-0142", "614-555-0142"),
    ],
)
def test_what_hangs_on_what_goes_goes_along(sentence: str, asked: str, goes: str) -> None:
    at = sentence.index(asked)
    found = with_what_hangs_on(sentence, [Span(at, at + len(asked))])
    assert [span.of(sentence) for span in found] == [goes]


@pytest.mark.parametrize(
    "sentence",
    [
        "my shoe size is 5 and a half",
        "meine Schuhgröße ist 42 und ein halb",
        "my boss is called Priya and shes actually really nice",
    ],
)
def test_what_is_one_thing_is_no_list(sentence: str) -> None:
    assert enumerations(sentence) == []
