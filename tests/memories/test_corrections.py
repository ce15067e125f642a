"""What corrects something said before, and what only sounds like it."""

import pytest

from memories.learning.changing.corrections import (
    corrects,
    denies,
    filled_in,
    puts_right,
    says_the_rest,
    topics,
)
from memories.learning.changing.may_change import is_errand


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The Hardys' fee is 900 now, he told me", "actually the Hardys' fee is 850, I misheard"),
        ("Tara has her scan on the 12th", "Tara's hospital day is the 14th, not the 12th"),
        ("Choir practice is on Tuesday", "I meant choir practice is on Thursday"),
        ("Die Prüfung in Statik ist am 3. Mai", "Die Prüfung ist jetzt doch erst am 9. Mai"),
        ("Die Miete liegt bei 640 Euro", "Die Miete ist 680, hab mich verlesen"),
        ("La reunión es el día 4", "perdón, la reunión es el 6, no el 4"),
    ],
)
def test_a_wrong_number_or_day_is_corrected(old: str, new: str) -> None:
    assert corrects(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The fee is 900", "the fee for the boat is 40"),
        ("Tara has her scan on the 12th", "actually I have 3 apples left"),
        ("Choir practice is on Tuesday", "we moved the meeting to Tuesday"),
        ("I have 2 cats", "oops, dropped 3 plates"),
        ("Die Prüfung ist am 3. Mai", "eigentlich fahre ich am 9. nach Ulm"),
    ],
)
def test_other_numbers_of_other_things_correct_nothing(old: str, new: str) -> None:
    assert not corrects(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My dentist is Dr. Nemeth in Ulm", "the dentist is called Dr. Nemetz, not Nemeth"),
        ("Meine Zahnärztin ist Dr. Nemeth", "die Zahnärztin heißt Dr. Nemetz und nicht Nemeth"),
        ("My tablet is Amlodipine 10 mg", "It is not Amlodipine 10, it is Amlodipine 5 only"),
        ("Biscuit's teeth are done on 3 December", "Biscuit's teeth are the 10th, not the 3rd"),
        ("Inge hat am 22.6. Geburtstag", "Inge hat übrigens am 23.6. geburtstag, nicht am 22."),
    ],
)
def test_what_is_said_not_to_be_it_is_denied(old: str, new: str) -> None:
    assert denies(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tom lives in Leeds", "Tom does not eat in Leeds on Fridays"),
        ("My dentist is Dr Ray", "My doctor is Dr Lee, not Dr Ray"),
        ("The party is on Friday", "We go on Saturday, not Friday"),
        ("Anna has two cats", "Anna does not like dogs"),
    ],
)
def test_what_is_said_not_to_be_something_else_denies_nothing(old: str, new: str) -> None:
    assert not denies(old, new)


@pytest.mark.parametrize(
    ("old", "new", "whole"),
    [
        ("Inge hat am 22.6. Geburtstag", "Inge hat am 23.6. geburtstag, nicht am 22.", True),
        ("Tara's scan is on the 12th", "Tara's scan is on the 14th, not the 12th", True),
        ("Tara has her scan on the 12th in Leeds", "Tara is away the 14th, not the 12th", False),
    ],
)
def test_what_is_put_right_is_said_whole(old: str, new: str, *, whole: bool) -> None:
    assert says_the_rest(old, new) is whole


def test_what_is_to_be_done_is_an_errand() -> None:
    for text in (
        "I still need to book the ferry",
        "have to wrap Sven's present",
        "told Ira I'd send her the map",
        "Don't let me forget to water the figs",
        "Muss noch die Karten bestellen",
        "Tengo que llamar a Ana",
    ):
        assert is_errand(text), text
    for text in (
        "I booked the ferry",
        "We have two boats",
        "She has to be in Ulm",
        "Ich mag Feigen",
    ):
        assert not is_errand(text), text


