"""Of several things said in one sentence only the one that was asked for goes."""

import pytest

from chat.display import changes
from database.acting import acting_as
from memories.forgetting.forget import undo
from memories.models import Forgotten, Memory
from tests.chat.conftest import Talk
from tests.chat.turns import said_in

CASES = [
    (
        "I'm allergic to penicillin and latex.",
        "Forget that I'm allergic to latex.",
        "I'm allergic to penicillin.",
    ),
    (
        "Ich bin gegen Penicillin und Latex allergisch.",
        "Vergiss, dass ich gegen Latex allergisch bin.",
        "Ich bin gegen Penicillin allergisch.",
    ),
    (
        "We go fishing with Ah Seng and old Rahmat every Sunday.",
        "Forget everything about Rahmat",
        "We go fishing with Ah Seng every Sunday.",
    ),
    (
        "I speak German, French and a bit of Polish.",
        "forget that I speak Polish",
        "I speak German and French.",
    ),
    (
        "My cats are Minka, Theo and Bruno.",
        "forget Theo",
        "My cats are Minka and Bruno.",
    ),
    (
        "No me gusta el apio ni el hinojo.",
        "Olvida que no me gusta el hinojo.",
        "No me gusta el apio.",
    ),
]


def current(talk: Talk) -> list[str]:
    with acting_as(talk.user):
        found = Memory.objects.filter(state=Memory.State.CURRENT)
        return list(found.values_list("content", flat=True))


@pytest.mark.parametrize(("said", "request_", "left"), CASES)
def test_what_is_listed_beside_it_stays(talk: Talk, said: str, request_: str, left: str) -> None:
    talk.say(said)
    assert talk.anew().say(request_).text == said_in(request_, "Forgot that.")
    assert current(talk) == [left]


def test_what_is_said_to_be_forgotten_is_the_one_of_the_list(talk: Talk) -> None:
    talk.say("I'm allergic to penicillin and latex.")
    told = talk.anew().say("Forget that I'm allergic to latex.")
    with acting_as(talk.user):
        (change,) = changes(talk.user, told.message)
    assert change.what == "forgotten"
    assert change.content == "I'm allergic to latex."


def test_undo_brings_the_list_back_as_it_was(talk: Talk) -> None:
    said = "I take metformin, ramipril and a statin."
    talk.say(said)
    talk.anew().say("Forget that I take ramipril.")
    assert current(talk) == ["I take metformin and a statin."]
    with acting_as(talk.user):
        stone = Forgotten.objects.get()
        undo(talk.user, stone.batch)
    assert current(talk) == [said]


def test_what_went_of_a_list_is_known_again_by_its_whole_sentence(talk: Talk) -> None:
    talk.say("I play tennis and the cello.")
    talk.anew().say("Forget that I play the cello.")
    talk.anew().say("I play tennis with Ada")
    assert "I play tennis with Ada" in current(talk)
    heard = talk.anew().say("the cello is what I play")
    assert "you asked me to forget" in heard.text.lower()
    assert not [text for text in current(talk) if "cello" in text]


def test_what_is_asked_about_names_the_one_of_the_list(talk: Talk) -> None:
    talk.say("I speak German, French and a bit of Polish.")
    asked = talk.anew().say("forget that I know Polish")
    assert "You speak a bit of Polish" in asked.text
    talk.say("yes")
    assert current(talk) == ["I speak German and French."]
