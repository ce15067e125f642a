"""An answer streamed from llama.cpp's own server, by the page's own address."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from chat import converse
from chat.answering import citations
from chat.models import Message
from database.acting import acting_as
from llm.fake import FakeModel, Recorded, Reply
from tests.chat.conftest import Talk
from tests.chat.tool_calls import know
from tests.model_server import LONGEST, ModelServer

# The stand-in browser hangs up, and the server closes its connection.
pytestmark = [pytest.mark.model, pytest.mark.django_db(transaction=True)]

TOKENS = 5


def test_it_streams_token_by_token_and_keeps_what_came_when_the_page_is_left(
    web: Client, alice: User, talk: Talk, real_model_server: ModelServer, settings: Settings
) -> None:
    talk.say("I live in Sacramento.")
    settings.OPENAI_BASE_URL = real_model_server.url
    settings.OPENAI_API_KEY = ""
    settings.YARNNN_CHAT_MODEL = real_model_server.model
    settings.YARNNN_MODEL_TIMEOUT = 300.0
    with acting_as(alice):
        turn = converse.say(alice, None, "Tell me a long story about the city that I live in.")
    response = web.get(f"/chat/answers/{turn.answer.pk}/stream")
    assert isinstance(response, StreamingHttpResponse)
    told: list[str] = []
    for part in cast("Iterator[bytes]", response.streaming_content):
        if part.startswith(b"event: token"):
            told.append(json.loads(part.decode().partition("data: ")[2])["text"])
        if len(told) == TOKENS:
            break
    response.close()
    saved = talk.read(turn.answer.pk)
    assert saved.message.state == Message.State.INTERRUPTED
    assert saved.message.model == real_model_server.model
    assert _without_markers(saved.text) == _without_markers("".join(told))


def _without_markers(text: str) -> str:
    """What stands beside citations, which are renumbered or taken out when it is saved."""
    return "".join(citations.MARKER.sub("", text).split())


def test_offered_tools_it_answers_whatever_it_makes_of_them(
    alice: User, talk: Talk, real_model_server: ModelServer, settings: Settings
) -> None:
    """So small a model calls no tools, and its server leaves them out of what it reads."""
    know(alice, "My bicycle has the frame number WX-4471.")
    _use(settings, real_model_server.url, real_model_server.model)
    with_tools = talk.say("What is the frame number of my bicycle?")
    settings.YARNNN_CHAT_TOOLS = False
    without = talk.anew().say("What is the frame number of my bicycle?")
    for told in (with_tools, without):
        assert told.message.state == Message.State.DONE
        assert told.text.strip()
        assert told.message.model == real_model_server.model


# What it would write by itself if it were larger: a call in the shape that Llama writes.
CALL = {
    "type": "object",
    "properties": {
        "name": {"const": "search_memory"},
        "arguments": {
            "type": "object",
            "properties": {"query": {"type": "string", "maxLength": 60}},
            "required": ["query"],
        },
    },
    "required": ["name", "arguments"],
}


def test_it_searches_and_answers_from_what_it_found(
    alice: User, talk: Talk, real_model_server: ModelServer, settings: Settings
) -> None:
    """What it searches for and answers is its own; that it calls a tool first is held by a schema.

    Larger ones need none: with 135 million parameters it calls nothing by itself.
    """
    know(alice, "My bicycle has the frame number WX-4471.")

    def ask(request: Recorded) -> Reply:
        told = {name: request.body[name] for name in ("messages", "max_tokens")}
        # Always the same words: what it would say by chance is not what is tried.
        told |= {"temperature": 0, "seed": 1}
        if "tools" in request.body and told["messages"][-1]["role"] == "user":
            # The shape allows any white space, of which a small model may write much.
            told["max_tokens"] = LONGEST
            told["response_format"] = {"type": "json_schema", "json_schema": {"schema": CALL}}
        return Reply(_answer_of(real_model_server.url, told))

    with FakeModel(ask) as between:
        _use(settings, between.url, real_model_server.model)
        told = talk.say("What is the frame number of my bicycle?")
    (step,) = told.message.details["steps"]
    assert (step["tool"], step.get("refused")) == ("search_memory", None)
    found = json.loads(between.chats[1].body["messages"][-1]["content"])
    assert found["verdict"] in ("sure", "closest", "unknown")
    assert told.message.state == Message.State.DONE
    assert told.text.strip()


def _answer_of(url: str, body: dict[str, Any]) -> str:
    request = urllib.request.Request(
        f"{url}/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=600) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"])


def _use(settings: Settings, url: str, model: str) -> None:
    settings.OPENAI_BASE_URL = url
    settings.OPENAI_API_KEY = ""
    settings.YARNNN_CHAT_MODEL = model
    settings.YARNNN_MODEL_TIMEOUT = 600.0
    settings.YARNNN_ANSWER_TIMEOUT = 900.0
    settings.YARNNN_CHAT_MAX_TOKENS = 80
