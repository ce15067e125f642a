"""Asking a chat model: streamed, at once, or for an answer of a given shape.

There may be no model: `chat_model()` is None then, and the built-in answerer does its work.
"""

import json
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pydantic
from django.conf import settings

from llm import endpoints, wire
from llm.cleaning import storable
from llm.endpoints import Endpoint
from llm.errors import BadAnswer, NoModel
from llm.messages import Answer, Delta, Finished, Message, Text, Tool, ToolCall, Usage, Waiting

__all__ = [
    "Answer",
    "ChatModel",
    "Delta",
    "Finished",
    "Message",
    "Text",
    "Tool",
    "ToolCall",
    "Usage",
    "Waiting",
    "chat_model",
    "complete",
    "extract",
    "stream",
]

EXTRACT_TOKENS = 4096

Shape = TypeVar("Shape", bound=pydantic.BaseModel)


@dataclass(frozen=True)
class ChatModel:
    """The model the settings name and the host it runs on, to be shown to people."""

    name: str
    host: str
    base_url: str

    def is_local(self) -> bool:
        """Tell whether it runs on this machine or a private network (asks the resolver)."""
        return endpoints.is_local(self.base_url)


def chat_model() -> ChatModel | None:
    """Give the chat model, or None where none is set."""
    endpoint = endpoints.chat_endpoint()
    if endpoint is None:
        return None
    return ChatModel(
        name=endpoint.model,
        host=urlsplit(endpoint.base_url).hostname or "",
        base_url=endpoint.base_url,
    )


def stream(
    messages: Sequence[Message],
    *,
    tools: Sequence[Tool] | None = None,
    max_tokens: int | None = None,
    pulse: float | None = None,
) -> Generator[Delta]:
    """Yield the answer as it is made: Text, then ToolCall, then one Finished.

    With a `pulse` (seconds) a Waiting comes whenever nothing else came for so long, so that the
    caller can see a stop button or a closed browser while a slow model reads. Close the iterator
    to stop the model. Nothing is asked again once the answer has begun. The answer has
    YARNNN_CHAT_MAX_TOKENS tokens at most where nothing else is said. A tool that was not offered
    is an error. Raises ModelError.
    """
    deltas = wire.request(
        _endpoint(),
        messages,
        tools=tools or (),
        max_tokens=max_tokens or settings.YARNNN_CHAT_MAX_TOKENS,
        limits=_limits(),
    )
    return deltas if pulse is None else _with_pulse(deltas, pulse)


def complete(
    messages: Sequence[Message],
    *,
    tools: Sequence[Tool] | None = None,
    max_tokens: int | None = None,
) -> Answer:
    """Give the whole answer. Raises ModelError."""
    return _collect(stream(messages, tools=tools, max_tokens=max_tokens))


def extract(
    messages: Sequence[Message], schema: type[Shape], *, max_tokens: int = EXTRACT_TOKENS
) -> Shape:
    """Give an answer of the shape `schema`.

    The server is asked to keep to the schema; one that cannot is asked in words alone. An answer
    that does not fit is sent back once with what is wrong. Raises BadAnswer if it then still does
    not fit, or any other ModelError.
    """
    endpoint = _endpoint()
    asked = _with_instruction(messages, schema)
    answer = _ask_for_json(endpoint, asked, schema, max_tokens)
    try:
        return _parse(answer, schema)
    except ValueError as error:
        asked += [Message("assistant", answer.text), _complaint(error)]
    answer = _ask_for_json(endpoint, asked, schema, max_tokens)
    try:
        return _parse(answer, schema)
    except ValueError:
        raise BadAnswer from None


def _endpoint() -> Endpoint:
    endpoint = endpoints.chat_endpoint()
    if endpoint is None:
        raise NoModel
    return endpoint


def _limits() -> wire.Limits:
    return wire.Limits(settings.YARNNN_MODEL_TIMEOUT, settings.YARNNN_ANSWER_TIMEOUT)


def _collect(deltas: Iterator[Delta]) -> Answer:
    text: list[str] = []
    calls: list[ToolCall] = []
    for delta in deltas:
        match delta:
            case Text():
                text.append(delta.text)
            case ToolCall():
                calls.append(delta)
            case Finished():
                return Answer("".join(text), tuple(calls), delta.reason, delta.usage)
    raise BadAnswer


def _ask_for_json(
    endpoint: Endpoint, messages: Sequence[Message], schema: type[Shape], max_tokens: int
) -> Answer:
    deltas = wire.request(
        endpoint,
        messages,
        limits=_limits(),
        max_tokens=max_tokens,
        temperature=0.0,
        response_format={
            "type": "json_schema",
            "json_schema": {
                "name": schema.__name__,
                "strict": True,
                "schema": _closed(schema.model_json_schema()),
            },
        },
    )
    answer = _collect(deltas)
    if answer.reason == "length":
        raise BadAnswer("The model's answer was longer than it may be.")
    return answer


def _with_instruction(messages: Sequence[Message], schema: type[Shape]) -> list[Message]:
    """Say it in the one system message at the start: many models' templates take no other."""
    described = json.dumps(schema.model_json_schema(), ensure_ascii=False)
    said = f"Answer with one JSON object and nothing else. Its JSON schema: {described}"
    if messages and messages[0].role == "system":
        return [replace(messages[0], content=f"{messages[0].content}\n\n{said}"), *messages[1:]]
    return [Message("system", said), *messages]


def _complaint(error: ValueError) -> Message:
    problems = str(error)
    if isinstance(error, pydantic.ValidationError):
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])) or 'the answer'}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_context=False)
        )
    return Message("user", f"That does not fit the schema: {problems}. Answer again, corrected.")


def _parse(answer: Answer, schema: type[Shape]) -> Shape:
    """Validate the object in the answer, whatever a chatty model puts around it."""
    start = answer.text.find("{")
    if start < 0:
        raise ValueError("there is no JSON object in it")
    try:
        found, _ = json.JSONDecoder().raw_decode(answer.text[start:])
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return schema.model_validate(storable(found))


def _closed(schema: Any) -> Any:
    """Close every object and require all its fields, which strict schemas of OpenAI demand."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {
        key: {name: _closed(part) for name, part in value.items()}
        if key in {"properties", "$defs"}
        else _closed(value)
        for key, value in schema.items()
        if key != "default"
    }
    if "properties" in closed:
        closed |= {"additionalProperties": False, "required": list(closed["properties"])}
    return closed


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
                yield Waiting()
                continue
            if delta is None:
                return
            if isinstance(delta, Exception):
                raise delta
            yield delta
    finally:
        unwanted.set()
