"""What is over is cleared away, and saying something waits for nobody."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from chat import converse
from chat.models import Conversation, Message
from chat.tasks import sweep
from database.acting import acting_as
from llm.fake import FakeModel
from tests.chat.conftest import Talk


def test_a_temporary_chat_is_gone_after_an_hour_and_an_ordinary_one_stays(talk: Talk) -> None:
    talk.say("A secret.", temporary=True)
    talk.anew().say("Another secret.", temporary=True)
    talk.anew().say("I live in Sacramento.")
    with acting_as(talk.user):
        old = Conversation.objects.filter(temporary=True).earliest("created")
        long_ago = timezone.now() - timedelta(hours=1, minutes=1)
        assert old.ends
        assert old.ends - timezone.now() < timedelta(hours=1)
        Conversation.objects.filter(pk=old.pk).update(
            updated=long_ago, ends=F("ends") + (long_ago - timezone.now())
        )
        Conversation.objects.filter(temporary=False).update(updated=long_ago)
    sweep()
    with acting_as(talk.user):
        assert Conversation.objects.count() == 2
        assert not Message.objects.filter(conversation=old.pk).exists()


def test_answers_whose_writer_died_are_closed(talk: Talk) -> None:
    told = talk.say("Hello")
    with acting_as(talk.user):
        Message.objects.filter(pk=told.message.pk).update(
            state="working", lease=timezone.now() - timedelta(seconds=1)
        )
    sweep()
    assert talk.read(told.message.pk).message.state == Message.State.INTERRUPTED


def test_saying_something_waits_for_no_model(alice: User, fake_model: FakeModel) -> None:
    with acting_as(alice):
        converse.say(alice, None, "My friend Ines lives in Mill Street.")
    assert not fake_model.requests
