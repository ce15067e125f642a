"""What is called off: it ends what told of that appointment, and of no other."""

import pytest

from memories.learning.changing.cancelled import cancels
from memories.learning.changing.plain_changes import is_moved

OPTICIAN = "Optician tomorrow (30 November 2026) at 11"
HAIR = "Ich habe am Freitag (4. Dezember 2026) einen Friseurtermin"
DENTIST = "My dentist appointment is on 10 December at 3pm"
ZAHNARZT = "Der Zahnarzt ist am 10.12. um 15 Uhr"
PLAY = "Mia has her school play on 12 December"
DINNER = "Dinner with Ruth on Saturday (5 December 2026)"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OPTICIAN, "i've cancelled the optician"),
        (DENTIST, "scrap the dentist appointment, i cancelled it"),
        (DENTIST, "called the dentist appointment off"),
        (PLAY, "mia's school play got cancelled"),
        (DINNER, "the dinner with Ruth is off"),
        (DINNER, "Ruth cancelled"),
        ("We fly to Malta on 20 December", "our trip to Malta is off"),
        ("We fly to Malta on 20 December", "Gran is in hospital, Malta is off. 90 euros lost"),
        (HAIR, "den friseurtermin hab ich abgesagt"),
        (HAIR, "Friseur ist abgesagt"),
        (ZAHNARZT, "der Zahnarzt am 10.12. fällt leider aus"),
        ("Die Lesung ist am 12. Dezember", "die lesung findet doch nicht statt"),
        ("El concierto es el 9 de enero", "han cancelado el concierto"),
        (DENTIST, "i'm not going to the dentist after all"),
        (ZAHNARZT, "ich muss doch nicht zum zahnarzt"),
        ("Tom is coming over on Friday (4 December 2026)", "Tom isn't coming after all"),
        ("Wir fahren am 12. Dezember nach Bremen", "wir fahren doch nicht nach Bremen"),
    ],
)
def test_what_is_called_off_is_over(old: str, new: str) -> None:
    assert cancels(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (DENTIST, "I need to cancel the dentist"),
        (DENTIST, "the dentist on 3 January is cancelled"),
        (DENTIST, "i've cancelled the optician"),
        (DENTIST, "I cancelled my Netflix"),
        (ZAHNARZT, "soll ich den Zahnarzt absagen"),
        (ZAHNARZT, "der Zahnarzt hat nicht abgesagt"),
        ("I have choir every Tuesday", "choir is cancelled tomorrow"),
        ("I went to the dentist on 3 November", "the dentist cancelled"),
        ("My dentist is Dr Ray", "the dentist is cancelled"),
        (PLAY, "Tom cancelled"),
        (ZAHNARZT, "der Zahnarzt ist doch nicht am 10.12., sondern am 11.12."),
    ],
)
def test_what_is_something_else_or_not_called_off_is_not(old: str, new: str) -> None:
    assert not cancels(old, new)


def test_what_is_moved_may_be_named_by_a_part_of_its_name() -> None:
    new = "der zahnarzt ist auf den 17. dezember verschoben worden"
    assert is_moved("Zahnarzttermin am 10. Dezember um 15 Uhr", new)
    assert not is_moved("Zahnpasta am 10. Dezember gekauft", new)
