"""Answers of a given shape, from servers that can keep to a schema and from those that cannot."""

from typing import Literal

import pytest
from pydantic import BaseModel, Field
from pytest_django import Settings

from llm import errors
from llm.chat import Message, extract
from llm.fake import FakeModel, Recorded, Reply, failing

ASK = [Message("user", "What did I say about tea?")]


class Fact(BaseModel):
    content: str = Field(min_length=1)
    kind: Literal["fact", "preference"] = "fact"
    confidence: float = Field(ge=0, le=1)


class Facts(BaseModel):
    facts: list[Fact]


TEA = {"facts": [{"content": "Likes tea", "kind": "preference", "confidence": 0.9}]}


def test_an_answer_becomes_an_object(fake: FakeModel) -> None:
    fake.say(Reply(data=TEA))

    assert extract(ASK, Facts) == Facts(
        facts=[Fact(content="Likes tea", kind="preference", confidence=0.9)]
    )


def test_the_schema_is_sent_closed_and_also_in_words(fake: FakeModel) -> None:
    fake.say(Reply(data=TEA))

    extract([Message("system", "You read notes."), *ASK], Facts)

    body = fake.chats[0].body
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Fact"]["required"] == ["content", "kind", "confidence"]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][0]["content"].startswith("You read notes.")
    assert '"Fact"' in body["messages"][0]["content"]


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"facts": []}\n```',
        'Sure, here it is: {"facts": []} I hope that helps {you}.',
        '<think>{"facts": 7}</think>{"facts": []}',
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