def test_names_and_days_are_no_topic() -> None:
    assert not topics("Theo's cat sleeps", "x") & topics("seeing Theo on Thursday", "Theo's cat")
    assert topics("the garden fence is green", "") & topics("painted the fence", "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My new place is flat 26, Heron Court", "oops its flat 62, muddled my digits"),
        ("Our Ida plays the oboe in the band", "Clarinet!! Ida plays the clarinet, silly me"),
        ("Unsere Tochter Ida ist in der 4a", "Korrektur: Ida geht in die 5a, nicht in die 4a"),
        ("Cobro el día 3", "no no, el 3 no, cobramos el 8, me confundí"),
        ("My cousin is a baker", "sorry, I meant butcher, not baker"),
        ("Mi prima Elsa vive en Soria", "Perdona, me lié: Elsa no vive en Soria, está en Burgos"),
    ],
)
def test_what_was_just_said_is_put_right(old: str, new: str) -> None:
    assert puts_right(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ida plays the oboe", "oops, forgot: Ida also plays the piano"),
        ("Our rent is 700", "The landlord made a typo in his letter"),
        ("I have two cats, Momo and Kit", "Ugh, what a day!! I want my bed"),
        ("Ida has ballet on Friday", "Tom has judo on Monday, his mum told me"),
    ],
)
def test_what_only_follows_puts_nothing_right(old: str, new: str) -> None:
    assert not puts_right(old, new)


@pytest.mark.parametrize(
    ("old", "new", "now"),
    [
        (
            "My locker at the pool is number 218, the one with the padlock.",
            "oops no, 281. mixed the digits up",
            "My locker at the pool is number 281, the one with the padlock.",
        ),
        (
            "Unser Wohnmobil ist ein Hymer, Baujahr 2008.",
            "Korrektur: Baujahr 2011, hab grad nachgeschaut",
            "Unser Wohnmobil ist ein Hymer, Baujahr 2011.",
        ),
        (
            "Mi hermano vive en Logroño desde septiembre.",
            "perdona, quería decir Burgos, siempre los confundo",
            "Mi hermano vive en Burgos desde septiembre.",
        ),
        ("My physio is called Moira Pettigrew", "*Maura", "My physio is called Maura Pettigrew"),
        (
            "Meine Schwägerin fährt jetzt nen Skoda in dunkelgrün",
            "nee, dunkelblau mein ich",
            "Meine Schwägerin fährt jetzt nen Skoda in dunkelblau",
        ),
        ("El código del trastero es 5528", "uy, 5582", "El código del trastero es 5582"),
        (
            "I'm on 32 mg of the blood pressure pill",
            "My bad, the pill is 16 mg, I looked at the wrong packet.",
            "I'm on 16 mg of the blood pressure pill",
        ),
        # Several, and without the date of a day that it is no more.
        (
            "Elternabend ist nächsten Mittwoch (9. Dezember 2026) um 19 Uhr",
            "Korrektur: Elternabend ist Donnerstag und schon 18:30",
            "Elternabend ist nächsten Donnerstag um 18:30 Uhr",
        ),
        ("The vet is on Friday (4 December 2026)", "oops, Thursday", "The vet is on Thursday"),
        ("The MOT is on the 22nd (22 December 2026)", "oops, the 24th", "The MOT is on the 24th"),
        # It is of something else.
        ("Dentist on 10 December at 9", "sorry, dinner's at 7", ""),
        ("Dentist on 10 December at 9", "oops, dinner's at 7", ""),
        ("My sister Ida lives in Bern", "no, Tom is in Leeds", ""),
        ("My sister Ida lives in Bern", "oops, Tom lives in Leeds", ""),
        ("My locker is 42", "wait, I have 3 kids", ""),
        ("The loft hatch needs a board 62 cm wide", "oops, just knocked my tea over", ""),
        # Two numbers, and nothing tells which.
        ("The room is 12 by 14 feet", "oops, 16", ""),
        ("I take 20 mg in the morning", "the pharmacy moved to 16 Hill Street", ""),
    ],
)
def test_the_one_value_of_a_fragment_is_filled_in(old: str, new: str, now: str) -> None:
    assert filled_in(old, new) == now
