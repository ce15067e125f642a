"""A fragment that corrects takes the place of its like: an hour of an hour, a day of a day."""

from datetime import UTC, datetime

import pytest

from chat.builtin.filling_in import filled, value_of

# A Sunday.
NOW = datetime(2026, 11, 29, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("known", "words", "now"),
    [
        (
            "Tom is coming over tomorrow (30 November 2026) at 7",
            "make that 8",
            "Tom is coming over tomorrow (30 November 2026) at 8",
        ),
        (
            "Ruth kommt übermorgen (1. Dezember 2026) um 15 Uhr",
            "lieber um halb vier",
            "Ruth kommt übermorgen (1. Dezember 2026) um halb vier",
        ),
        (
            "Der Kaminkehrer kommt am 7.12. um 8 Uhr",
            "um 9",
            "Der Kaminkehrer kommt am 7.12. um 9 Uhr",
        ),
        ("Yoga is on Tuesdays at 6", "half 7", "Yoga is on Tuesdays at half 7"),
        (
            "Dentist on Friday (4 December 2026) at 10",
            "make it Monday at 11",
            "Dentist on Monday at 11",
        ),
        ("Dentist on Friday (4 December 2026) at 10", "tomorrow", "Dentist tomorrow at 10"),
        ("Zahnarzt am 22. Juni um 15 Uhr", "am 23.", "Zahnarzt am 23. Juni um 15 Uhr"),
        ("Lena's birthday is on 3 May", "4 May", "Lena's birthday is on 4 May"),
        ("Physio on friday (4 December 2026) at 2", "am 8.12", "Physio on 8.12. at 2"),
        ("We meet on 5 December, 4 people", "6 people", "We meet on 5 December, 6 people"),
        ("Rent is 780 euros, due on the 1st", "800", "Rent is 800 euros, due on the 1st"),
        ("My boss is Nadia", "Omar", "My boss is Omar"),
    ],
)
def test_a_fragment_takes_the_place_of_its_like(known: str, words: str, now: str) -> None:
    assert filled(known, value_of(words), NOW) == now
