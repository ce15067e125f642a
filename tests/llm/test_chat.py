"""Chat over real HTTP, against the scripted server."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from pytest_django import Settings

from llm import errors, wire
from llm.chat import (
    Finished,
    Message,
    Text,
    Tool,
    ToolCall,
    Usage,
    Waiting,
    chat_model,
    complete,
    stream,
)
from llm.errors import NoTools
from llm.fake import Call, FakeModel, Recorded, Reply, failing, rate_limited, web_page

HELLO = [Message("system", "Be kind."), Message("user", "Hello")]
TOOL = Tool(
    "forget", "Forget memories", {"type": "object", "properties": {"id": {"type": "string"}}}
)


def text_of(deltas: Any) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, Text))


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

    assert [delta.text for delta in deltas if isinstance(delta, Text)] == [
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


EVENTS = {"Content-Type": "text/event-stream"}
FAULTS: list[tuple[Reply, type[errors.ModelError], bool]] = [
    (failing(401, "Incorrect API key", code="invalid_api_key"), errors.BadKey, False),
    (failing(403, "Forbidden"), errors.BadKey, False),
    (failing(404, "no such model", code="model_not_found"), errors.UnknownModel, False),
    (failing(307, "elsewhere", headers={"Location": "http://x.invalid"}),
     errors.UnknownModel, False),
    (rate_limited(), errors.RateLimited, True),
    (failing(429, "too many tokens per minute"), errors.RateLimited, True),
    (failing(429, "You exceeded", code="insufficient_quota"), errors.OutOfCredit, False),
    (failing(400, "maximum context length is 8", code="context_length_exceeded"),
     errors.ContextTooLong, False),
    (failing(500, "input is too large to process"), errors.ContextTooLong, False),
    (failing(400, "you said something odd"), errors.Refused, False),
    (failing(500, "boom"), errors.ServerFailed, True),
    (failing(503, "Loading model"), errors.ServerFailed, True),
    (web_page(502), errors.ServerFailed, True),
    (failing(504, "gateway"), errors.TimedOut, True),
    (web_page(200), errors.BadAnswer, False),
    (Reply(body="[1, 2", headers=EVENTS), errors.Interrupted, True),
    (Reply(body="data: [1]\n\n", headers=EVENTS), errors.BadAnswer, False),
    (Reply(body='data: {"choices": [{"delta": {"content": 5}}]}\n\n', headers=EVENTS),
     errors.BadAnswer, False),
    (Reply(body='data: {"error": {"message": "slot unavailable", "code": 500}}\n\n',
           headers=EVENTS), errors.ServerFailed, True),
    (Reply("one two three", drop_after=0), errors.Interrupted, True),
    (Reply("one two three", quiet_after=2), errors.Interrupted, True),
    (Reply("one two three", garbage_after=2), errors.BadAnswer, False),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "kind", "retryable"), FAULTS)
def test_every_failure_is_one_of_ours(
    fake: FakeModel, reply: Reply, kind: type[errors.ModelError], retryable: bool
) -> None:
    fake.say(reply)

    with pytest.raises(errors.ModelError) as caught:
        complete(HELLO)

    assert type(caught.value) is kind
    assert caught.value.retryable is retryable
    assert len(fake.chats) == 1, "nothing is retried behind the caller's back"
    assert str(caught.value)[-1] == "."


def test_a_broken_stream_gives_what_came_before_it(fake: FakeModel) -> None:
    fake.say(Reply("one two three", drop_after=2))
    deltas = stream(HELLO)

    assert [next(deltas), next(deltas)] == [Text("one"), Text(" two")]
    with pytest.raises(errors.Interrupted):
        next(deltas)


def test_the_pause_a_busy_server_asks_for(fake: FakeModel) -> None:
    fake.say(rate_limited("7"), rate_limited("soon"), rate_limited("inf"))

    for pause in (7.0, None, None):
        with pytest.raises(errors.RateLimited) as caught:
            complete(HELLO)
        assert caught.value.retry_after == pause


def test_nobody_there(settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        settings.OPENAI_BASE_URL = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        settings.YARNNN_CHAT_MODEL = "any"

        with pytest.raises(errors.Unreachable):
            complete(HELLO)


def test_a_proxy_of_the_environment_does_not_see_what_stays_inside(
    fake: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    fake.say("Inside.")

    assert complete(HELLO).text == "Inside."


def test_a_silent_server_times_out(fake: FakeModel, settings: Settings) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 0.2
    fake.say(Reply("late", delay=5), Reply("one two three", pause=5))

    for _ in range(2):
        with pytest.raises(errors.TimedOut):
            complete(HELLO)


EMPTY = 'data: {"choices": [{"index": 0, "delta": {}}]}\n\n'
THOUGHT = 'data: {"choices": [{"index": 0, "delta": {"reasoning_content": "Hm."}}]}\n\n'


def seconds_until_timed_out() -> float:
    began = time.monotonic()
    with pytest.raises(errors.TimedOut):
        complete(HELLO)
    return time.monotonic() - began


@pytest.mark.parametrize("filler", [": ping\n\n", ":\n", EMPTY])
@pytest.mark.parametrize("before", [0, 1])
def test_what_says_nothing_is_not_waited_for(
    fake: FakeModel, settings: Settings, filler: str, before: int
) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 0.5
    fake.say(Reply("late words", idle=120, idle_before=before, filler=filler))

    assert seconds_until_timed_out() < 30
    assert fake.chats[0].broken_off.wait(30)


def test_a_model_that_thinks_is_waited_for(fake: FakeModel, settings: Settings) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 1.0
    fake.say(Reply("thought over", idle=2.5, filler=THOUGHT))

    assert complete(HELLO).text == "thought over"


def test_an_answer_has_a_limit_as_a_whole(fake: FakeModel, settings: Settings) -> None:
    settings.YARNNN_ANSWER_TIMEOUT = 1.0
    fake.say(Reply("word " * 2400, pause=0.05))
    began = time.monotonic()

    with pytest.raises(errors.TookTooLong, match="YARNNN_ANSWER_TIMEOUT"):
        complete(HELLO)
    assert time.monotonic() - began < 30


def test_after_its_end_an_answer_is_not_waited_for(
    fake: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_AFTER_THE_END", 1.0)
    fake.say(Reply("All said.", idle=120, idle_before=2))
    began = time.monotonic()

    answer = complete(HELLO)

    assert (answer.text, answer.reason, answer.usage) == ("All said.", "stop", None)
    assert time.monotonic() - began < 30


def test_headers_that_trickle_are_not_waited_for(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        settings.OPENAI_BASE_URL = f"http://127.0.0.1:{port}/v1"
        settings.YARNNN_CHAT_MODEL = "any"
        settings.YARNNN_MODEL_TIMEOUT = 0.5

        def trickle() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                for letter in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 1200:
                    connection.sendall(bytes([letter]))
                    time.sleep(0.1)

        threading.Thread(target=trickle, daemon=True).start()
        assert seconds_until_timed_out() < 30


def test_every_answer_is_asked_for_with_a_limit(fake: FakeModel, settings: Settings) -> None:
    settings.YARNNN_CHAT_MAX_TOKENS = 321
    fake.say("Yes.")

    complete(HELLO)

    assert fake.chats[0].body["max_tokens"] == 321


@pytest.mark.parametrize(
    "words",
    [
        "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context"
        " length is 4096 tokens and your request has 300 input tokens (8192 > 4096 - 300).",
        "This model's maximum context length is 4096 tokens. However, you requested 8192 output"
        " tokens and your prompt contains at least 300 input tokens.",
    ],
)
def test_a_limit_beyond_what_the_model_holds_is_left_out(settings: Settings, words: str) -> None:
    def answer(request: Recorded) -> Reply | str:
        return failing(400, words) if "max_tokens" in request.body else "Fine."

    with FakeModel(answer) as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.YARNNN_CHAT_MODEL = "any"

        assert complete(HELLO).text == "Fine."
        assert len(fake.chats) == 2


@pytest.mark.parametrize(
    "reply",
    [
        Reply("Done, I forgot it.", calls=[Call("forget", {"id": "secret"})]),
        Reply(calls=[Call("forget", {"id": "secret"})]),
        Reply("Done.", finish_reason="function_call"),
    ],
)
def test_a_tool_that_was_not_offered_is_an_error(
    fake: FakeModel, reply: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    fake.say(reply)

    with pytest.raises(errors.UnaskedTool):
        complete(HELLO)

    assert "tool that it was not offered" in caplog.text
    assert "secret" not in caplog.text


def test_a_slow_first_byte_is_waited_for(fake: FakeModel) -> None:
    fake.say(Reply("here", delay=0.5))

    assert complete(HELLO).text == "here"


def refusing(parameter: str) -> Callable[[Recorded], Reply | str]:
    def answer(request: Recorded) -> Reply | str:
        if parameter in request.body:
            return failing(400, f"Unsupported parameter: '{parameter}'. Use another.")
        return "Fine."

    return answer


def test_a_server_without_tools_says_so_once_and_is_offered_none_after(settings: Settings) -> None:
    with FakeModel(refusing("tools")) as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.YARNNN_CHAT_MODEL = "any"
        model = chat_model()
        assert model is not None
        assert model.takes_tools()

        for _ in range(2):
            with pytest.raises(NoTools):
                complete(HELLO, tools=[TOOL])

        assert len(fake.chats) == 1
        assert not model.takes_tools()
        assert complete(HELLO).text == "Fine."


@pytest.mark.parametrize("parameter", ["max_tokens", "stream_options"])
def test_what_a_server_does_not_know_is_left_out_from_then_on(
    settings: Settings, parameter: str, caplog: pytest.LogCaptureFixture
) -> None:
    with FakeModel(refusing(parameter)) as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.YARNNN_CHAT_MODEL = "any"

        for _ in range(2):
            assert complete(HELLO, max_tokens=9).text == "Fine."

        assert len(fake.chats) == 3
        assert parameter in caplog.text
        if parameter == "max_tokens":
            assert fake.chats[-1].body["max_completion_tokens"] == 9


def test_closing_the_stream_closes_the_connection(fake: FakeModel) -> None:
    fake.say(Reply("word " * 500, pause=0.01))

    deltas = stream(HELLO)
    next(deltas)
    deltas.close()

    assert fake.chats[0].broken_off.wait(3)


def test_a_pulse_lets_the_caller_look_up(fake: FakeModel) -> None:
    fake.say(Reply("late words", delay=0.35))

    deltas = list(stream(HELLO, pulse=0.1))

    assert deltas[:2] == [Waiting(), Waiting()]
    assert text_of(deltas) == "late words"
    assert isinstance(deltas[-1], Finished)


@pytest.mark.long
def test_stopping_a_slow_model_does_not_wait_for_it(fake: FakeModel) -> None:
    fake.say(Reply("word " * 500, delay=6, pause=0.01))

    deltas = stream(HELLO, pulse=0.05)
    assert next(deltas) == Waiting()
    assert fake.wait_for(1)
    deltas.close()

    # The server has not even tried to send a word yet.
    assert not fake.chats[0].broken_off.is_set()
    assert fake.chats[0].broken_off.wait(60)


def test_an_error_passes_through_the_pulse(fake: FakeModel) -> None:
    fake.say(Reply("one two", drop_after=1))

    with pytest.raises(errors.Interrupted):
        list(stream(HELLO, pulse=1))


def test_nothing_said_is_logged(fake: FakeModel, caplog: pytest.LogCaptureFixture) -> None:
    fake.say("My secret is safe.", failing(500, "secret boom"))

    with caplog.at_level("DEBUG"):
        complete([Message("user", "The secret is 42")])
        with pytest.raises(errors.ServerFailed) as caught:
            complete([Message("user", "The secret is 43")])

    assert "secret" not in caplog.text
    assert "secret" not in str(caught.value)
