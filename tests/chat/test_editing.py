"""A message put in other words: asked again, with the first words kept as a branch."""

from threading import Thread
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from chat import branches, converse, editing
from chat.answering import answer
from chat.models import Conversation, Message
from database.acting import acting_as
from llm.fake import FakeModel
from memories.forgetting import erase, forget, restore
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Forgotten, Memory, Source
from memories.recall import Query, recall
from tests.chat.conftest import Talk, Told

pytestmark = pytest.mark.django_db(transaction=True)


def edit(user: User, told: Told, text: str) -> Message:
    """Edit what was answered, and have it answered; gives the new answer."""
    with acting_as(user):
        said = editing.editable().get(answered_by=told.message)
        turn = editing.edit(user, said, text)
    assert turn is not None
    answer.answer_now(user.pk, turn.answer.pk)
    while embed_waiting(user.pk):
        pass
    with acting_as(user):
        return Message.objects.select_related("source", "answers__source").get(pk=turn.answer.pk)


def known(user: User) -> set[str]:
    with acting_as(user):
        return set(Memory.objects.filter(state="current").values_list("content", flat=True))


def shown(user: User, conversation: UUID) -> list[str]:
    with acting_as(user):
        messages = Message.objects.filter(conversation=conversation, shown=True, role="user")
        return [m.text for m in messages.select_related("source").order_by("created")]


def test_a_corrected_slip_is_not_remembered(talk: Talk, alice: User) -> None:
    told = talk.say("I live in Sacremento.")
    assert known(alice) == {"I live in Sacremento."}
    again = edit(alice, told, "I live in Sacramento.")
    assert known(alice) == {"I live in Sacramento."}
    assert again.text == "Got it."
    assert shown(alice, told.conversation) == ["I live in Sacramento."]
    with acting_as(alice):
        # Journaled, and no word of it in what is said to have been before.
        gone = Change.objects.get(what=Change.What.FORGOTTEN)
        assert gone.by == Change.By.PERSON
        assert not Memory.objects.filter(state="superseded").exists()
    # Said again it is neither held back nor doubted.
    assert talk.say("I live in Sacramento.").text.startswith("I know that already")
    assert "Sacramento" in talk.say("Where do I live?").text
    items = recall(alice, Query("Where do I live?")).items
    assert not [item for item in items if "Sacremento" in item.text]


def test_what_is_said_again_stays_and_the_rest_comes_back_on_undo(talk: Talk, alice: User) -> None:
    told = talk.say("I have a dog called Rex. I am allergic to nuts.")
    edit(alice, told, "I have a dog called Rex. I am allergic to peanuts.")
    assert known(alice) == {"I have a dog called Rex.", "I am allergic to peanuts."}
    with acting_as(alice):
        gone = Memory.objects.get(state="forgotten")
        restore(alice, gone.pk)
    assert "I am allergic to nuts." in known(alice)


def test_an_edited_correction_corrects_what_was_there_before(talk: Talk, alice: User) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say("Actually, I moved to Davis.")
    assert known(alice) == {"I moved to Davis"}
    edit(alice, told, "Actually, I moved to Dixon.")
    assert known(alice) == {"I moved to Dixon"}
    with acting_as(alice):
        earlier = Memory.objects.get(content="I moved to Dixon").supersedes
    assert earlier is not None
    assert earlier.content == "I live in Sacramento."


def test_one_branch_is_shown_and_the_answer_sees_that_one_alone(
    talk: Talk, alice: User, fake_model: FakeModel
) -> None:
    fake_model.say("One.", "Two.", "Three.", "Four.")
    talk.say("Is the tower in Pisa tall?")
    second = talk.say("Tell me about zebras.")
    talk.say("And how fast are they?")
    edit(alice, second, "Tell me about yaks.")
    said = str(fake_model.chats[-1].body["messages"])
    assert "Pisa" in said
    assert "zebras" not in said.partition("<recalled>")[0]
    yaks = ["Is the tower in Pisa tall?", "Tell me about yaks."]
    assert shown(alice, second.conversation) == yaks
    with acting_as(alice):
        zebras = editing.editable().get(answered_by=second.message)
        branches.show(zebras)
    of_zebras = [yaks[0], "Tell me about zebras.", "And how fast are they?"]
    assert shown(alice, second.conversation) == of_zebras
    with acting_as(alice):
        turn = converse.say(alice, zebras.conversation, "Thanks!")
        assert turn.said.parent is not None
        assert turn.said.parent.text == "And how fast are they?"


def test_of_two_said_at_once_the_second_follows_and_is_no_version_of_the_first(
    talk: Talk, alice: User
) -> None:
    told = talk.say("Good morning.")

    def say(text: str) -> None:
        with acting_as(alice):
            converse.say(alice, talk.conversation, text)

    def say_elsewhere() -> None:
        say("The second.")
        connection.close()

    other = Thread(target=say_elsewhere)
    with acting_as(alice):
        converse.say(alice, talk.conversation, "The first.")
        other.start()
        other.join(timeout=0.5)
        assert other.is_alive()
    other.join(timeout=60)
    assert shown(alice, told.conversation) == ["Good morning.", "The first.", "The second."]
    with acting_as(alice):
        said = Message.objects.filter(role="user").order_by("created")
        assert branches.places(said) == {}
        assert [each.parent_id for each in said] == [None, *[each.pk for each in said][:2]]


