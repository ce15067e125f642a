"""How long a chat model is waited for, and how a stream is stopped."""

import socket
import threading
import time
from contextlib import suppress

import pytest
from pytest_django import Settings

from llm import errors, wire
from llm.chat import (
    Finished,
    Heartbeat,
    complete,
    stream,
)
from llm.fake import FakeModel, Reply
from tests.llm.asking import HELLO, text_of


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


def test_a_slow_first_byte_is_waited_for(fake: FakeModel) -> None:
    fake.say(Reply("here", delay=0.5))

    assert complete(HELLO).text == "here"


def test_closing_the_stream_closes_the_connection(fake: FakeModel) -> None:
    fake.say(Reply("word " * 500, pause=0.01))

    deltas = stream(HELLO)
    next(deltas)
    deltas.close()

    assert fake.chats[0].broken_off.wait(3)


def test_a_pulse_lets_the_caller_look_up(fake: FakeModel) -> None:
    fake.say(Reply("late words", delay=0.35))

    deltas = list(stream(HELLO, pulse=0.1))

    assert deltas[:2] == [Heartbeat(), Heartbeat()]
    assert text_of(deltas) == "late words"
    assert isinstance(deltas[-1], Finished)


@pytest.mark.long
def test_stopping_a_slow_model_does_not_wait_for_it(fake: FakeModel) -> None:
    fake.say(Reply("word " * 500, delay=6, pause=0.01))

    deltas = stream(HELLO, pulse=0.05)
    assert next(deltas) == Heartbeat()
    assert fake.wait_for(1)
    deltas.close()

    # The server has not even tried to send a word yet.
    assert not fake.chats[0].broken_off.is_set()
    assert fake.chats[0].broken_off.wait(60)
