"""A temporary chat: in no list, found by no search, and deleted once it is left."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db.models import F
from django.test import Client

from accounts.models import ApiToken, Project, User
from accounts.tokens import make_token
from chat import converse
from chat.answering import answer
from chat.models import Conversation, Message
from chat.tasks import sweep
from database.acting import acting_as
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
