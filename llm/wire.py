"""One request for a chat completion: what is sent, and how the stream that answers is read."""

import json
import logging
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from llm.cleaning import encodable, storable
from llm.deadlines import deadline
from llm.endpoints import Endpoint, client_for
from llm.errors import (
    BadAnswer,
    ContextTooLong,
    Interrupted,
    NoTools,
    RequestRejected,
    TimedOut,
    TookTooLong,
    UnaskedTool,
    model_errors,
)
from llm.messages import (
    Delta,
    Finished,
    Message,
    Reason,
    TextDelta,
    ThoughtDelta,
    ToolCall,
    ToolSpec,
    Usage,
)
from llm.thoughts import without_thoughts
from llm.written_calls import read_written_calls

if TYPE_CHECKING:
    import openai
    from openai._streaming import ServerSentEvent
    from openai.types.chat import ChatCompletionChunk
    from openai.types.chat.chat_completion_chunk import Choice, ChoiceDeltaToolCall

    Chunks = openai.Stream[ChatCompletionChunk]

logger = logging.getLogger(__name__)

_REASONS: dict[str, Reason] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "filtered",
}
# OpenAI's newer models know only the second name, most other servers only the first.
_SECOND_NAMES = {"max_tokens": "max_completion_tokens"}
# Where servers put what a model thinks, streamed before the answer.
_THINKING = ("reasoning_content", "reasoning")
_TOOLS = ("tool_calls", "function_call")
# Seconds to wait for the usage after the end of an answer.
_AFTER_THE_END = 5.0

# What answers in place of a stream, by its content type.
_NO_STREAM = {
    "html": gettext_noop("A web page answers at the model's address. Check its base URL."),
    "application/json": gettext_noop("The model's server sent no stream, though asked for one."),
}

# What each server has refused in this process, so that it is tried only once.
_refused: dict[Endpoint, frozenset[str]] = {}


@dataclass(frozen=True)
class Timeouts:
    """How long an answer may take, in seconds: until its next word, and as a whole."""

    word: float
    whole: float