def test_the_page_switches_between_branches_and_without_a_script_edits(
    web: Client, alice: User
) -> None:
    first = web.post("/chat/send", {"message": "I live in Bath."}, follow=True)
    place = first.request["PATH_INFO"]
    assert "1 / 2" not in first.content.decode()
    with acting_as(alice):
        said = Message.objects.get(role="user")
    form = web.get(f"/chat/said/{said.pk}/edit").content.decode()
    assert "I live in Bath.</textarea>" in form
    part = web.get(f"/chat/said/{said.pk}/edit", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    page = web.post(f"/chat/said/{said.pk}/edit", {"message": "I live in York."}, follow=True)
    text = page.content.decode()
    assert "2 / 2" in text
    assert "I’ll remember: <bdi>You live in York.</bdi>" in text
    assert "Forgotten: <bdi>I live in Bath.</bdi>" in text
    assert f'formaction="/chat/said/{said.pk}/show"' in text
    back = web.post(f"/chat/said/{said.pk}/show", follow=True).content.decode()
    assert "1 / 2" in back
    assert ">I live in Bath.</div>" in back
    assert "You live in York" not in back
    empty = web.post(f"/chat/said/{said.pk}/edit", {"message": " "})
    assert empty.status_code == 422
    same = web.post(f"/chat/said/{said.pk}/edit", {"message": "I live in Bath."}, follow=True)
    assert "1 / 2" in same.content.decode()
    with acting_as(alice):
        assert Message.objects.filter(role="user").count() == 2
        assert Conversation.objects.get().title == "I live in York."
    assert web.get(place).status_code == 200


def test_search_finds_and_opens_what_is_in_a_hidden_branch(
    web: Client, talk: Talk, alice: User
) -> None:
    told = talk.say("What is a quokka?")
    edit(alice, told, "What is a wombat?")
    found = web.get("/chat?q=quokka").content.decode()
    with acting_as(alice):
        said = Message.objects.get(source__text="What is a quokka?")
    assert f"/chat/{told.conversation}?said={said.pk}" in found
    page = web.get(f"/chat/{told.conversation}?said={said.pk}").content.decode()
    assert ">What is a quokka?</div>" in page
    assert "1 / 2" in page
    assert "wombat" not in page.partition('id="turns"')[2]


def test_forgetting_and_erasing_reach_hidden_branches(talk: Talk, alice: User) -> None:
    told = talk.say("I live in Bath. The bridge was painted blue by my cousin Tove.")
    edit(alice, told, "I live in Bath. The weather is nice.")
    with acting_as(alice):
        memory = Memory.objects.get(content="I live in Bath.")
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Source.objects.filter(text__contains="Bath").exists()
    slip = talk.anew().say("Remember that my shed is called Marigold.")
    edit(alice, slip, "Never mind.")
    with acting_as(alice):
        # Its words stay in the branch until it is erased.
        assert Source.objects.filter(text__contains="Marigold").exists()
        stone = Forgotten.objects.filter(fingerprint={}).get()
        assert stone.memory_id is not None
        erase(alice, stone.memory_id)
        assert not Source.objects.filter(text__contains="Marigold").exists()


def test_deleting_the_conversation_takes_all_branches(talk: Talk, alice: User) -> None:
    told = talk.say("What is a quokka?")
    edit(alice, told, "What is a wombat?")
    with acting_as(alice):
        converse.delete(alice, Conversation.objects.get())
        assert not Message.objects.exists()
        assert not Source.objects.filter(text__contains="quokka").exists()


def test_the_api_edits_and_shows_branches(talk: Talk, alice: User) -> None:
    _, key = make_token(alice, "test", ApiToken.Scope.FULL)
    headers = {"Authorization": f"Bearer {key}"}
    client = Client(headers=headers)
    told = talk.say("What is a quokka?")
    with acting_as(alice):
        said = Message.objects.get(role="user")
    body = {"edit": str(said.pk), "message": "What is a wombat?"}
    edited = client.post("/api/chat", body, content_type="application/json")
    assert edited.status_code == 200, edited.content
    read = client.get(f"/api/conversations/{told.conversation}").json()["messages"]
    assert [m["text"] for m in read if m["role"] == "user"] == ["What is a wombat?"]
    assert read[0]["branches"] == {"shown": 2, "messages": [str(said.pk), read[0]["id"]]}
    place = f"/api/conversations/{told.conversation}/branch"
    switched = client.post(place, {"message": str(said.pk)}, content_type="application/json")
    assert switched.status_code == 204
    read = client.get(f"/api/conversations/{told.conversation}").json()["messages"]
    assert read[0]["text"] == "What is a quokka?"
    again = client.post(
        "/api/chat", {**body, "message": "What is a quokka?"}, content_type="application/json"
    )
    assert again.json()["error"]["code"] == "unchanged"
