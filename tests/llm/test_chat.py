"""Chat over real HTTP, against the scripted server."""

import pytest
from pytest_django import Settings

from llm import errors
from llm.chat import (
    Finished,
    Message,
    TextDelta,
    ToolCall,
    Usage,
    chat_model,
    complete,
    stream,
)
from llm.fake import Call, FakeModel, Reply
from tests.llm.asking import HELLO, TOOL


@pytest.mark.django_db
def test_there_is_no_model_until_one_is_named(settings: Settings) -> None:
    settings.OPENAI_API_KEY = "a key alone must send nothing anywhere"
    settings.YARNNN_CHAT_MODEL = ""

    assert chat_model() is None
    with pytest.raises(errors.NoModel):
        complete(HELLO)


def test_a_model_says_its_name_and_where_it_runs(fake: FakeModel) -> None:
    model = chat_model()

    assert model is not None
    assert (model.name, model.host) == ("fake-model", "127.0.0.1")
    assert model.is_local()


def test_the_answer_comes_in_pieces_then_its_end(fake: FakeModel) -> None:
    fake.say("Hello,  dear reader.\n")

    deltas = list(stream(HELLO))

    assert [delta.text for delta in deltas if isinstance(delta, TextDelta)] == [
        "Hello,",
        "  dear",
        " reader.\n",
    ]
    assert deltas[-1] == Finished("stop", Usage(prompt_tokens=10, completion_tokens=3))


def test_what_is_sent(fake: FakeModel) -> None:
    fake.say("Yes.")
    call = ToolCall("c1", "forget", '{"id": "m1"}')
    turns = [
        *HELLO,
        Message("assistant", "", tool_calls=(call,)),
        Message("tool", "forgotten", tool_call_id="c1"),
        Message("user", "lone \ud800 surrogate"),
    ]

    complete(turns, tools=[TOOL], max_tokens=50)

    body = fake.chats[0].body
    assert body["model"] == "fake-model"
    assert body["max_tokens"] == 50
    assert body["messages"][:2] == [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Hello"},
    ]
    function = {"name": "forget", "arguments": '{"id": "m1"}'}
    assert body["messages"][2]["tool_calls"] == [
        {"id": "c1", "type": "function", "function": function}
    ]
    assert body["messages"][3]["tool_call_id"] == "c1"
    assert body["messages"][4]["content"] == "lone ? surrogate"
    assert body["tools"][0]["function"]["name"] == "forget"


def test_no_key_sends_no_key(fake: FakeModel) -> None:
    fake.say("Yes.")

    complete(HELLO)

    assert "authorization" not in fake.chats[0].headers


def test_a_key_is_sent(fake: FakeModel, settings: Settings) -> None:
    fake.key = settings.OPENAI_API_KEY = "right"
    fake.say("Yes.")

    assert complete(HELLO).text == "Yes."
    assert fake.chats[0].headers["authorization"] == "Bearer right"


def test_tool_calls_arrive_whole(fake: FakeModel) -> None:
    fake.say(Reply("One moment.", calls=[Call("forget", {"id": "m1"}), Call("stats")]))

    answer = complete(HELLO, tools=[TOOL])

    assert answer.text == "One moment."
    assert [(call.name, call.arguments) for call in answer.tool_calls] == [
        ("forget", {"id": "m1"}),
        ("stats", {}),
    ]
    assert len({call.id for call in answer.tool_calls}) == 2
    assert answer.reason == "tool_calls"


@pytest.mark.parametrize("raw", ["{broken", "[1]", '"text"', "[" * 100_000])
def test_a_call_with_unreadable_arguments_says_so(fake: FakeModel, raw: str) -> None:
    fake.say(Reply(calls=[Call("forget", raw)]))

    assert complete(HELLO, tools=[TOOL]).tool_calls[0].arguments is None


def test_an_answer_cut_at_the_limit_says_so(fake: FakeModel) -> None:
    fake.say(Reply("And then", finish_reason="length"))

    assert complete(HELLO).reason == "length"


def test_thoughts_are_not_the_answer(fake: FakeModel) -> None:
    fake.say("<think> They greet me. I greet back. </think>\n\nHello there.")
    fake.say("<think> endless", "<b is less than c", "plain")

    assert complete(HELLO).text == "Hello there."
    assert complete(HELLO).text == ""
    assert complete(HELLO).text == "<b is less than c"
    assert complete(HELLO).text == "plain"


def test_nul_in_an_answer_is_dropped(fake: FakeModel) -> None:
    fake.say(Reply("a\0b", calls=[Call("forget", '{"id": "x\\u0000\\ud800y"}')]))

    answer = complete(HELLO, tools=[TOOL])

    assert answer.text == "ab"
    assert answer.tool_calls[0].arguments == {"id": "x?y"}


def test_a_proxy_of_the_environment_does_not_see_what_stays_inside(
    fake: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    fake.say("Inside.")

    assert complete(HELLO).text == "Inside."


def test_every_answer_is_asked_for_with_a_limit(fake: FakeModel, settings: Settings) -> None:
    settings.YARNNN_CHAT_MAX_TOKENS = 321
    fake.say("Yes.")

    complete(HELLO)

    assert fake.chats[0].body["max_tokens"] == 321
