"""What cannot both be so is asked about: neither is news, and neither may be wrong unsaid."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.keeping.questions import open_questions
from memories.learning import update_known
from memories.learning.changing.opposites import contradicts
from tests.memories.conftest import Say


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I'm allergic to hazelnuts.", "I'm not allergic to hazelnuts"),
        ("Tom eats fish", "Tom never eats fish"),
        ("Lena isn't vegan", "Lena is vegan"),
        ("Ich trinke Kaffee", "Ich trinke keinen Kaffee"),
        ("Me gustan las aceitunas", "No me gustan las aceitunas"),
        ("I like olives", "I hate olives"),
        ("Ich mag Oliven", "ich hasse Oliven"),
    ],
)
def test_that_it_is_so_and_that_it_is_not_contradict_each_other(one: str, other: str) -> None:
    assert contradicts(one, other)
    assert contradicts(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I drink coffee in the morning", "I don't drink coffee after four"),
        ("Tom eats fish", "I don't eat fish"),
        ("I love olives", "I like olives"),
        ("I hate olives", "I don't like olives"),
        ("I don't eat meat", "I don't eat fish"),
    ],
)
def test_what_may_both_be_so_does_not(one: str, other: str) -> None:
    assert not contradicts(one, other)


def test_the_person_is_asked_and_nothing_changes_before(alice: User, say: Say) -> None:
    say(alice, "I'm allergic to hazelnuts.")
    source, learned = say(alice, "I'm not allergic to hazelnuts.")
    update_known(alice, source.pk, [each.memory.pk for each in learned if each.memory])
    with acting_as(alice):
        (asked,) = open_questions(alice)
    assert asked.old.content == "I'm allergic to hazelnuts."
    assert asked.old.state == asked.new.state == "current"
