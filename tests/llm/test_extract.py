"""Answers of a given shape, from servers that can keep to a schema and from those that cannot."""

import json
import re
from typing import Literal

import pytest
from pydantic import BaseModel, Field
from pytest_django import Settings

from llm import errors, wire
from llm.endpoints import Endpoint
from llm.extraction import extract
from llm.fake import FakeModel, Recorded, Reply, failing
from llm.messages import Message, ToolSpec, Usage

ASK = [Message("user", "What did I say about tea?")]


class Fact(BaseModel):
    content: str = Field(min_length=1)
    kind: Literal["fact", "preference"] = "fact"
    confidence: float = Field(ge=0, le=1, description="from 0 to 1")


class Facts(BaseModel):
    facts: list[Fact]


TEA = {"facts": [{"content": "Likes tea", "kind": "preference", "confidence": 0.9}]}


def test_an_answer_becomes_an_object(fake: FakeModel) -> None:
    fake.say(Reply(data=TEA))

    assert extract(ASK, Facts) == Facts(
        facts=[Fact(content="Likes tea", kind="preference", confidence=0.9)]
    )


def test_the_schema_is_flat_and_the_fields_are_named_in_words_too(fake: FakeModel) -> None:
    """Ollama leaves the schema out without a word, llama.cpp where it can make nothing of it."""
    fake.say(Reply(data=TEA))

    extract([Message("system", "You read notes."), *ASK], Facts)

    body = fake.chats[0].body
    schema = body["response_format"]["json_schema"]["schema"]
    assert not {"$ref", "$defs", "pattern", "default"} & set(re.findall(r"[$\w]+", str(schema)))
    fact = schema["properties"]["facts"]["items"]
    assert schema["additionalProperties"] is fact["additionalProperties"] is False
    assert fact["required"] == ["content", "kind", "confidence"]
    assert fact["properties"]["kind"] == {"type": "string", "enum": ["fact", "preference"]}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    said = body["messages"][0]["content"]
    assert said.startswith("You read notes.")
    assert '{"facts": [{"content": "…", "kind": "fact" or "preference"' in said
    assert '"confidence": from 0 to 1' in said
    assert not {"temperature", "tools"} & body.keys()


@pytest.mark.parametrize("thought_in", ["reasoning", "reasoning_content"])
def test_an_answer_that_was_only_thought_counts(fake: FakeModel, thought_in: str) -> None:
    drafts = 'Perhaps {"facts": 1}? Or {"facts": []}. Rather this: ' + json.dumps(TEA)
    fake.say(Reply(thought=drafts, thought_in=thought_in))
    fake.say(f"<think>{drafts}")
    fake.say(f"<think>{drafts}</think>I have answered.")

    for _ in range(3):
        assert extract(ASK, Facts).facts[0].content == "Likes tea"
    assert len(fake.chats) == 3


def test_what_it_took_is_told_for_each_request(fake: FakeModel) -> None:
    fake.say("no", Reply(data=TEA), failing(500, "broken"))
    told: list[tuple[Usage, bool]] = []

    extract(ASK, Facts, note=lambda usage, answered: told.append((usage, answered)))
    with pytest.raises(errors.ServerFailed):
        extract(ASK, Facts, note=lambda usage, answered: told.append((usage, answered)))

    assert [answered for _, answered in told] == [True, True, False]
    assert told[0][0] == Usage(10, 1)
    assert told[2][0].estimated
    assert told[2][0].prompt_tokens > 10


def test_a_schema_and_tools_are_never_in_one_request(fake: FakeModel) -> None:
    endpoint = Endpoint(fake.url, "any", "")
    asked = wire.request(
        endpoint,
        ASK,
        limits=wire.Timeouts(1, 1),
        tools=[ToolSpec("search", "Search", {})],
        response_format={"type": "json_object"},
    )

    with pytest.raises(ValueError, match="one request"):
        next(asked)
    assert not fake.chats


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"facts": []}\n```',
        'Sure, here it is: {"facts": []} I hope that helps {you}.',
        '<think>{"facts": 7}</think>{"facts": []}',
        'Here {you} are:\n```json\n{"facts": []}\n```',
    ],
)
def test_what_a_chatty_model_puts_around_it_is_ignored(fake: FakeModel, text: str) -> None:
    fake.say(text)

    assert extract(ASK, Facts) == Facts(facts=[])


def test_a_server_without_schemas_is_asked_in_words(settings: Settings) -> None:
    def answer(request: Recorded) -> Reply:
        if "response_format" in request.body:
            return failing(400, "'response_format.type' must be 'text'")
        return Reply(data=TEA)

    with FakeModel(answer) as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.YARNNN_CHAT_MODEL = "any"

        assert extract(ASK, Facts).facts[0].content == "Likes tea"
        assert extract(ASK, Facts).facts[0].content == "Likes tea"

        assert len(fake.chats) == 3


def test_a_wrong_answer_is_sent_back_once_with_what_is_wrong(fake: FakeModel) -> None:
    fake.say(Reply(data={"facts": [{"content": "Likes tea", "confidence": 7}]}), Reply(data=TEA))

    assert extract(ASK, Facts).facts[0].confidence == 0.9

    complaint = fake.chats[1].body["messages"][-1]
    assert complaint["role"] == "user"
    assert "facts.0.confidence" in complaint["content"]


@pytest.mark.parametrize(
    "text", ["I cannot say.", '{"facts": [', '{"facts": "none"}', '{"a":' * 100_000, "", "{}"]
)
def test_two_wrong_answers_are_an_error(fake: FakeModel, text: str) -> None:
    fake.say(text, text)

    with pytest.raises(errors.BadAnswer):
        extract(ASK, Facts)

    assert len(fake.chats) == 2


def test_an_answer_cut_off_is_not_asked_again(fake: FakeModel) -> None:
    fake.say(Reply('{"facts": [', finish_reason="length"))

    with pytest.raises(errors.BadAnswer, match="longer"):
        extract(ASK, Facts)


def test_a_failing_server_is_not_a_bad_answer(fake: FakeModel) -> None:
    fake.say(failing(503, "busy"))

    with pytest.raises(errors.ServerFailed):
        extract(ASK, Facts)


def test_strings_can_be_stored(fake: FakeModel) -> None:
    fake.say('{"facts": [{"content": "a\\u0000b\\ud800", "confidence": 1}]}')

    assert extract(ASK, Facts).facts[0].content == "ab?"
