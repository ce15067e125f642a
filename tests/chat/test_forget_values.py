"""Numbers, addresses and names that are to be forgotten go wherever they stand, met whole."""

import pytest

from database.acting import acting_as
from memories.forgetting import stated
from tests.chat.conftest import Talk, there


@pytest.mark.parametrize(
    ("told", "elsewhere", "left", "request_"),
    [
        (
            "My landline is 01632 960 118",
            "The dentist has 01632960118 down for me and still sends letters",
            "still sends letters",
            "Delete all forms of my landline number.",
        ),
        (
            "Meine Mail: jette.olde@example.org",
            "Beim Turnen bin ich mit jette punkt olde ät example punkt org, das kostet 9 Euro",
            "das kostet 9 Euro",
            "Meine Mailadresse bitte überall löschen, egal wie sie geschrieben ist.",
        ),
        (
            "Nan's address is 14 Larkfield Row, Louth",
            "parcels go to 14 larkfield row; number 16 has a key",
            "number 16 has a key",
            "Forget nan's address in any form",
        ),
    ],
)
def test_a_value_goes_wherever_it_stands_and_nothing_around_it(
    talk: Talk, told: str, elsewhere: str, left: str, request_: str
) -> None:
    talk.say(told)
    talk.say(elsewhere)
    talk.say("The plumber's number is 01632 960 811")
    talk.anew().say(request_)
    said = there(talk).replace(request_, "")
    assert left in said
    assert "01632 960 811" in said
    for value in ("960 118", "960118", "jette", "14 l", "14 L"):
        assert value not in said


@pytest.mark.parametrize(
    ("gone", "stay", "request_"),
    [
        ("The inspection ref is KV2-7714-0093", "The other ref is KV2-7714-00931", "kv2 7714 0093"),
        (
            "My trailer's plate is QLX 5582",
            "The van's plate is QLX 5528",
            "the plate QLX fifty-five eighty-two",
        ),
        (
            "MAC of the printer is 00:1C:44:22:3A:B7",
            "MAC of the scanner is 00:1C:44:22:3A:7B",
            "mac address 001c.4422.3ab7",
        ),
        (
            "Der Server hat die 10.8.4.21",
            "Der Drucker hat die 10.8.4.210",
            "die Adresse zehn Punkt acht Punkt vier Punkt einundzwanzig",
        ),
        ("The crash in 2020 was my fault", "We moved house in 2020", "the crash in 2020"),
    ],
)
def test_an_identifier_is_met_whole_however_it_is_written(
    talk: Talk, gone: str, stay: str, request_: str
) -> None:
    talk.say(gone)
    talk.say(stay)
    talk.anew().say(f"{'vergiss' if 'die ' in request_ else 'forget'} {request_}")
    assert gone not in there(talk)
    assert stay in there(talk)


@pytest.mark.parametrize(
    ("fact", "again", "masked"),
    [
        # Whoever says it again says more than the address.
        (
            "Ines (ines.vold@example.org) is pregnant",
            "Ines is pregnant, as ines.vold@example.org wrote to us",
            "pregnant",
        ),
        (
            "My landline is 01632 960 118",
            "My landline number is 01632960118",
            "landline",
        ),
    ],
)
def test_what_is_said_again_with_a_value_goes_with_its_words(
    talk: Talk, fact: str, again: str, masked: str
) -> None:
    talk.say(fact)
    talk.say(again)
    with acting_as(talk.user):
        gone = [source.text[span.start : span.stop] for source, span in stated(talk.user, fact)]
    assert [words for words in gone if masked in words and words in again]


def test_who_had_another_name_goes_by_either(talk: Talk) -> None:
    talk.say("Genuvia (formerly Kometa) services the printer")
    talk.say("the April invoice of Kometa is still open")
    talk.anew().say("forget everything about Kometa")
    assert "Genuvia" not in there(talk)
    assert "invoice" not in there(talk)


def test_a_common_word_is_not_the_dog_of_that_name(talk: Talk) -> None:
    talk.say("Our dog Rusty bites uniforms")
    talk.say("the rusty nail in the gate needs pulling")
    talk.anew().say("forget everything about Rusty, our dog")
    assert "bites" not in there(talk)
    assert "nail" in there(talk)


def test_what_is_no_number_does_not_go_for_one(talk: Talk) -> None:
    talk.say("Ines hates being called before ten")
    talk.anew().say("Please remove Ines's phone number.")
    assert "hates being called" in there(talk)