class _Clock:
    """What is left of the limits. Only what the model says winds it up again."""

    def __init__(self, limits: Timeouts) -> None:
        self._limits = limits
        self._end = time.monotonic() + limits.whole
        self._next = time.monotonic() + limits.word

    def wind(self) -> None:
        self._next = time.monotonic() + self._limits.word

    def run_out(self, seconds: float) -> None:
        self._next = min(self._next, time.monotonic() + seconds)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Wait for the server no longer than there is time. Raises ModelError."""
        try:
            with deadline(min(self._next, self._end)), model_errors():
                yield
        except TimedOut:
            if time.monotonic() >= self._end:
                raise TookTooLong from None
            raise


def request(
    endpoint: Endpoint,
    messages: Sequence[Message],
    *,
    limits: Timeouts,
    tools: Sequence[ToolSpec] = (),
    max_tokens: int | None = None,
    response_format: dict[str, Any] | None = None,
    thoughts: bool = False,
) -> Generator[Delta]:
    """Stream one answer; closing the iterator closes the connection.

    A parameter or a schema the server refuses is left out and the request is made again, before
    anything was yielded. What the model thinks is left out but where `thoughts` are asked for.
    Raises ModelError: NoTools where the server takes none.
    """
    if tools and response_format:
        # Several servers then ignore the one or the other, without a word.
        raise ValueError("a schema and tools do not go into one request")
    if tools and not takes_tools(endpoint):
        raise NoTools
    wanted = {
        "messages": [_message(message) for message in messages],
        "stream_options": {"include_usage": True},
        "max_tokens": max_tokens,
        "response_format": response_format,
        "tools": [_tool(tool) for tool in tools] or None,
    }
    arguments = {name: value for name, value in wanted.items() if value is not None}
    client = client_for(endpoint, read_seconds=limits.word)
    clock = _Clock(limits)  # the first client of a process takes a second or more to import
    chunks = _open(client, endpoint, arguments, clock)
    with closing(_read(chunks, clock, tools_offered=bool(tools), thoughts=thoughts)) as pieces:
        said = pieces if thoughts else without_thoughts(pieces)
        yield from read_written_calls(said, [tool.name for tool in tools])


def takes_tools(endpoint: Endpoint) -> bool:
    """Whether the server has not refused tools in this process."""
    return "tools" not in _refused.get(endpoint, frozenset())


def forget_refusals() -> None:
    """Ask every server for everything again."""
    _refused.clear()


def _open(
    client: "openai.OpenAI", endpoint: Endpoint, arguments: dict[str, Any], clock: _Clock
) -> "Chunks":
    while True:
        known = _refused.get(endpoint, frozenset())
        sent = _adapted(arguments, known)
        try:
            with clock.running():
                stream: Chunks = client.chat.completions.create(
                    model=endpoint.model, stream=True, **sent
                )
        except ContextTooLong as error:
            if not error.with_answer or "max_tokens" not in arguments:
                raise
            # Another question may leave room enough: this one goes without a limit of its own.
            arguments = {name: arguments[name] for name in arguments if name != "max_tokens"}
        except RequestRejected as error:
            refused = error.parameters & sent.keys()
            if not refused:
                raise
            _refused[endpoint] = known | refused
            names = ", ".join(sorted(refused))
            logger.warning("The chat model's server does not take %s: going on without.", names)
            if "tools" in refused:
                raise NoTools from None
        else:
            form = stream.response.headers.get("content-type", "")
            for other, problem in _NO_STREAM.items():
                if other in form:
                    stream.close()
                    raise BadAnswer(problem)
            return stream


def _adapted(arguments: dict[str, Any], refused: frozenset[str]) -> dict[str, Any]:
    """Leave out what the server refused, or call it by its other name."""
    adapted = {}
    for name, value in arguments.items():
        if name not in refused:
            adapted[name] = value
        elif (second := _SECOND_NAMES.get(name)) and second not in refused:
            adapted[second] = value
    return adapted


def _message(message: Message) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": encodable(message.content)}
    if message.tool_calls:
        sent["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": encodable(call.raw)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        sent["tool_call_id"] = message.tool_call_id
    return sent


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.parameters),
    }
    return {"type": "function", "function": function}


@dataclass
class _Call:
    """A tool call while its pieces arrive."""

    id: str = ""
    name: str = ""
    raw: list[str] = field(default_factory=list)


def _read(
    chunks: "Chunks", clock: _Clock, *, tools_offered: bool, thoughts: bool
) -> Generator[Delta]:
    """Yield the text as it comes, then the tool calls, whole, then the end."""
    calls: dict[int, _Call] = {}
    reason: Reason | None = None
    usage: Usage | None = None
    ended = _watch_end(chunks)
    with closing(chunks):
        while True:
            try:
                with clock.running():
                    chunk = next(chunks, None)
            except (TimedOut, Interrupted):
                if reason is None:
                    raise
                break  # the answer is whole: only its usage did not come
            if chunk is None:
                break
            try:
                usage = _usage(chunk) or usage
                choice = chunk.choices[0] if chunk.choices else None
                if choice and not tools_offered and _asks_for_tool(choice):
                    logger.warning("The chat model asked for a tool that it was not offered.")
                    raise UnaskedTool
                text = _take(choice, calls) if choice else ""
                thought = _thought(choice) if choice and thoughts else ""
                if choice and _says_something(choice):
                    clock.wind()
                if choice and choice.finish_reason:
                    reason = _REASONS.get(choice.finish_reason, "stop")
                    clock.run_out(_AFTER_THE_END)
            except (AttributeError, KeyError, TypeError, ValueError):
                raise BadAnswer from None
            if thought:
                yield ThoughtDelta(storable(thought))
            if text:
                yield TextDelta(storable(text))
    if reason is None and not ended.is_set():
        raise Interrupted
    reason = reason or "stop"
    yield from _whole(calls)
    yield Finished("tool_calls" if calls and reason == "stop" else reason, usage)


def _watch_end(chunks: "Chunks") -> threading.Event:
    """Set once the server said that it is done: some give no reason, and only that tells.

    The library ends there without a word, as it does where a connection was closed.
    """
    ended, events = threading.Event(), chunks._iter_events

    def watched() -> "Iterator[ServerSentEvent]":
        for event in events():
            if event.data.startswith("[DONE]"):
                ended.set()
            yield event

    chunks._iter_events = watched  # type: ignore[method-assign]
    return ended


def _whole(calls: "dict[int, _Call]") -> Iterator[ToolCall]:
    """The calls in order, each with an id of its own."""
    ids: set[str] = set()
    for index, call in sorted(calls.items()):
        own = call.id if call.id and call.id not in ids else f"call_{index}"
        ids.add(own)
        yield ToolCall(id=own, name=call.name, raw="".join(call.raw))


def _asks_for_tool(choice: "Choice") -> bool:
    asked = any(getattr(choice.delta, name, None) for name in _TOOLS)
    return asked or choice.finish_reason in _TOOLS


def _says_something(choice: "Choice") -> bool:
    """Whether the model did anything, thinking included: a chunk may be as empty as a comment."""
    delta = choice.delta
    names = ("content", "refusal", *_TOOLS, *_THINKING)
    return any(getattr(delta, name, None) for name in names)


def _thought(choice: "Choice") -> str:
    found = (getattr(choice.delta, name, None) for name in _THINKING)
    return next((text for text in found if isinstance(text, str)), "")


def _take(choice: "Choice", calls: dict[int, _Call]) -> str:
    """Put the pieces of tool calls where they belong and give the text."""
    if choice.delta is None:
        return ""
    for piece in choice.delta.tool_calls or ():
        call = calls.setdefault(_place(piece, calls), _Call())
        call.id = call.id or piece.id or ""
        if piece.function is not None:
            call.name = call.name or piece.function.name or ""
            call.raw.append(_raw(piece.function.arguments))
    text = _words(choice.delta.content) or choice.delta.refusal or ""
    if not isinstance(text, str):
        raise TypeError("content is no text")
    return text


def _raw(arguments: object) -> str:
    """A call's arguments as JSON text: some servers send the object itself."""
    return json.dumps(arguments) if isinstance(arguments, dict) else str(arguments or "")


