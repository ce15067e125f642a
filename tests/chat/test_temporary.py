"""A temporary chat: in no list, found by no search, and deleted once it is left."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db.models import F, QuerySet
from django.test import Client

from accounts.models import ApiToken, Project, User
from accounts.tokens import make_token
from chat import converse
from chat.answering import answer
from chat.models import Conversation, Message
from chat.tasks import sweep
from database.acting import acting_as
from llm.fake import Call, FakeModel
from memories import forgetting
from memories.models import Change, Chunk, Memory, Source
from tests.chat.tool_calls import calling, know, results
from yarnnn import celery_app

SAID = "My quokka is called Zanzibar."
HTMX = {"HX-Request": "true"}


@pytest.fixture
def there(web: Client) -> UUID:
    """A temporary chat that the person has begun on the page."""
    sent = web.post("/chat/send", {"message": SAID, "temporary": "on"})
    return UUID(sent["Location"].rpartition("/")[2])


def exists(user: User, pk: UUID) -> bool:
    with acting_as(user):
        return Conversation.objects.filter(pk=pk).exists()


def pass_time(user: User, seconds: float) -> None:
    with acting_as(user):
        Conversation.objects.filter(temporary=True).update(
            ends=F("ends") - timedelta(seconds=seconds)
        )


def test_it_is_in_no_list_and_no_search(web: Client, alice: User, there: UUID) -> None:
    _, key = make_token(alice, "test", ApiToken.Scope.READ)
    asked = {"Authorization": f"Bearer {key}"}
    for address, headers in [
        ("/chat", {}),
        ("/today", {}),
        ("/memory", {}),
        (f"/chat/{there}", {}),
        ("/chat?q=quokka", {}),
        ("/chat?q=", HTMX),
        ("/chat?q=quokka", HTMX),
        ("/palette", HTMX),
        ("/palette?q=quokka", HTMX),
        ("/palette?q=temporary", HTMX),
        ("/api/conversations", asked),
        ("/api/conversations?q=quokka", asked),
    ]:
        answer = web.get(address, headers=headers)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        if address != f"/chat/{there}":
            assert "Zanzibar" not in page, address
        assert f'href="/chat/{there}"' not in page, address
        assert f'"{there}"' not in page.replace(f'value="{there}"', ""), address


def test_its_page_says_what_is_true_and_has_no_words_in_its_title(web: Client, there: UUID) -> None:
    page = web.get(f"/chat/{there}").content.decode()
    assert "<title>Temporary chat" in page
    assert "Zanzibar" not in page.partition("</h1>")[0]
    assert "two minutes" in page
    assert "an hour after your last message" in page


def test_it_is_in_no_project(web: Client, alice: User, garden: Project) -> None:
    web.post("/chat/send", {"message": SAID, "temporary": "on", "project": str(garden.pk)})
    with acting_as(alice):
        assert Conversation.objects.get(temporary=True).project is None


def test_left_it_is_gone_as_soon_as_its_page_says() -> None:
    """Within two minutes: it ends a while after it was left, and the sweeper comes by then."""
    every = timedelta(seconds=celery_app.conf.beat_schedule["sweep-chats"]["schedule"])
    assert converse.LEFT_FOR + every <= timedelta(minutes=2)


@pytest.mark.parametrize("elsewhere", ["/chat", "/today", "/memory", "/documents"])
def test_it_ends_soon_after_another_page_was_opened(
    web: Client, alice: User, there: UUID, elsewhere: str
) -> None:
    web.get(f"/chat/{there}")
    web.get(elsewhere)
    pass_time(alice, 61)
    assert web.get(f"/chat/{there}").status_code == 404
    sweep()
    assert not exists(alice, there)
    with acting_as(alice):
        assert not Message.objects.exists()


def test_closing_its_page_ends_it_and_loading_it_again_keeps_it(
    web: Client, alice: User, there: UUID
) -> None:
    assert web.post(f"/chat/{there}/leave").status_code == 204
    assert web.get(f"/chat/{there}").status_code == 200
    pass_time(alice, 61)
    sweep()
    assert exists(alice, there)
    web.post(f"/chat/{there}/leave")
    pass_time(alice, 61)
    sweep()
    assert not exists(alice, there)


def test_beginning_another_chat_deletes_it_at_once(web: Client, alice: User, there: UUID) -> None:
    web.post("/chat/send", {"message": "Hello"})
    assert not exists(alice, there)


def test_talking_on_in_it_keeps_it(web: Client, alice: User, there: UUID) -> None:
    web.get("/memory")
    web.post("/chat/send", {"message": "And it is six.", "conversation": str(there)})
    pass_time(alice, 3000)
    sweep()
    assert exists(alice, there)


def test_a_programs_temporary_chat_goes_on_while_its_person_looks_around(
    web: Client, alice: User
) -> None:
    with acting_as(alice):
        mine = converse.say(alice, None, SAID, temporary=True).said.conversation_id
    web.get("/chat")
    web.post("/chat/send", {"message": "Hello"})
    pass_time(alice, 61)
    sweep()
    assert exists(alice, mine)


def answers(user: User) -> list[str]:
    """What was answered in temporary chats, in turn, as it was written or is to be asked for."""
    with acting_as(user):
        said = Message.objects.filter(user=user, role=Message.Role.ASSISTANT).order_by("pk")
        return [message.text or message.draft for message in said]


def test_without_a_model_it_is_said_at_the_switch_that_nothing_is_answered(web: Client) -> None:
    before = "No language model is connected"
    assert before in web.get("/chat").content.decode()
    sent = web.post("/chat/send", {"message": SAID, "temporary": "on"})
    assert before in web.get(sent["Location"]).content.decode()


def test_without_a_model_what_is_told_and_what_is_asked_have_answers_of_their_own(
    alice: User,
) -> None:
    conversation = None
    for words in (SAID, "What is my quokka called?", "Thanks!"):
        with acting_as(alice):
            turn = converse.say(alice, conversation, words, temporary=True)
            conversation = turn.said.conversation
        answer.answer_now(alice.pk, turn.answer.pk)
    told, asked, thanked = answers(alice)
    assert told == "I don’t keep that: this chat is temporary."
    assert asked == "I don’t look anything up in a temporary chat. Ask me in an ordinary one."
    assert thanked == "You’re welcome."


def ask(user: User, *texts: str) -> list[Message]:
    """Say these in one temporary chat that looks things up; gives what was answered."""
    conversation, found = None, []
    for text in texts:
        with acting_as(user):
            turn = converse.say(user, conversation, text, temporary=True, looks_up=True)
            conversation = turn.said.conversation
        answer.answer_now(user.pk, turn.answer.pk)
        found.append(turn.answer.pk)
    with acting_as(user):
        return [Message.objects.get(pk=pk) for pk in found]


def kept(user: User) -> list[object]:
    with acting_as(user):
        tables: tuple[QuerySet[Any], ...] = (
            Memory.objects.order_by("pk"), Source.objects.order_by("pk"),
            Change.objects.order_by("pk"), Chunk.objects.order_by("pk"),
        )  # fmt: skip
        return [list(table.values()) for table in tables]


def test_if_wished_it_is_answered_from_what_is_known_and_leaves_no_trace(
    alice: User, web: Client
) -> None:
    know(alice, "My sister Lena is allergic to nuts.")
    before = kept(alice)
    asked, told, again, forgotten = ask(
        alice,
        "What is Lena allergic to?",
        "I live in Bergen.",
        "Where do I live?",
        "Forget what Lena is allergic to.",
    )
    assert "nuts" in asked.draft
    with acting_as(alice):
        assert asked.citations.count() == 1
    assert told.draft == "I don’t keep that: this chat is temporary."
    assert "Bergen" not in again.draft
    assert "temporary" in forgotten.draft
    assert kept(alice) == before
    page = web.get(f"/chat/{asked.conversation_id}").content.decode()
    assert "I look things up here and remember nothing." in page
    assert "No language model" not in page


def test_it_is_a_wish_of_the_person_alone(alice: User, web: Client) -> None:
    know(alice, "My sister Lena is allergic to nuts.")
    said = {"message": "What is Lena allergic to?", "temporary": "on", "looks_up": "on"}
    page = web.get(web.post("/chat/send", said)["Location"]).content.decode()
    assert "nuts" in page
    # Without the first switch the second means nothing: that is an ordinary chat.
    web.post("/chat/send", {"message": "Good morning.", "looks_up": "on"})
    with acting_as(alice):
        assert not Conversation.objects.filter(temporary=False, looks_up=True).exists()


def test_a_model_there_looks_things_up_and_can_change_nothing(
    alice: User, fake_model: FakeModel
) -> None:
    (allergy,) = know(alice, "My sister Lena is allergic to nuts.")
    before = kept(alice)
    forget = Call("forget", {"id": f"memory:{allergy.pk}"})
    search = Call("search_memory", {"query": "Lena allergic"})
    fake_model.say(calling(search, forget), "To nuts [1].")
    (told,) = ask(alice, "Forget what Lena is allergic to. I mean it. What is it?")
    asked = fake_model.chats[0].body
    assert {tool["function"]["name"] for tool in asked["tools"]} >= {"search_memory", "open"}
    assert not {"forget", "remember_fact"} & {tool["function"]["name"] for tool in asked["tools"]}
    assert "nothing in it is remembered" in asked["messages"][0]["content"]
    found, refused = results(fake_model)
    assert found["verdict"]
    assert refused["error"]["code"] == "temporary"
    assert told.draft == "To nuts [1]."
    assert kept(alice) == before


def test_what_is_forgotten_goes_from_its_answers_too(alice: User) -> None:
    (allergy,) = know(alice, "My sister Lena is allergic to nuts.")
    (told,) = ask(alice, "What is Lena allergic to?")
    with acting_as(alice):
        forgetting.forget(alice, [allergy.pk], by=Change.By.PERSON)
        told.refresh_from_db()
    assert "nuts" not in told.draft
