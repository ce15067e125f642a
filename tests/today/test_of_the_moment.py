"""What is only of the moment is no news on Today."""

import pytest

from today.ephemeral import is_of_the_moment


@pytest.mark.parametrize(
    "text",
    [
        "Tiles ordered, forty of them, coming on the 9th (9 March 2026)",
        "Walked to the weir, knee ok",
        "Winterschuhe gekauft, Größe 38",
        "Alle Pakete eingesammelt, eins war nass",
        "Ola sleeps at Mum's tonight (15 March 2026)",
        "Gestern (7. Oktober 2026) war es Bäcker",
        "Saturday (3 May 2026)",
    ],
)
def test_what_was_just_done_or_is_of_this_day(text: str) -> None:
    assert is_of_the_moment(text)


@pytest.mark.parametrize(
    "text",
    [
        "My sister Elin lives in Gothenburg.",
        "Antjes Mutter liegt seit gestern (5. Oktober 2026) im Krankenhaus",
        "I'm running the half marathon in September, entered today",
        "We booked Portugal, 13 to 20 June",
        "Born in Hull, raised in York",
        "The reading is on the 17th of September",
        "Ich vertrage keine Haselnüsse",
    ],
)
def test_what_lasts(text: str) -> None:
    assert not is_of_the_moment(text)