def _words(content: object) -> object:
    """A list of parts is what its texts are together: some models think in the others."""
    if not isinstance(content, list):
        return content
    return "".join(part.get("text", "") for part in content if part.get("type") == "text")


def _place(piece: "ChoiceDeltaToolCall", calls: dict[int, _Call]) -> int:
    """Some servers leave out the index, or give every call the index 0."""
    index = getattr(piece, "index", None)
    if index is None:
        index = max(0, len(calls) - 1)
    while index in calls and _begins_another(piece, calls[index]):
        index += 1
    return int(index)


def _begins_another(piece: "ChoiceDeltaToolCall", call: _Call) -> bool:
    """By an id of its own, or without one by a name where the call before has all it needs."""
    if piece.id and call.id:
        return piece.id != call.id or _is_whole(piece, call)
    return _is_whole(piece, call)


def _is_whole(piece: "ChoiceDeltaToolCall", call: _Call) -> bool:
    """Whether a call has its arguments and the piece names a tool, and gives it some."""
    return bool(
        call.name
        and piece.function
        and piece.function.name
        and piece.function.arguments
        and ToolCall("", "", "".join(call.raw) or "[]").arguments is not None
    )


def _usage(chunk: "ChatCompletionChunk") -> Usage | None:
    if chunk.usage is None:
        return None
    return Usage(
        prompt_tokens=int(chunk.usage.prompt_tokens or 0),
        completion_tokens=int(chunk.usage.completion_tokens or 0),
    )
