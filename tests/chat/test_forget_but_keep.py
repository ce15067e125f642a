"""What a request says is to stay does, and what is left of a sentence says something by itself."""

import pytest

from database.acting import acting_as
from memories.models import Memory
from tests.chat.conftest import Talk
from tests.chat.turns import said_in


def current(talk: Talk) -> list[str]:
    with acting_as(talk.user):
        known = Memory.objects.filter(user=talk.user, state=Memory.State.CURRENT)
        return sorted(known.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("told", "request_", "left"),
    [
        (
            "we have a donkey called Ernie, and two llamas, Bess and Boris",
            "forget the donkey but not the llamas",
            "We have two llamas, Bess and Boris",
        ),
        (
            "we have a donkey called Ernie, and two llamas, Bess and Boris",
            "forget about the llamas, the donkey stays",
            "We have a donkey called Ernie",
        ),
        (
            "ich habe einen Esel, der Ernst heisst, und zwei Ziegen, Bella und Boris",
            "vergiss bitte das mit dem Esel, aber nicht das mit den Ziegen",
            "Ich habe zwei Ziegen, Bella und Boris",
        ),
        (
            "ich habe einen Esel, der Ernst heisst, und zwei Ziegen, Bella und Boris",
            "vergiss die Ziegen, den Esel aber nicht",
            "Ich habe einen Esel, der Ernst heisst",
        ),
        (
            "wir haben ein Kajak im Keller und einen Wohnwagen am See",
            "lösch das Kajak, aber lass den Wohnwagen",
            "Wir haben einen Wohnwagen am See",
        ),
    ],
)
def test_what_is_said_to_stay_stays(talk: Talk, told: str, request_: str, left: str) -> None:
    talk.say(told)
    assert talk.anew().say(request_).text.startswith(said_in(request_, "Forgot that."))
    assert current(talk) == [left]
    talk.say("undo")
    assert current(talk) == [told[:1].upper() + told[1:]]


@pytest.mark.parametrize(
    ("told", "request_", "left"),
    [
        # Whom it tells of stays with what is left.
        (
            "Mein Onkel Reto wohnt in Chur und hat eine Bäckerei",
            "vergiss, wo Reto wohnt",
            ["Mein Onkel Reto hat eine Bäckerei"],
        ),
        # Nothing is left that is nobody's.
        (
            "my lodger is called Ferdi, works nights at the depot and can't eat fish",
            "forget everything about Ferdi",
            [],
        ),
        (
            "mein Untermieter heisst Ferdi, ist Schreiner aus Chur und mag keinen Fisch",
            "vergiss alles über Ferdi",
            [],
        ),
        ("Ann dumped Rob, caught him cheating, I never trusted him", "forget about Rob", []),
        # A letter is no "or".
        ("my blood group is O positive, and I give blood in May", "forget my blood group", None),
    ],
)
def test_no_stump_is_left(talk: Talk, told: str, request_: str, left: list[str] | None) -> None:
    talk.say(told)
    talk.anew().say(request_)
    assert current(talk) == (["I give blood in May"] if left is None else left)


def test_an_undo_may_name_what_is_to_be_known_again(talk: Talk) -> None:
    talk.say("Bramble gets a heart pill at night")
    talk.say("My locker code is 5510")
    talk.anew().say("forget the heart pill")
    talk.say("forget my locker code")
    talk.anew().say("undo forgetting the heart pill")
    assert current(talk) == ["Bramble gets a heart pill at night"]
    assert talk.say("undo forgetting the skiing trip").text.startswith("There’s nothing")


def test_what_asks_for_it_is_nothing_to_be_forgotten(talk: Talk) -> None:
    talk.say("I need to fetch a turkey in Alnwick and I've paid a 30 quid deposit")
    talk.anew().say("delete the turkey deposit")
    talk.say("none")
    asked = talk.anew().say("delete the turkey deposit").text
    assert "30 quid" in asked
    assert "Delete the turkey" not in asked


def test_a_yes_chooses_none_of_several_that_were_asked_about(talk: Talk) -> None:
    talk.say("The physio is on Thursday. It costs 40 pounds.")
    talk.say("Mum drives me to the physio and waits in the car")
    assert "Which one" in talk.anew().say("forget about the physio").text
    before = current(talk)
    assert talk.say("yes").text.startswith("Which one?")
    assert current(talk) == before
    talk.say("1")
    assert current(talk) != before


def test_what_is_left_beside_a_black_bar_is_no_answer(talk: Talk) -> None:
    talk.say("The roof will be done in May, or so the builder says, but I doubt it")
    talk.say("Our cat is called Nelson and he sleeps in the bath")
    talk.anew().say("forget the roof")
    for question in ("what did I tell you today?", "when is the builder coming?"):
        told = talk.anew().say(question).text
        assert "builder says" not in told
        assert "█" not in told


def test_a_number_that_chooses_nothing_is_not_learned(talk: Talk) -> None:
    talk.say("My locker code is 5510")
    assert "nothing to choose" in talk.say("1").text
