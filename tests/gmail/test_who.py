""" "Who is Dana?" has an answer, with the mail it rests on."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from chat import converse
from chat.answering import answer
from chat.models import Message as Turn
from database.acting import acting_as
from llm.fake import FakeModel
from memories.keeping.remember import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change
from tests.gmail.conftest import Arrive
from tests.gmail.letters import NOON, mail, sent


@pytest.fixture
def mailbox(alice: User, arrive: Arrive) -> None:
    arrive(mail(1, "The lease ends on 30 June."), sent(2, "Thanks", at=NOON + timedelta(days=2)))
    arrive(mail(3, "News of the week", sender="Ken Ode <ken@ode.example>"), number="b")
    while embed_waiting(alice.pk):
        pass


def ask(user: User, question: str) -> tuple[str, list[str]]:
    with acting_as(user):
        turn = converse.say(user, None, question)
    answer.answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        told = Turn.objects.select_related("source").get(pk=turn.answer.pk)
        cited = told.citations.select_related("chunk__source").order_by("marker")
        return told.text, [c.chunk.source.text for c in cited if c.chunk]


@pytest.mark.usefixtures("mailbox")
@pytest.mark.parametrize(
    "question", ["Who is Dana?", "who's dana whitfield?", "Who is dana@lakeside.example?"]
)
def test_the_mail_tells(alice: User, question: str) -> None:
    told, cited = ask(alice, question)
    assert "Dana Whitfield writes with you from dana@lakeside.example" in told
    assert "1 mail from them and 1 mail from you" in told
    assert "30 June" in cited[-1]


@pytest.mark.usefixtures("mailbox")
def test_what_the_person_said_comes_first(alice: User) -> None:
    with acting_as(alice):
        remember(alice, "Dana is my landlady.", by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    told, _ = ask(alice, "Who is Dana?")
    assert told.index("landlady") < told.index("writes with you")


@pytest.mark.usefixtures("mailbox")
def test_one_way_is_nobody(alice: User) -> None:
    told, _ = ask(alice, "Who is Ken?")
    assert "writes with you" not in told


@pytest.mark.usefixtures("mailbox")
def test_page_and_api_are_told_too(alice: User) -> None:
    _, token = make_token(alice, "test", ApiToken.Scope.READ)
    api = Client(headers={"authorization": f"Bearer {token}"})
    page = Client()
    page.force_login(alice)
    for question, words in (
        ("Who is Dana?", "Dana Whitfield writes with you from dana@lakeside.example"),
        ("What did Dana say about the lease?", "The lease ends on 30 June."),
    ):
        told = api.get("/api/recall", {"q": question}).json()
        assert told["verdict"] == "sure"
        assert words in told["items"][0]["text"]
        assert told["items"][0]["answers"]
        assert words.rstrip(".") in page.get("/memory", {"q": question}).content.decode()


@pytest.mark.usefixtures("mailbox")
def test_a_model_is_told_too(alice: User, fake_model: FakeModel) -> None:
    fake_model.say("She writes with you [1].")
    ask(alice, "Who is Dana?")
    asked = fake_model.chats[-1].body["messages"][-1]["content"]
    assert "[1] (mail" in asked
    assert "Dana Whitfield writes with you" in asked


def test_a_model_is_told_whose_mail_it_is(
    alice: User, arrive: Arrive, fake_model: FakeModel
) -> None:
    arrive(sent(1, "The lease ends on 30 June.", subject="Lease"))
    while embed_waiting(alice.pk):
        pass
    fake_model.say("On 30 June [1].")
    ask(alice, "When does the lease end?")
    asked = fake_model.chats[-1].body["messages"][-1]["content"]
    assert "(mail “Lease” by the person, 12 March 2026, 12:00)" in asked
