"""The built-in answerer is asked to forget: what goes, what it asks first, what stays."""

import pytest

from chat.builtin.forgetting import ask_which_passage
from database.acting import acting_as
from memories.forgetting import ForgetMatches, Passage
from memories.forgetting.forget import undo
from memories.models import Chunk, Source
from tests.chat.conftest import Talk
from tests.chat.turns import UNKNOWN, current, made


@pytest.mark.parametrize(
    "other", ["I am not allergic to peanuts.", "Anna is allergic to peanuts.", "She is, too."]
)
def test_after_forgetting_the_opposite_and_what_is_of_another_is_heard_as_it_is(
    talk: Talk, other: str
) -> None:
    talk.say("I am allergic to peanuts.")
    talk.say("Forget that I am allergic to peanuts.")
    told = talk.anew().say(other)
    assert told.text in ("Got it.", "Saved in this chat. Want me to remember it?")
    with acting_as(talk.user):
        assert told.message.answers
        assert told.message.answers.source
        assert told.message.answers.source.text == other
        assert not Chunk.objects.filter(
            source=told.message.answers.source, hidden__isnull=False
        ).exists()


def test_forgetting_names_it_does_it_and_can_be_undone(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say("Forget where I live")
    (done,) = told.message.details["did"]
    assert made(talk.user, told) == [("forgotten", "I live in Sacramento.")]
    assert current(talk.user) == []
    assert talk.anew().say("Where do I live?").text.startswith(UNKNOWN)
    with acting_as(talk.user):
        undo(talk.user, done["batch"])
    assert current(talk.user) == ["I live in Sacramento."]


def test_forgetting_leaves_no_word_of_it_behind(talk: Talk) -> None:
    talk.say("Remember that the canary is called Xylophon.")
    talk.say("What is the canary called?")
    talk.say("Forget that the canary is called Xylophon.")
    with acting_as(talk.user):
        kept = " ".join(Source.objects.values_list("text", flat=True))
        title = talk.conversation.title if talk.conversation else ""
    assert "Xylophon" not in kept
    assert "Xylophon" not in title


@pytest.mark.parametrize("asked", ["locker code", "whats my locker code", "Whats the locker code"])
def test_what_was_only_asked_is_not_what_goes(talk: Talk, asked: str) -> None:
    talk.say("Locker code at the station is 4417")
    talk.anew().say(asked)
    talk.anew().say("forget my locker code")
    assert current(talk.user) == []
    assert "4417" not in talk.anew().say("What's my locker code?").text


def test_a_list_of_what_may_be_meant_is_blacked_out_with_what_goes(talk: Talk) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    asked = talk.say("Forget about my landlord")
    assert "drums" in asked.text
    assert len(asked.quotes) == 2
    talk.say("both")
    with acting_as(talk.user):
        texts = " ".join(Source.objects.values_list("text", flat=True))
    assert "drums" not in texts
    assert "euros" not in texts


def test_what_is_not_searchable_is_listed_without_a_marker(talk: Talk) -> None:
    talk.say("I live in Oslo.")
    with acting_as(talk.user):
        source = Source.objects.get(text="I live in Oslo.")
        Chunk.objects.filter(source=source).delete()
    meant = ForgetMatches([Passage(source.pk, 0, 15, source.text)], sure=False)
    plan = ask_which_passage(talk.user, meant)
    assert "You live in Oslo" in plan.text
    assert "[1]" not in plan.text
    assert plan.cites == []


def test_what_is_said_beside_it_stays(talk: Talk) -> None:
    talk.say("Dorothy hates curry and it rained all day in Hull")
    talk.say("Forget what Dorothy hates")
    with acting_as(talk.user):
        assert "it rained" in " ".join(Source.objects.values_list("text", flat=True))


def test_a_thing_goes_with_what_its_sentence_goes_on_to_say_of_it(talk: Talk) -> None:
    talk.say("The car insurance is with Hartwell's and it renews in April, it was £412 last year.")
    talk.say("Forget about the car insurance.")
    assert "412" not in talk.anew().say("What do I pay for the car insurance?").text
    with acting_as(talk.user):
        assert "412" not in " ".join(Source.objects.values_list("text", flat=True))


def test_forget_that_means_what_was_cited_last(talk: Talk) -> None:
    talk.say("My dog is called Bolt.")
    talk.say("I prefer tea to coffee.")
    talk.say("What is my pet called?")
    talk.say("Forget that.")
    assert current(talk.user) == ["I prefer tea to coffee."]


def test_two_that_fit_are_asked_about_and_a_number_chooses(talk: Talk) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    asked = talk.say("Forget about my landlord")
    assert asked.text.startswith("Which one shall I forget?")
    assert len(current(talk.user)) == 2
    drums = 1 if asked.text.index("drums") < asked.text.index("euros") else 2
    talk.say(f"the {('first', 'second')[drums - 1]} one")
    assert current(talk.user) == ["My landlord wants 20 euros more"]


@pytest.mark.parametrize(
    ("reply", "left"),
    [("both", 0), ("1 and 2", 0), ("neither", 2), ("the one about the drums", 1), ("Hello", 2)],
)
def test_the_question_which_is_answered_in_words_too(talk: Talk, reply: str, left: int) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    talk.say("Forget about my landlord")
    talk.say(reply)
    assert len(current(talk.user)) == left


def test_everything_about_someone_is_forgotten_without_asking(talk: Talk) -> None:
    talk.say("Remember that Rui owes me 20 euros")
    talk.say("Remember that Rui plays the drums")
    talk.say("I prefer tea to coffee.")
    talk.say("Forget everything about Rui")
    assert current(talk.user) == ["I prefer tea to coffee."]


@pytest.mark.long
@pytest.mark.parametrize(("reply", "gone"), [("yes", True), ("all of them", True), ("none", False)])
def test_what_is_a_lot_is_shown_before_it_is_forgotten(talk: Talk, reply: str, gone: bool) -> None:
    things = "tea jazz chess wool rye figs dusk snow moss rain tin".split()
    for thing in things:
        talk.say(f"Remember that Rui likes {thing}")
    talk.say("I prefer tea to coffee.")
    told = talk.say("Forget everything about Rui")
    assert "That would be 11 things." in told.text
    assert "6. Rui likes" in told.text
    assert len(current(talk.user)) == len(things) + 1
    talk.say(reply)
    assert len(current(talk.user)) == (1 if gone else len(things) + 1)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ("Anna has diabetes", "Forget that I have diabetes."),
        ("Tom lives in Ghent", "Forget that I live in Ghent."),
        ("My sister is allergic to peanuts", "Please forget that I am allergic to peanuts."),
        ("Tom lives in Ghent and I live in Hull", "Forget that I live in Ghent."),
    ],
)
def test_asking_to_forget_ones_own_forgets_nothing_of_another(
    talk: Talk, known: str, asked: str
) -> None:
    talk.say(f"Remember that {known}.")
    assert "nothing to forget" in talk.anew().say(asked).text
    assert current(talk.user) == [known]


def test_nothing_that_fits_is_nothing_forgotten(talk: Talk) -> None:
    talk.say("I prefer tea to coffee.")
    told = talk.say("Forget my passport number")
    assert "nothing to forget" in told.text
    assert current(talk.user) == ["I prefer tea to coffee."]
