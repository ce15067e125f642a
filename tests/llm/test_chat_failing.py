"""What goes wrong with a chat model, each as an error of ours."""

import socket
from collections.abc import Callable

import pytest
from pytest_django import Settings

from llm import errors
from llm.chat import (
    Message,
    TextDelta,
    chat_model,
    complete,
    stream,
)
from llm.errors import NoTools
from llm.fake import Call, FakeModel, Recorded, Reply, failing, rate_limited, web_page
from tests.llm.asking import HELLO, TOOL

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
    (failing(400, "you said something odd"), errors.RequestRejected, False),
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

    assert [next(deltas), next(deltas)] == [TextDelta("one"), TextDelta(" two")]
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
