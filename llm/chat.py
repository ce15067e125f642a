"""Asking a chat model: streamed, or for a whole answer. For one of a given shape: llm.extraction.

There may be no model: `chat_model()` is None then, and the built-in answerer does its work.
"""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

from django.conf import settings

from llm import endpoints, metering, wire
from llm.endpoints import Endpoint
from llm.errors import BadAnswer, NoModel
from llm.messages import (
    Completion,
    Delta,
    Finished,
    Heartbeat,
    Message,
    TextDelta,
    ThoughtDelta,
    ToolCall,
    ToolSpec,
    Usage,
)
from llm.metering import Note

__all__ = [
    "ChatModel",
    "Completion",
    "Delta",
    "Finished",
    "Heartbeat",
    "Message",
    "TextDelta",
    "ToolCall",
    "ToolSpec",
    "Usage",
    "chat_model",
    "collect",
    "complete",
    "limits",
    "needed",
    "stream",
]


@dataclass(frozen=True)
class ChatModel:
    """A chat model on its server."""

    endpoint: Endpoint

    @property
    def name(self) -> str:
        return self.endpoint.model

    @property
    def host(self) -> str:
        """Where it runs, to be shown to people."""
        return urlsplit(self.endpoint.base_url).hostname or ""

    def takes_tools(self) -> bool:
        """Whether it may be given tools: not where a setting or its server says no."""
        return settings.YARNNN_CHAT_TOOLS and wire.takes_tools(self.endpoint)

    def is_local(self) -> bool:
        """Tell whether it runs on this machine or a private network (asks the resolver)."""
        return endpoints.is_local(self.endpoint.base_url)


def chat_model() -> ChatModel | None:
    """Give the chat model, or None where none is set."""
    endpoint = endpoints.chat_endpoint()
    return ChatModel(endpoint) if endpoint else None


def stream(
    messages: Sequence[Message],
    *,
    model: ChatModel | None = None,
    tools: Sequence[ToolSpec] | None = None,
    max_tokens: int | None = None,
    pulse: float | None = None,
    note: Note | None = None,
) -> Generator[Delta]:
    """Yield the answer as it is made: TextDelta, then ToolCall, then one Finished.

    With a `pulse` a Heartbeat comes after that many seconds without anything else, so that the
    caller can see a stop button or a closed browser while a slow model reads. Close the iterator
    to stop the model. Nothing is asked again once the answer has begun. The answer has
    YARNNN_CHAT_MAX_TOKENS tokens at most where nothing else is said. A tool call where none was
    offered is an error. `note` is told what it took, however it ends. Raises ModelError: NoTools
    where the server takes none.
    """
    deltas = wire.request(
        needed(model).endpoint,
        messages,
        tools=tools or (),
        max_tokens=max_tokens or settings.YARNNN_CHAT_MAX_TOKENS,
        limits=limits(),
    )
    if pulse is not None:
        deltas = _with_pulse(deltas, pulse)
    return deltas if note is None else metering.metered(deltas, messages, note)


def complete(
    messages: Sequence[Message],
    *,
    model: ChatModel | None = None,
    tools: Sequence[ToolSpec] | None = None,
    max_tokens: int | None = None,
    note: Note | None = None,
) -> Completion:
    """Give the whole answer. Raises ModelError."""
    return collect(stream(messages, model=model, tools=tools, max_tokens=max_tokens, note=note))


def needed(model: ChatModel | None) -> ChatModel:
    """The model that is meant: this one, or the one that is set. Raises NoModel."""
    model = model or chat_model()
    if model is None:
        raise NoModel
    return model


def limits() -> wire.Timeouts:
    """How long a model may take."""
    return wire.Timeouts(settings.YARNNN_MODEL_TIMEOUT, settings.YARNNN_ANSWER_TIMEOUT)


def collect(deltas: Iterator[Delta]) -> Completion:
    """Read a stream to its end."""
    text: list[str] = []
    thought: list[str] = []
    calls: list[ToolCall] = []
    for delta in deltas:
        match delta:
            case TextDelta():
                text.append(delta.text)
            case ThoughtDelta():
                thought.append(delta.text)
            case ToolCall():
                calls.append(delta)
            case Finished():
                return Completion(
                    "".join(text), tuple(calls), delta.reason, delta.usage, "".join(thought)
                )
    raise BadAnswer


def _with_pulse(deltas: Generator[Delta], seconds: float) -> Generator[Delta]:
    """Read in a thread of its own, so that the caller hears something at least every `seconds`.

    Once the caller closes this, the thread closes the connection at the next piece.
    """
    arrived: SimpleQueue[Delta | Exception | None] = SimpleQueue()
    unwanted = threading.Event()

    def read() -> None:
        try:
            with closing(deltas):
                for delta in deltas:
                    if unwanted.is_set():
                        return
                    arrived.put(delta)
        except Exception as error:  # noqa: BLE001 - raised again where the caller reads
            arrived.put(error)
        finally:
            arrived.put(None)

    threading.Thread(target=read, name="model-stream", daemon=True).start()
    try:
        while True:
            try:
                delta = arrived.get(timeout=seconds)
            except Empty:
                yield Heartbeat()
                continue
            if delta is None:
                return
            if isinstance(delta, Exception):
                raise delta
            yield delta
    finally:
        unwanted.set()
