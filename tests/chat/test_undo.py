"""Undo said in a chat takes back the last change made there, whatever it was and however made."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from chat import builtin, converse
from chat.answering import answer, turns
from chat.answering.answer import retry
from chat.models import Message
from database.acting import acting_as
from memories.errors import Refused
from memories.keeping.editing import correct, uncorrect
from memories.keeping.remember import remember
from memories.models import Change, Memory, SearchItem, Source
from tests.chat.conftest import Talk
from tests.chat.turns import current, made, said_in

NOTHING = "There’s nothing in this chat to undo."


def history(user: User, content: str) -> list[str]:
    with acting_as(user):
        changes = Change.objects.filter(memory__content=content).order_by("at")
        return list(changes.values_list("what", flat=True))


@pytest.mark.parametrize("words", ["undo", "Undo that.", "take that back", "Mach das rückgängig"])
def test_what_was_forgotten_is_there_again(talk: Talk, words: str) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    told = talk.say(words)
    assert told.text == said_in(words, "Undone.")
    assert made(talk.user, told) == [("restored", "I live in Sacramento.")]
    assert current(talk.user) == ["I live in Sacramento."]
    assert "You live in Sacramento" in talk.say("Where do I live?").text
    with acting_as(talk.user):
        said = Source.objects.order_by("created").values_list("text", flat=True).first()
    assert said == "I live in Sacramento."


def test_what_was_remembered_goes_with_all_that_the_same_words_brought(talk: Talk) -> None:
    talk.say("I prefer tea to coffee.")
    talk.say("I live in Sacramento. My dog is called Bolt.")
    told = talk.say("undo")
    assert sorted(made(talk.user, told)) == [
        ("forgotten", "I live in Sacramento."),
        ("forgotten", "My dog is called Bolt."),
    ]
    assert current(talk.user) == ["I prefer tea to coffee."]


def test_the_words_of_a_correction_that_was_taken_back_answer_nothing(talk: Talk) -> None:
    talk.say("My locker code is 4471.")
    talk.say("Actually, my locker code is 9032.")
    talk.say("undo")
    for chat in (talk, talk.anew()):
        told = chat.say("What is my locker code?").text
        assert "4471" in told
        assert "9032" not in told
    # Said once more, it is so.
    talk.say("Actually, my locker code is 9032.")
    told = talk.say("What is my locker code?").text
    assert "9032" in told
    assert "4471" not in told


def test_what_was_corrected_is_as_before(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("No, it's Davis")
    assert current(talk.user) == ["I live in Davis."]
    told = talk.say("undo")
    assert made(talk.user, told) == [("restored", "I live in Sacramento.")]
    assert current(talk.user) == ["I live in Sacramento."]
    assert "Sacramento" in talk.anew().say("Where do I live?").text
    assert history(talk.user, "I live in Sacramento.") == ["remembered", "corrected", "restored"]


def test_again_and_again_goes_further_back(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("My dog is called Bolt.")
    talk.say("Forget that I live in Sacramento")
    talk.say("undo")
    assert current(talk.user) == ["I live in Sacramento.", "My dog is called Bolt."]
    talk.say("undo")
    assert current(talk.user) == ["I live in Sacramento."]
    talk.say("undo")
    assert current(talk.user) == []
    assert talk.say("undo").text == NOTHING
    assert current(talk.user) == []


def test_a_button_pressed_under_an_answer_is_a_change_of_this_chat(talk: Talk, web: Client) -> None:
    first = talk.say("I live in Sacramento.")
    talk.say("My dog is called Bolt.")
    with acting_as(talk.user):
        memory = Memory.objects.get(content="I live in Sacramento.")
    web.post(reverse("memories:forget", args=[memory.pk]), {"next": f"/chat/{first.conversation}"})
    assert current(talk.user) == ["My dog is called Bolt."]
    talk.say("undo")
    assert current(talk.user) == ["I live in Sacramento.", "My dog is called Bolt."]


def test_what_was_taken_back_by_the_button_is_not_taken_back_twice(talk: Talk, web: Client) -> None:
    talk.say("My dog is called Bolt.")
    told = talk.say("Forget that my dog is called Bolt")
    (done,) = told.message.details["did"]
    web.post(reverse("memories:restore", args=[done["memory"]]))
    # What is left to take back is that it was remembered.
    assert made(talk.user, talk.say("undo")) == [("forgotten", "My dog is called Bolt.")]


def test_another_chat_s_changes_and_another_s_stay(talk: Talk, charlie: User) -> None:
    talk.say("I live in Sacramento.")
    with acting_as(charlie):
        remember(charlie, "I live in Faro", by=Change.By.PERSON)
    assert talk.anew().say("undo").text == NOTHING
    assert current(talk.user) == ["I live in Sacramento."]
    assert Talk(charlie).say("undo").text == NOTHING
    assert current(charlie) == ["I live in Faro"]


def test_an_answer_asked_for_again_undoes_nothing_more(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("My dog is called Bolt.")
    told = talk.say("undo")
    with acting_as(talk.user):
        again = retry(talk.user, Message.objects.select_related("answers").get(pk=told.message.pk))
    answer.answer_now(talk.user.pk, again.pk)
    assert talk.read(again.pk).text == "I’ve undone that already."
    assert current(talk.user) == ["I live in Sacramento."]


def test_the_word_itself_is_not_found_and_teaches_nothing(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Rückgängig machen")
    with acting_as(talk.user):
        source = Source.objects.get(text="Rückgängig machen")
        assert not SearchItem.objects.filter(chunk__source=source).exists()
    assert current(talk.user) == []


def test_in_a_temporary_chat_there_is_nothing_to_undo(alice: User) -> None:
    talk = Talk(alice)
    talk.say("I live in Sacramento.")
    assert "temporary" in Talk(alice).say("undo", temporary=True).text
    assert current(alice) == ["I live in Sacramento."]


def test_what_was_erased_meanwhile_stays_erased(talk: Talk, web: Client) -> None:
    talk.say("My dog is called Bolt.")
    told = talk.say("Forget that my dog is called Bolt")
    pk = UUID(told.message.details["did"][0]["memory"])
    web.post(reverse("memories:erase", args=[pk]))
    assert talk.say("undo").text == NOTHING


def test_a_correction_that_was_corrected_again_is_not_taken_back_alone(alice: User) -> None:
    with acting_as(alice):
        first = remember(alice, "I live in Ghent", by=Change.By.PERSON).memory
        assert first
        second = correct(alice, first, "I live in Bruges", by=Change.By.PERSON)
        third = correct(alice, second, "I live in Ostend", by=Change.By.PERSON)
        with pytest.raises(Refused):
            uncorrect(alice, second, by=Change.By.PERSON)
        uncorrect(alice, third, by=Change.By.PERSON)
        uncorrect(alice, second, by=Change.By.PERSON)
    assert current(alice) == ["I live in Ghent"]


def test_undo_is_a_command_whatever_model_is_set(alice: User) -> None:
    with acting_as(alice):
        said = converse.say(alice, None, "undo")
        turn = turns.load(alice, said.answer)
    assert builtin.commands(turn)
