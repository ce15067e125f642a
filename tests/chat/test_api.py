"""The chat by the API."""

import json
import time
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, Project, User, digest_of, new_secret
from chat.models import Conversation, Message
from database.acting import acting_as
from llm.fake import FakeModel, Reply
from memories.keeping.vectors import embed_waiting
from tests.chat.conftest import Talk, events_of

Answer = dict[str, Any]


def key_of(user: User, scope: ApiToken.Scope = ApiToken.Scope.FULL) -> dict[str, str]:
    secret = new_secret()
    with acting_as(user):
        ApiToken.objects.create(user=user, name="test", digest=digest_of(secret), scope=scope)
    return {"HTTP_AUTHORIZATION": f"Bearer {secret}"}


@pytest.fixture
def key(alice: User) -> dict[str, str]:
    return key_of(alice)


def post(key: dict[str, str], body: object, path: str = "/api/chat") -> Any:
    return Client().post(path, data=json.dumps(body), content_type="application/json", **key)  # type: ignore[arg-type]


def test_a_turn_by_the_api(alice: User, key: dict[str, str]) -> None:
    told: Answer = post(key, {"message": "I live in Sacramento."}).json()
    assert told["answer"] == "Got it."
    (noted,) = told["changes"]
    assert (noted["what"], noted["content"]) == ("remembered", "I live in Sacramento.")
    while embed_waiting(alice.pk):
        pass
    asked = {"message": "Where is my home?", "conversation": told["conversation"]}
    again: Answer = post(key, asked).json()
    assert again["conversation"] == told["conversation"]
    assert again["state"] == "done"
    (citation,) = again["citations"]
    assert citation["marker"] == 1
    assert citation["quote"] == "I live in Sacramento."
    assert citation["id"].startswith("memory:")
    source = Client().get(f"/api/sources/{citation['source']}", **key).json()  # type: ignore[arg-type]
    assert source["text"][citation["start"] : citation["stop"]] == citation["quote"]


def test_what_is_not_sure_enough_to_be_learned_is_a_proposal(key: dict[str, str]) -> None:
    told: Answer = post(key, {"message": "Keen on a second dog."}).json()
    (wanted,) = told["changes"]
    assert (wanted["what"], wanted["content"], wanted["memory"]) == (
        "propose_remember",
        "Keen on a second dog.",
        None,
    )
    done = post(key, {"accept": True}, f"/api/chat/proposals/{wanted['proposal']}").json()
    (change,) = done["changes"]
    assert (change["what"], change["content"]) == ("remembered", wanted["content"])


def test_what_was_not_learned_is_a_change_on_offer(key: dict[str, str]) -> None:
    told: Answer = post(key, {"message": "The bridge is closed."}).json()
    assert told["answer"] == "Saved in this chat. Want me to remember it?"
    offered = {
        "what": "offered",
        "memory": None,
        "content": "The bridge is closed.",
        "proposal": None,
    }
    assert told["changes"] == [offered]
    made = post(key, {"content": offered["content"]}, "/api/memories")
    assert made.status_code == 201
    again: Answer = post(key, {"message": "The bridge is closed."}).json()
    assert [change["what"] for change in again["changes"]] == []
    assert again["answer"] == "I know that already: The bridge is closed [1]."


@pytest.mark.long
def test_an_answer_in_one_piece_has_a_limit_too(
    key: dict[str, str], fake_model: FakeModel, settings: Settings
) -> None:
    settings.YARNNN_ANSWER_TIMEOUT = 4.0
    fake_model.say(Reply("word " * 3000, pause=0.1))
    began = time.monotonic()
    told: Answer = post(key, {"message": "Tell me a very long story."}).json()
    assert time.monotonic() - began < 100
    assert told["state"] == "failed"
    assert "YARNNN_ANSWER_TIMEOUT" in told["reason"]
    assert told["answer"].startswith("word word")


def test_the_same_by_server_sent_events(key: dict[str, str]) -> None:
    response = post(key, {"message": "I live in Sacramento.", "stream": True})
    assert response["Content-Type"].startswith("text/event-stream")
    events = events_of(response)
    assert (events[0][0], events[-1][0]) == ("start", "done")
    tokens = "".join(json.loads(data)["text"] for name, data in events if name == "token")
    done: Answer = json.loads(events[-1][1])
    assert tokens == done["answer"]
    assert json.loads(events[0][1])["conversation"] == done["conversation"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"message": ""}, 422, "empty"),
        ({"message": "x" * 100_001}, 422, "too_long"),
        ({"message": "a\u0000b"}, 422, "nul"),
        ({"message": 7}, 422, "invalid"),
        ({}, 422, "empty"),
        ({"message": "Hi", "colour": "red"}, 422, "unknown_field"),
        ({"message": "Hi", "conversation": "01a2007c-3fd9-73a1-974e-9393e40cec5d"}, 404, None),
        ({"message": "Hi", "project": "01a2007c-3fd9-73a1-974e-9393e40cec5d"}, 404, None),
        ([1], 422, "invalid"),
    ],
)
def test_bad_input_is_one_clear_error(
    alice: User, key: dict[str, str], body: object, status: int, code: str | None
) -> None:
    response = post(key, body)
    assert response.status_code == status
    assert response.json()["error"]["message"]
    if code:
        assert response.json()["error"]["code"] == code
    with acting_as(alice):
        assert not Message.objects.exists()


def test_a_read_only_token_may_look_and_not_speak(alice: User, talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    told = talk.anew().say("Where do I live?")
    reading = key_of(alice, ApiToken.Scope.READ)
    assert post(reading, {"message": "Hi"}).status_code == 403
    whole: Answer = Client().get(f"/api/conversations/{told.conversation}", **reading).json()  # type: ignore[arg-type]
    assert [m["role"] for m in whole["messages"]] == ["user", "assistant"]
    assert whole["messages"][1]["citations"][0]["quote"] == "I live in Sacramento."


def test_conversations_are_listed_and_searched(key: dict[str, str], talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.anew().say("The roses need water.")
    listed: Answer = Client().get("/api/conversations", **key).json()  # type: ignore[arg-type]
    assert [c["title"] for c in listed["conversations"]] == [
        "The roses need water.",
        "I live in Sacramento.",
    ]
    found: Answer = Client().get("/api/conversations?q=roses", **key).json()  # type: ignore[arg-type]
    assert len(found["conversations"]) == 1


def test_a_stranger_meets_nothing(charlie: User, talk: Talk, garden: Project) -> None:
    told = talk.say("I live in Sacramento.")
    strange = key_of(charlie)
    assert Client().get(f"/api/conversations/{told.conversation}", **strange).status_code == 404  # type: ignore[arg-type]
    assert (
        post(strange, {"message": "Hi", "conversation": str(told.conversation)}).status_code == 404
    )
    assert post(strange, {"message": "Hi", "project": str(garden.pk)}).status_code == 404
    listed: Answer = Client().get("/api/conversations", **strange).json()  # type: ignore[arg-type]
    assert listed == {"conversations": []}
    with acting_as(charlie):
        assert not Conversation.objects.exists()
