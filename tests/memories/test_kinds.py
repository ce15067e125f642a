"""All things of a kind that a request names in the plural."""

from uuid import uuid4

import pytest

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.kinds import all_of, kind_asked

TOLD = (
    "On 11 June at half past ten I get an injection for the shoulder.",
    "Optometrist is booked for the 25th of June at nine.",
    "Am 22. Mai habe ich Fußpflege bei der Moni, halb elf.",
    "My mother's appointment with the cardiologist is on 3 June at 9:30.",
    "PIN for the bank card is 8306.",
    "The combination of the safe is 83-17-44.",
    "We moved here on 3 June.",
    "I collect stamps.",
)


@pytest.mark.parametrize(
    ("topic", "going"),
    [
        ("my appointments", {0, 1, 2}),
        ("my appointments in June", {0, 1}),
        ("alle meine Maitermine", {2}),
        ("those codes and PINs I gave you", {4, 5}),
        ("meine Geheimzahlen", {4, 5}),
        ("my appointment", set()),
        ("the codes of my sister", set()),
    ],
)
def test_a_kind_is_all_that_is_of_it(topic: str, going: set[int]) -> None:
    units = [Unit(Passage(uuid4(), 0, len(t), t), t, "chat", "", 0, n) for n, t in enumerate(TOLD)]
    found = all_of(topic, units, whole=False)
    assert {unit.number for unit in found.surely} == going


def test_one_thing_is_no_kind() -> None:
    assert kind_asked("my PIN") is None
    assert kind_asked("den Termin im Juni") is None


def test_some_of_a_kind_are_not_all_of_it() -> None:
    assert kind_asked("my medical appointments") is None
    assert kind_asked("die Friseurtermine") is None
