"""The pages of the chat, with a script and without one."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Project, User
from chat.models import Conversation, Message, Proposal
from database.acting import acting_as
from gmail.source_kind import GMAIL
from llm.fake import FakeModel
from memories.forgetting.forget import forget, undo
from memories.forgetting.remove import remove_sources
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Source
from memories.text import MASK
from tests.chat.conftest import Talk

# What a thread of the stand-in writes is seen by the page.
pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


def embed(user: User) -> None:
    while embed_waiting(user.pk):
        pass
    connection.close()


def test_a_new_chat_greets_who_has_told_nothing_yet(web: Client) -> None:
    page = web.get("/chat").content.decode()
    assert "Tell me something about yourself" in page
    assert 'action="/chat/send"' in page


def test_without_a_script_the_answer_is_there_on_the_next_page(web: Client, alice: User) -> None:
    page = web.post("/chat/send", {"message": "I live in Sacramento."}, follow=True)
    text = page.content.decode()
    assert "Got it." in text
    assert "I’ll remember: <bdi>You live in Sacramento.</bdi>" in text
    embed(alice)
    again = web.post("/chat/send", {"message": "Where is my home?"}, follow=True).content.decode()
    assert 'class="cite" href="/sources/' in again
    assert "Used 1 memory" in again


def test_a_card_names_where_else_the_same_stands_while_it_does(web: Client, alice: User) -> None:
    web.post("/chat/send", {"message": "My rent is 950 euros from May on."}, follow=True)
    mail = "Your rent is 950 euros from May on."
    with acting_as(alice):
        by_other = NewSource(GMAIL, mail, title="Rent", author=Source.Author.OTHER, speaker="Ines")
        kept = keep(alice, by_other)
    embed(alice)
    page = web.post("/chat/send", {"message": "How much is my rent?"}, follow=True)
    assert page.content.decode().count("also From Ines’s mail “Rent”") == 1
    with acting_as(alice):
        remove_sources(alice, Source.objects.filter(pk=kept.pk))
    after = web.get(page.request["PATH_INFO"]).content.decode()
    assert 'class="cite" href="/sources/' in after
    assert "also From" not in after


def test_with_a_script_the_new_turns_come_back_and_the_answer_streams(web: Client) -> None:
    first = web.post("/chat/send", {"message": "Hello", "streams": "on"}, follow=True)
    conversation = first.request["PATH_INFO"].rpartition("/")[2]
    assert 'data-stream="/chat/answers/' in first.content.decode()
    turns = web.post(
        "/chat/send",
        {"message": "I live in Sacramento.", "conversation": conversation, "streams": "on"},
        headers=HTMX,
    ).content.decode()
    assert "<html" not in turns
    assert "I live in Sacramento." in turns
    assert turns.count("data-stream=") == 1


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("", "nothing here"),
        ("   \n ", "nothing here"),
        ("x" * 100_001, "at most 100,000 characters"),
        ("x" * 1_000_000, "at most 100,000 characters"),
    ],
)
def test_a_bad_message_is_one_clear_error_and_nothing_is_saved(
    web: Client, alice: User, message: str, problem: str
) -> None:
    response = web.post("/chat/send", {"message": message})
    assert response.status_code == 422
    assert problem in response.content.decode()
    with acting_as(alice):
        assert not Conversation.objects.exists()
        assert not Message.objects.exists()


def test_nul_bytes_are_refused(web: Client, alice: User) -> None:
    assert web.post("/chat/send", {"message": "a\0b"}).status_code in (400, 422)
    with acting_as(alice):
        assert not Message.objects.exists()


def test_a_memory_too_long_is_said_so_and_the_message_is_kept(talk: Talk) -> None:
    told = talk.say("Remember that " + "the garden has roses and " * 600)
    assert "too long for one memory" in told.text
    with acting_as(talk.user):
        assert not Memory.objects.exists()
        assert Message.objects.count() == 2


def test_the_title_comes_from_the_first_message_and_can_be_changed(web: Client, talk: Talk) -> None:
    told = talk.say("I live in Sacramento and my brother lives in a small town by the sea, far.")
    assert talk.conversation
    assert talk.conversation.title == "I live in Sacramento and my brother lives in a small town…"
    url = f"/chat/{told.conversation}"
    assert web.post(f"{url}/rename", {"title": "  "}).status_code == 422
    page = web.post(f"{url}/rename", {"title": "Where we live"}, follow=True)
    assert '<h1 dir="auto">Where we live</h1>' in page.content.decode()


def test_conversations_are_found_by_title_and_by_what_was_said(web: Client, talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("The roses need water.")
    talk.anew().say("Nothing of the sort.")
    page = web.get("/chat", {"q": "roses"}).content.decode()
    assert "I live in Sacramento." in page
    assert "The roses need water." in page
    rail = web.get("/chat", {"q": "roses"}, headers=HTMX).content.decode()
    assert rail.count("<a ") == 1
    assert "No conversation has" in web.get("/chat", {"q": "tulips"}, headers=HTMX).content.decode()


def test_deleting_a_conversation_keeps_what_was_learned_unless_it_is_to_go(
    web: Client, talk: Talk
) -> None:
    told = talk.say("I live in Sacramento.")
    gone = talk.anew().say("My dog is called Bolt.")
    talk.anew()
    assert "I learned 1 thing" in web.get(f"/chat/{told.conversation}/delete").content.decode()
    web.post(f"/chat/{told.conversation}/delete")
    web.post(f"/chat/{gone.conversation}/delete", {"forget_too": "on"})
    with acting_as(talk.user):
        assert not Conversation.objects.exists()
        assert not Message.objects.exists()
        (kept,) = Memory.objects.filter(state=Memory.State.CURRENT)
        assert kept.evidence.get().quote == "I live in Sacramento."
    assert talk.say("Where do I live?").quotes == ("I live in Sacramento.",)


def test_a_forgotten_memory_is_redacted_in_every_answer_and_its_undo_shows_it_again(
    web: Client, talk: Talk
) -> None:
    told = talk.say("I live in Sacramento.")
    asked = talk.anew().say("Where do I live? And is it far?")
    both = talk.anew().say("What do you know about me?")
    with acting_as(talk.user):
        memory = Memory.objects.get()
        forgetting = forget(talk.user, [memory.pk], by=Change.By.PERSON)
    for seen in (told, asked, both):
        page = web.get(f"/chat/{seen.conversation}").content.decode()
        assert "Sacramento" not in page
        assert '<span class="redacted">forgotten</span>' in page
    web.post(f"/memory/undo/{forgetting.batch}")
    for seen in (told, asked, both):
        assert "Sacramento" in web.get(f"/chat/{seen.conversation}").content.decode()


def test_a_search_shows_no_blacked_out_words(web: Client, talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    with acting_as(talk.user):
        home = Memory.objects.get(content="I live in Sacramento.")
        forget(talk.user, [home.pk], by=Change.By.PERSON)
    page = web.get("/chat", {"q": "Bolt"}).content.decode()
    assert "… My dog is called Bolt." in page
    assert MASK not in page


def test_conversations_of_one_title_are_told_apart_by_their_time(web: Client, talk: Talk) -> None:
    talk.say("When do the bees swarm?")
    alone = web.get("/chat", headers=HTMX, query_params={"q": "bees"}).content.decode()
    assert "<small" not in alone
    talk.anew().say("When do the bees swarm?")
    talk.anew().say("Where do they go?")
    for page in (web.get("/chat"), web.get("/chat", headers=HTMX, query_params={"q": "bees"})):
        assert page.content.decode().count('<small class="faint">') == 2


def test_two_memories_in_one_sentence_come_back_only_together(talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    told = talk.anew().say("What do you know about me?")
    with acting_as(talk.user):
        memories = {m.content: m.pk for m in Memory.objects.all()}
        home = forget(talk.user, [memories["I live in Sacramento."]], by=Change.By.PERSON)
    assert "Sacramento" not in talk.read(told.message.pk).text
    assert "Bolt" in talk.read(told.message.pk).text
    with acting_as(talk.user):
        dog = forget(talk.user, [memories["My dog is called Bolt."]], by=Change.By.PERSON)
        undo(talk.user, home.batch)
    text = talk.read(told.message.pk).text
    assert "Sacramento" in text
    assert "Bolt" not in text
    with acting_as(talk.user):
        undo(talk.user, dog.batch)
    assert "Bolt" in talk.read(told.message.pk).text


def test_a_correction_is_said_once_and_its_undo_says_what_is_back(web: Client, talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say("No, it's Davis")
    shown = web.get(f"/chat/{told.conversation}").content.decode()
    assert shown.count("Corrected") == 1
    talk.say("undo")
    shown = web.get(f"/chat/{told.conversation}").content.decode()
    assert "Restored: <bdi>I live in Sacramento.</bdi>" in shown.rpartition("Undone.")[2]


def test_what_was_forgotten_is_not_learned_again_unless_the_person_says_so(
    web: Client, talk: Talk
) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    told = talk.anew().say("I live in Sacramento.")
    assert "You asked me to forget that" in told.text
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert (
        "You asked me to forget this, or something like it: <bdi>I live in Sacramento.</bdi>"
        in page
    )
    assert "I don’t know that yet" in talk.anew().say("Where do I live?").text
    with acting_as(talk.user):
        said = Message.objects.get(conversation=told.conversation, role=Message.Role.USER)
    url = f"/chat/said/{said.pk}/remember"
    for start in ("1", "-1", "x", "²", ""):
        assert web.post(url, {"start": start}).status_code == 404
    assert "I’ll remember" in web.post(url, {"start": "0"}, headers=HTMX).content.decode()
    assert web.post(url, {"start": "0"}).status_code == 404
    assert talk.anew().say("Where do I live?").quotes == ("I live in Sacramento.",)
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "You asked me to forget this" not in page
    assert "I’ll remember: <bdi>You live in Sacramento.</bdi>" in page


def test_a_question_for_what_was_forgotten_is_nothing_to_remember(web: Client, talk: Talk) -> None:
    talk.say("My landline is 01632 960 118")
    talk.anew().say("Delete all forms of my landline number.")
    told = talk.anew().say("what is my landline number")
    assert "I don’t know that yet" in told.text
    assert "Remember it" not in web.get(f"/chat/{told.conversation}").content.decode()


def test_a_statement_that_was_not_learned_is_remembered_by_a_button(
    web: Client, talk: Talk
) -> None:
    told = talk.say("  the bridge was closed because of the storm.")
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "start with" not in page
    assert "Saved in this chat. Want me to remember it?" in page
    with acting_as(talk.user):
        said = Message.objects.get(conversation=told.conversation, role=Message.Role.USER)
    url = f"/chat/said/{said.pk}/remember"
    assert f'action="{url}"' in page
    assert '<input type="hidden" name="start" value="2">' in page
    # Without a script: the next page has the answered offer.
    assert web.post(url, {"start": "0"}).status_code == 404
    done = web.post(url, {"start": "2"})
    assert done.headers["Location"] == f"/chat/{told.conversation}"
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "I’ll remember: <bdi>The bridge was closed because of the storm.</bdi>" in page
    assert f'action="{url}"' not in page
    assert web.post(url, {"start": "2"}).status_code == 404
    with acting_as(talk.user):
        evidence = Memory.objects.get().evidence.get()
        assert evidence.quote == "the bridge was closed because of the storm."


def test_what_is_not_sure_enough_to_be_learned_has_a_button(web: Client, talk: Talk) -> None:
    told = talk.say("Keen on a second dog.")
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "Remember this?" in page
    with acting_as(talk.user):
        wanted = Proposal.objects.get()
    url = f"/chat/proposals/{wanted.pk}"
    assert f'action="{url}"' in page
    assert "I’ll remember: " in web.post(url, headers=HTMX).content.decode()
    with acting_as(talk.user):
        assert Memory.objects.get().evidence.get().quote == "Keen on a second dog."
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "Remember this?" not in page
    assert "I’ll remember: <bdi>Keen on a second dog.</bdi>" in page


def test_below_a_model_s_answer_a_statement_is_offered_too_and_a_request_is_not(
    web: Client, talk: Talk, fake_model: FakeModel
) -> None:
    requests = ("Write me a poem about storms", "Fass das zusammen", "Escribe un poema", "Thanks!")
    statements = ("The harbour was closed today.", "Der Hafen war heute gesperrt.")
    fake_model.say(*("That must have been quite a storm." for _ in (*requests, *statements)))
    for request in requests:
        told = talk.say(request)
        assert "offers" not in told.message.details
    for statement in statements:
        told = talk.say(statement)
        assert told.text == "That must have been quite a storm."
    page = web.get(f"/chat/{told.conversation}").content.decode()
    offered = page.count('action="/chat/said/') + page.count('action="/chat/proposals/')
    assert offered == len(statements)
    with acting_as(talk.user):
        assert not Memory.objects.exists()
    said = told.message.answers
    assert said
    web.post(f"/chat/said/{said.pk}/remember", {"start": "0"})
    with acting_as(talk.user):
        assert Memory.objects.get().content == statements[-1]


def test_remember_that_brings_back_what_was_forgotten_without_being_asked(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("Forget where I live")
    told = talk.anew().say("Remember that I live in Sacramento.")
    assert "withheld" not in told.message.answers.details  # type: ignore[union-attr]
    assert "You live in Sacramento" in talk.anew().say("Where do I live?").text


def test_a_long_conversation_shows_its_latest_turns_and_a_way_to_earlier_ones(
    web: Client, talk: Talk
) -> None:
    told = talk.say("I live in Sacramento.")
    with acting_as(talk.user):
        conversation = Conversation.objects.get()
        Message.objects.bulk_create(
            Message(user=talk.user, conversation=conversation, role="user", draft=f"line {n}")
            for n in range(70)
        )
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "line 69" in page
    assert "I live in Sacramento.</div>" not in page
    earlier = page.partition('href="?before=')[2].partition('"')[0]
    more = web.get(f"/chat/{told.conversation}", {"before": earlier}, headers=HTMX).content.decode()
    assert "I live in Sacramento." in more
    assert "line 69" not in more


def test_older_conversations_are_one_click_away(alice: User, web: Client, garden: Project) -> None:
    with acting_as(alice):
        Conversation.objects.bulk_create(
            Conversation(
                user=alice, title=f"Bath {number}", project=garden if number == 0 else None
            )
            for number in range(32)
        )
    page = web.get("/chat").content.decode()
    assert page.count("<bdi>Bath ") == 30
    assert "/chat?older=1" in page
    for headers in ({}, HTMX):
        rail = web.get("/chat?older=1", headers=headers).content.decode()
        assert rail.count("<bdi>Bath ") == 32
        assert "Older conversations" not in rail
    asked = f"/chat?older=1&project={garden.pk}"
    assert web.get(asked, headers=HTMX).content.decode().count("<bdi>Bath ") == 1


def test_a_projects_conversation_stands_in_its_project(
    alice: User, web: Client, garden: Project
) -> None:
    with acting_as(alice):
        inside = Conversation.objects.create(user=alice, title="Beds", project=garden)
        outside = Conversation.objects.create(user=alice, title="Bath")
    for address, name in (
        (f"/chat/{inside.pk}", garden.name),
        (f"/chat/{inside.pk}?project=", "All projects"),
        (f"/chat/{outside.pk}", "All projects"),
    ):
        page = web.get(address).content.decode()
        chosen = page.split('popovertarget="switcher-menu"')[1].split("</button>")[0]
        assert f'<span class="clip">{name}</span>' in chosen, address


def test_a_stranger_meets_nothing(
    alice: User, charlie: User, talk: Talk, web: Client, garden: Project
) -> None:
    told = talk.say("I live in Sacramento.")
    conversation, message = told.conversation, told.message.pk
    pages = [f"/chat/{conversation}", f"/chat/{conversation}/rename",
             f"/chat/{conversation}/delete", f"/chat/answers/{message}/stream",
             f"/chat?project={garden.pk}"]  # fmt: skip
    posts = [f"/chat/{conversation}/rename", f"/chat/{conversation}/delete",
             f"/chat/answers/{message}/stop", f"/chat/answers/{message}/retry"]  # fmt: skip
    for url in pages:
        assert web.get(url).status_code == 200, url
    stranger = Client()
    stranger.force_login(charlie)
    for url in pages:
        assert stranger.get(url).status_code == 404, url
    for url in posts:
        assert stranger.post(url, {"title": "Mine"}).status_code == 404, url
    for field, value in (("conversation", conversation), ("project", garden.pk)):
        sent = stranger.post("/chat/send", {"message": "Hello", field: str(value)})
        assert sent.status_code == 404
    assert "You live in" not in stranger.get("/chat", {"q": "Sacramento"}).content.decode()
    assert (
        "No conversation has these words" in stranger.get("/chat", {"q": "live"}).content.decode()
    )
    assert web.get(f"/chat/{uuid4()}").status_code == 404
    assert Client().get(f"/chat/{conversation}").status_code == 302
