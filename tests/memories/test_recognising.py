"""What was forgotten is recognised in other words; what only resembles it is heard as it is."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.forgetting import erase, forget
from memories.keeping import Outcome, Quote, remember
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.tombstones import judged, restating
from memories.models import Change, Memory, Source
from memories.source_kinds import CHAT
from tests.memories.conftest import Say

AGAIN = [
    ("I have type 1 diabetes.", "Ich habe Diabetes Typ 1."),
    ("I'm allergic to peanuts", "Ich bin allergisch gegen Erdnüsse."),
    ("My locker code at the gym is 4711.", "the locker at the gym opens with 4711"),
    ("My IBAN is DE02 1203 0000 0000 2020 51", "transfer it to DE02120300000000202051"),
    ("My email is wren@posteo.example", "write to wren at posteo dot example"),
    ("Meine Schwester Joan ist geschieden.", "My sister Joan is divorced."),
    ("The home wifi password is tulip-kettle-44.", "guests log on with tulip-kettle-44"),
    # Without its day or number it is what was forgotten all the same.
    (
        "Ich bin im Heimatverein die Kassenwartin seit 2011",
        "Ich bin im Heimatverein Kassenwartin",
    ),
    ("I take 20 mg of citalopram", "I take citalopram"),
]
OTHER = [
    ("I have type 1 diabetes.", "My nephew has type 1 diabetes."),
    ("I have type 1 diabetes.", "I have type 2 diabetes."),
    ("I'm allergic to peanuts", "I'm not allergic to peanuts"),
    ("I'm allergic to peanuts", "I'm allergic to ibuprofen"),
    ("My locker code at the gym is 4711.", "My bike lock's code is 0815."),
    ("I owe Vikram 600 pounds.", "Vikram owes me 600 pounds."),
    ("My sister Joan is getting a divorce.", "My friend Joanna is getting a divorce."),
    ("My sister Joan is getting a divorce.", "My sister Joan is getting married."),
    ("Tomo pastillas para dormir.", "Mi mujer toma pastillas para dormir."),
    ("The home wifi password is tulip-kettle-44.", "The kettle is broken."),
]


def bury(user: User, fact: str) -> Memory:
    memory = remember(user, fact, by=Change.By.PERSON).memory
    assert memory is not None
    forget(user, [memory.pk], by=Change.By.PERSON)
    return memory


@pytest.mark.parametrize(("fact", "said"), AGAIN)
def test_said_again_in_other_words(alice: User, fact: str, said: str) -> None:
    with acting_as(alice):
        assert judged(alice, [said]) == [TombstoneMatch.OTHER]
        bury(alice, fact)
        assert judged(alice, [said])[0] >= TombstoneMatch.NEAR


@pytest.mark.parametrize(("fact", "said"), OTHER)
def test_what_only_resembles_it_is_something_else(alice: User, fact: str, said: str) -> None:
    with acting_as(alice):
        bury(alice, fact)
        assert judged(alice, [said])[0] is not TombstoneMatch.SAME
        assert remember(alice, said, by=Change.By.API).outcome is Outcome.NEW


def test_an_identifier_is_recognised_after_erasing_too(alice: User) -> None:
    with acting_as(alice):
        memory = bury(alice, "Rosa's mobile is 07700 900 451")
        erase(alice, memory.pk)
        assert judged(alice, ["call Rosa on 07700900451"]) == [TombstoneMatch.SAME]


def test_half_of_what_was_forgotten_is_recognised(alice: User) -> None:
    with acting_as(alice):
        bury(alice, "I moved to Leeds and my alarm code is 5519.")
        assert judged(alice, ["the alarm code is 5519"])[0] >= TombstoneMatch.NEAR


def test_of_what_is_said_only_the_clause_that_says_it_is_hidden(alice: User, say: Say) -> None:
    with acting_as(alice):
        bury(alice, "My locker code at the gym is 4711.")
    said, _ = say(alice, "Anna plays the cello. The locker at my gym opens with 4711.")
    with acting_as(alice):
        (hidden,) = said.chunks.filter(hidden__isnull=False)
        assert said.text[hidden.start : hidden.stop] == "The locker at my gym opens with 4711."


def test_what_may_be_it_is_asked_about_and_not_learned(alice: User) -> None:
    """Learned from a chat it is held back for the answer to ask; from a program it is kept."""
    fact, near = "My locker code at the gym is 4711.", "at the gym I open it with a code"
    with acting_as(alice):
        bury(alice, fact)
        assert judged(alice, [near]) == [TombstoneMatch.NEAR]
        source = Source.objects.create(user=alice, kind=CHAT, text=near)
        quote = Quote(source, 0, len(near))
        held = remember(alice, near, by=Change.By.LEARNING, quote=quote)
        assert held.outcome is Outcome.REFUSED
        assert remember(alice, near, by=Change.By.API).outcome is Outcome.NEW


def test_one_sentence_of_several_is_enough(alice: User) -> None:
    with acting_as(alice):
        bury(alice, "Rosa's mobile is 07700 900 451")
        held = remember(alice, "The boiler is loud. Call Rosa on 07700900451.", by=Change.By.API)
        assert held.outcome is Outcome.REFUSED


@pytest.mark.long
def test_many_at_once_are_judged_as_each_by_itself(alice: User) -> None:
    lockers = [f"Locker number {n} of the gym is painted {n % 7} times." for n in range(60)]
    said = [*lockers[:30], *(text for _, text in AGAIN), *(text for _, text in OTHER)]
    texts = [*said, *lockers[30:], "Dinner at eight. I carry type 1 diabetes around."]
    with acting_as(alice):
        for fact in dict.fromkeys(fact for fact, _ in AGAIN):
            bury(alice, fact)
        together = restating(alice, texts, (True,))
        assert together == [restating(alice, [text], (True,))[0] for text in texts]
    assert sum(map(bool, together)) >= 4
    assert not any(together[:30])
