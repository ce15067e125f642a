"""Tool calls that do not end well: loops, limits, streams that die. Nothing stays half-written."""

import json
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from chat.answering.model import budgets, by_model
from chat.models import Message
from database.acting import acting_as
from llm.fake import Call, FakeModel, Recorded, Reply, failing
from tests.chat.conftest import Talk
from tests.chat.tool_calls import asked, calling, contents, know, results


def test_a_model_that_never_stops_looking_ends_with_a_reason(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings
) -> None:
    def endless(request: Recorded) -> Reply:
        return calling(Call("search_memory", {"query": f"thing {len(request.body['messages'])}"}))

    with FakeModel(endless) as fake:
        settings.OPENAI_BASE_URL = fake.url
        told = talk.say("What is what?")
    assert len(fake.chats) == by_model.STEPS
    assert "tools" not in fake.chats[-1].body
    assert by_model.ENOUGH in json.dumps(fake.chats[-1].body)
    assert told.message.state == Message.State.FAILED
    assert told.message.reason == by_model.ENDLESS


def test_the_same_question_again_is_not_looked_up_again(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    same = calling(Call("search_memory", {"query": "tea"}))
    told = asked(talk, fake_model, "What is what?", same, same, "Nothing.")
    assert results(fake_model)[1]["error"]["code"] == "asked_already"
    assert len(told.message.details["steps"]) == 1


@pytest.mark.parametrize("limit", [("RESULTS", 20), ("SECONDS", -1.0)], ids=["tokens", "seconds"])
def test_tokens_and_seconds_end_the_looking(
    alice: User,
    talk: Talk,
    fake_model: FakeModel,
    monkeypatch: pytest.MonkeyPatch,
    limit: tuple[str, float],
) -> None:
    monkeypatch.setattr(budgets if limit[0] == "RESULTS" else by_model, *limit)
    look = calling(Call("memory_stats", {}))
    replies: Sequence[Reply | str] = [look, "Enough."] if limit[0] == "RESULTS" else ["Enough."]
    told = asked(talk, fake_model, "What is what?", *replies)
    assert told.text == "Enough."
    assert "tools" not in fake_model.chats[-1].body


def test_a_stream_that_dies_in_a_tool_call_leaves_nothing_half_written(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")
    call = Call("forget", {"id": f"memory:{flat.pk}"})
    for pieces in (1, 3):
        told = asked(
            talk,
            fake_model,
            "I moved. Forget about my old flat. Anything else?",
            Reply(text="Let me see.", calls=[call], drop_in_calls=pieces),
        )
        assert told.message.state == Message.State.FAILED
        assert told.text == "Let me see."
        assert not told.message.details.get("did")
    assert ("My old flat is on Oak Street.", "current") in contents(alice)


def test_arguments_cut_at_the_limit_are_run_by_nobody(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")
    call = Call("forget", {"id": f"memory:{flat.pk}"})
    for reason in ("length", "content_filter"):
        asked(
            talk,
            fake_model,
            "I moved. Forget about my old flat. Anything else?",
            Reply(text="Well", calls=[call], finish_reason=reason),
        )
    assert ("My old flat is on Oak Street.", "current") in contents(alice)


def test_what_was_written_before_it_died_stands_and_is_shown(
    alice: User, talk: Talk, web: Client, fake_model: FakeModel
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")
    told = asked(
        talk,
        fake_model,
        "I moved. Forget about my old flat. Anything else?",
        calling(Call("forget", {"id": f"memory:{flat.pk}"})),
        failing(500, "boom"),
    )
    assert told.message.state == Message.State.FAILED
    assert told.message.details["did"][0]["what"] == "forgotten"
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert "change-forgotten" in page
    assert "Undo" in page


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_was_stopped_changes_nothing_more(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")

    def stopped_meanwhile(_: Recorded) -> Reply:
        with acting_as(alice):
            Message.objects.filter(state="working").update(stop_asked=timezone.now())
        connection.close()
        return calling(Call("forget", {"id": f"memory:{flat.pk}"}))

    with FakeModel(stopped_meanwhile) as fake:
        settings.OPENAI_BASE_URL = fake.url
        talk.say("I moved. Forget about my old flat. Anything else?")
    assert ("My old flat is on Oak Street.", "current") in contents(alice)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Please delete what you know about my cat", {("", "forgotten")}),
        ("Could you stop remembering that my cat is called Miso?", {("", "forgotten")}),
        (
            "Add to my memory: the key is under the pot",
            {("My cat is called Miso.", "current"), ("The key is under the pot", "current")},
        ),
    ],
)
def test_no_model_is_asked_to_carry_out_a_command(
    alice: User, talk: Talk, fake_model: FakeModel, words: str, left: set[tuple[str, str]]
) -> None:
    know(alice, "My cat is called Miso.")
    told = talk.say(words)
    assert contents(alice) == left
    assert not fake_model.chats
    assert told.message.model == ""
