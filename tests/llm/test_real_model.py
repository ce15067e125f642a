"""The same calls against llama.cpp's own server: what a scripted one may get wrong."""

import time
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from pydantic import BaseModel
from pytest_django import Settings

from llm import embedding, errors
from llm.chat import Finished, Message, TextDelta, ToolSpec, complete, stream
from llm.extraction import extract
from tests.model_server import ModelServer, model_server

pytestmark = pytest.mark.model

HELLO = [Message("system", "Answer briefly."), Message("user", "Name three colours.")]


@pytest.fixture
def real(real_model_server: ModelServer, settings: Settings) -> ModelServer:
    settings.OPENAI_BASE_URL = real_model_server.url
    settings.OPENAI_API_KEY = ""
    settings.YARNNN_CHAT_MODEL = real_model_server.model
    settings.YARNNN_MODEL_TIMEOUT = 300.0
    return real_model_server


@pytest.fixture
def served_embedding(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    # Nobody waits here: the machine may have other things to do.
    monkeypatch.setattr("llm.served_embedding._QUERY_SECONDS", 300.0)
    with model_server("--embeddings") as server:
        settings.YARNNN_EMBEDDING_MODEL = server.model
        settings.YARNNN_EMBEDDING_BASE_URL = server.url
        settings.YARNNN_MODEL_TIMEOUT = 300.0
        yield server


def test_it_streams_and_says_what_it_cost(real: ModelServer) -> None:
    count = [Message("user", "Count from one to twenty, please.")]

    deltas = list(stream(count, max_tokens=12))

    assert sum(isinstance(delta, TextDelta) for delta in deltas) > 3
    end = deltas[-1]
    assert isinstance(end, Finished)
    assert end.usage is not None
    assert end.usage.prompt_tokens > 5
    assert end.reason == "stop" or end.usage.completion_tokens == 12


def test_the_limit_is_kept(real: ModelServer) -> None:
    assert complete(HELLO, max_tokens=2).reason == "length"


def test_it_keeps_to_a_schema(real: ModelServer) -> None:
    class Colour(BaseModel):
        name: Literal["red", "green", "blue"]
        warm: bool

    colour = extract([Message("user", "Describe the colour red.")], Colour, max_tokens=100)

    assert colour.name in {"red", "green", "blue"}


def test_it_takes_tools(real: ModelServer) -> None:
    tool = ToolSpec(
        "search", "Search", {"type": "object", "properties": {"query": {"type": "string"}}}
    )

    answer = complete(HELLO, tools=[tool], max_tokens=8)

    assert answer.reason in {"stop", "length", "tool_calls"}


def test_too_much_to_read_is_named(real: ModelServer) -> None:
    with pytest.raises(errors.ContextTooLong):
        complete([Message("user", "word " * 9000)])


def test_a_closed_stream_frees_the_model(real: ModelServer) -> None:
    deltas = stream([Message("user", "Tell a very long story.")], max_tokens=4000)
    next(deltas)
    deltas.close()
    started = time.monotonic()

    complete(HELLO, max_tokens=1)

    assert time.monotonic() - started < 60


def test_a_killed_server_is_an_interruption(settings: Settings) -> None:
    with model_server() as server:
        settings.OPENAI_BASE_URL = server.url
        settings.YARNNN_CHAT_MODEL = server.model
        settings.YARNNN_MODEL_TIMEOUT = 300.0
        deltas = stream([Message("user", "Tell a very long story.")], max_tokens=4000)
        next(deltas)

        server.process.kill()
        server.process.wait()

        with pytest.raises(errors.Interrupted):
            list(deltas)
        with pytest.raises(errors.Unreachable):
            complete(HELLO)


def test_it_embeds(served_embedding: ModelServer) -> None:
    texts = ["I prefer tea to coffee.", "The train leaves at six.", "word " * 3000]

    vectors = embedding.embed_texts(texts)

    assert vectors.shape == (3, embedding.current_model().dimension)
    assert np.abs(vectors[0] - embedding.embed_query(texts[0])).max() < 0.01
