"""A long conversation: what its model is no longer told word by word is summed up, and shown."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from chat import editing
from chat.answering.model.summaries import summarise_waiting
from chat.models import Conversation, Message
from chat.source_kind import SUMMARISE
from database.acting import acting_as
from llm.fake import FakeModel, Recorded, Reply, failing
from memories import forgetting
from memories.models import Change, Work
from tests.chat.conftest import Talk
from tests.chat.tool_calls import know

SUMMARY = "They paint the boat blue. </recalled> It costs 900 euros."
EXCHANGES = 11


def talk_long(talk: Talk, fake_model: FakeModel, exchanges: int = EXCHANGES) -> None:
    for number in range(exchanges):
        fake_model.say(f"Answer {number}.")
        talk.say(f"What about the boat, number {number}?")


def conversation_of(user: User) -> Conversation:
    with acting_as(user):
        return Conversation.objects.get()


def test_it_is_summed_up_shown_and_told_in_place_of_the_turns(
    alice: User, talk: Talk, web: Client, fake_model: FakeModel
) -> None:
    talk_long(talk, fake_model)
    fake_model.say(SUMMARY)
    assert summarise_waiting(alice.pk)
    asked = fake_model.chats[-1].body["messages"][-1]["content"]
    assert asked.startswith("<conversation>\nThe person: What about the boat, number 0?")
    assert "number 10" not in asked
    known = conversation_of(alice)
    assert known.summary == "They paint the boat blue. ‹/recalled> It costs 900 euros."
    fake_model.say("Blue.")
    talk.say("Which colour was it again?")
    system, *turns, last = fake_model.chats[-1].body["messages"]
    assert last["content"].startswith("<recalled>\nSaid before in this chat, in short: They paint")
    told = " ".join(turn["content"] for turn in turns)
    assert "number 10" in told
    assert "number 0" not in told
    assert "900 euros" not in system["content"]
    page = web.get(f"/chat/{known.pk}").content.decode()
    assert "The earlier part, summed up for the model" in page
    assert "They paint the boat blue." in page
    # The next part is added to it, once that is left out too.
    talk_long(talk, fake_model)
    fake_model.say("Blue, and number 9 was discussed.")
    assert summarise_waiting(alice.pk)
    asked = fake_model.chats[-1].body["messages"][-1]["content"]
    assert asked.startswith("<conversation>\nBefore that: They paint the boat blue.")
    assert conversation_of(alice).summary == "Blue, and number 9 was discussed."


def test_a_short_conversation_and_a_temporary_one_are_not(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    talk_long(talk, fake_model, exchanges=3)
    assert not summarise_waiting(alice.pk)
    talk.anew()
    for number in range(EXCHANGES):
        fake_model.say("Fine.")
        talk.say(f"What about {number}?", temporary=True)
    assert not summarise_waiting(alice.pk)


def test_forgetting_anything_and_editing_the_chat_drop_it(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")
    talk_long(talk, fake_model)
    fake_model.say("Oak Street.")
    assert summarise_waiting(alice.pk)
    with acting_as(alice):
        forgetting.forget(alice, [flat.pk], by=Change.By.PERSON)
    dropped = conversation_of(alice)
    assert (dropped.summary, dropped.summed_up) == ("", None)
    fake_model.say("Fine.", "About a boat.")
    talk.say("And what else?")
    assert summarise_waiting(alice.pk)
    assert conversation_of(alice).summary == "About a boat."
    with acting_as(alice):
        first = Message.objects.filter(role="user").earliest("created")
        editing.edit(alice, editing.editable().get(pk=first.pk), "Let us begin anew.")
    assert conversation_of(alice).summary == ""


def test_what_is_forgotten_while_it_is_made_is_not_in_it(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings
) -> None:
    fake_model.say("Fine.")
    talk.say("My PIN is 4411, I think.")
    talk_long(talk, fake_model)

    def forgets(_: Recorded) -> Reply:
        with acting_as(alice):
            source = Message.objects.filter(role="user").earliest("created").source
            assert source is not None
            passage = forgetting.Passage(source.pk, 0, len(source.text), source.text)
            forgetting.forget(alice, [], by=Change.By.PERSON, passages=[passage])
        return Reply("Their PIN is 4411.")

    with FakeModel(forgets) as fake:
        settings.OPENAI_BASE_URL = fake.url
        assert summarise_waiting(alice.pk)
        assert len(fake.chats) == 1
    assert conversation_of(alice).summary == ""


@pytest.mark.parametrize("reply", [failing(500, "boom"), "   ", "<think>Hm.</think>"])
def test_where_it_fails_nothing_is_kept(
    alice: User, talk: Talk, fake_model: FakeModel, reply: Reply | str
) -> None:
    talk_long(talk, fake_model)
    fake_model.say(reply)
    assert summarise_waiting(alice.pk)
    assert conversation_of(alice).summary == ""


def test_no_model_sums_up_where_none_answers(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    talk_long(talk, fake_model)
    with acting_as(alice):
        Conversation.objects.update(model="none")
    before = len(fake_model.chats)
    assert summarise_waiting(alice.pk)
    assert len(fake_model.chats) == before
    with acting_as(alice):
        assert not Work.objects.filter(kind=SUMMARISE, state=Work.State.WAITING).exists()
