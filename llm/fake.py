"""A scripted model server on loopback, OpenAI-compatible, for every test that needs a model.

    with FakeModel(["Hello.", Reply(calls=[Call("forget", {"ids": ["m1"]})])]) as fake:
        settings.OPENAI_BASE_URL = fake.url
        ...
        assert fake.chats[0].body["messages"][-1]["content"] == "Hi"

It can also fail in the ways real servers do: see Reply. Embeddings are bags of words: texts that
share words are close, the same text always has the same vector.
"""

import hashlib
import json
import math
import random
import re
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

MODEL = "fake-model"


@dataclass(frozen=True)
class Call:
    """A tool the fake model asks for; a string is sent as it is, valid JSON or not."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)

    @property
    def raw(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments)


@dataclass(frozen=True)
class Reply:
    """One answer, good or bad.

    `text` is streamed word by word, `delay` seconds before the first byte and `pause` seconds
    between words. `data` is sent as JSON text instead, for requests with a schema. A `status` other
    than 200 sends `body` (JSON or raw) with `headers`. `drop_after` words the connection breaks;
    `quiet_after` words the stream just ends; `garbage_after` words it turns into nonsense. Before
    `drop_in_calls` pieces of the tool calls, which follow the words, it breaks too. Before
    the word of number `idle_before` (the number of words: after the end of the answer) it sends
    `filler` for `idle` seconds, ten times a second. `thought` comes first, in the field that is
    `thought_in`.
    """

    text: str = ""
    thought: str = ""
    thought_in: str = "reasoning"
    calls: Sequence[Call] = ()
    data: Any = None
    finish_reason: str | None = None
    delay: float = 0
    pause: float = 0
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    drop_after: int | None = None
    quiet_after: int | None = None
    garbage_after: int | None = None
    drop_in_calls: int | None = None
    idle: float = 0
    idle_before: int = 0
    filler: str = ": ping\n\n"

    @property
    def words(self) -> list[str]:
        text = self.text if self.data is None else json.dumps(self.data, ensure_ascii=False)
        return re.findall(r"\s*\S+\s*$|\s*\S+", text)

    @property
    def reason(self) -> str:
        return self.finish_reason or ("tool_calls" if self.calls else "stop")


def rate_limited(retry_after: str | None = None) -> Reply:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return failing(429, "Rate limit reached", code="rate_limit_exceeded", headers=headers)


def failing(
    status: int, message: str, *, code: str | None = None, headers: Mapping[str, str] | None = None
) -> Reply:
    body = {"error": {"message": message, "type": "error", "code": code, "param": None}}
    return Reply(status=status, body=body, headers=headers or {})


def web_page(status: int) -> Reply:
    html = "<html><body><h1>nginx</h1></body></html>"
    return Reply(status=status, body=html, headers={"Content-Type": "text/html"})


@dataclass(frozen=True)
class Recorded:
    """A request; header names in lower case. `broken_off` is set once the client hung up early."""

    path: str
    headers: Mapping[str, str]
    body: Any
    broken_off: threading.Event = field(default_factory=threading.Event, compare=False)


Script = Iterable[Reply | str] | Callable[[Recorded], Reply | str]


class FakeModel:
    """The server; it runs between `with` and the end of the block, on a free port.

    `script` is a list of replies, used up in order, or a function of the request. Where it has
    nothing left, the answer is a 500 that says so. `embedding_faults` are used up before any
    embedding is given, `reranking_faults` before any relevance, which is `relevance(query,
    document)`. With a `key` every request must carry it.
    """

    def __init__(
        self,
        script: Script = (),
        *,
        dimension: int = 64,
        key: str | None = None,
        shortens: bool = False,
        reads_at_most: int | None = None,
        relevance: Callable[[str, str], float] | None = None,
    ) -> None:
        self._script = script if callable(script) else deque(script)
        self.dimension = dimension
        self.key = key
        self.shortens = shortens
        self.reads_at_most = reads_at_most
        self.embedding_faults: deque[Reply] = deque()
        self.relevance = relevance or (lambda _query, _document: 0.5)
        self.reranking_faults: deque[Reply] = deque()
        self.requests: list[Recorded] = []
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._arrival = threading.Condition(self._lock)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.fake = self

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL, ending in /v1."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def chats(self) -> list[Recorded]:
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def reranks(self) -> list[Recorded]:
        return [request for request in self.requests if request.path.endswith("/rerank")]

    @property
    def embeddings(self) -> list[Recorded]:
        return [request for request in self.requests if request.path.endswith("/embeddings")]

    def environment(self) -> dict[str, str]:
        """The settings that make a process chat with this server."""
        return {
            "OPENAI_BASE_URL": self.url,
            "OPENAI_API_KEY": self.key or "any",
            "YARNNN_CHAT_MODEL": MODEL,
        }

    def say(self, *replies: Reply | str) -> None:
        """Add to the script, where that is a list."""
        if not isinstance(self._script, deque):
            raise TypeError("this fake answers by a function")
        self._script.extend(replies)

    def wait_for(self, requests: int, seconds: float = 60) -> bool:
        """Wait for a total of `requests`. Returns whether they came within `seconds`."""
        with self._arrival:
            return self._arrival.wait_for(lambda: len(self.requests) >= requests, seconds)

    def _record(self, request: Recorded) -> None:
        with self._arrival:
            self.requests.append(request)
            self._arrival.notify_all()

    def _next(self, request: Recorded) -> Reply:
        with self._lock:
            if callable(self._script):
                reply = self._script(request)
            elif self._script:
                reply = self._script.popleft()
            else:
                reply = failing(500, "The fake model has nothing left to say.")
        return Reply(text=reply) if isinstance(reply, str) else reply

    def _next_embedding_fault(self) -> Reply | None:
        with self._lock:
            return self.embedding_faults.popleft() if self.embedding_faults else None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    fake: FakeModel

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that hang up: that is what some tests do."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else the body waits 40 ms for the headers to be acknowledged.
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Stay silent: what is asked is content."""

    def do_GET(self) -> None:
        models = [{"id": MODEL, "object": "model", "created": 0, "owned_by": "tests"}]
        self._send(200, {"object": "list", "data": models} if "models" in self.path else {})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Recorded(self.path, headers, body)
        self.server.fake._record(request)
        if (
            self.server.fake.key
            and self.headers["Authorization"] != f"Bearer {self.server.fake.key}"
        ):
            self._reply(failing(401, "Incorrect API key provided", code="invalid_api_key"), request)
        elif self.path.endswith("/chat/completions"):
            self._reply(self.server.fake._next(request), request)
        elif self.path.endswith("/embeddings"):
            self._embed(request)
        elif self.path.endswith("/rerank"):
            self._rerank(request)
        else:
            self._send(404, {"error": {"message": "no such path"}})

    def _reply(self, reply: Reply, request: Recorded) -> None:
        if self.server.fake.stopping.wait(reply.delay):
            return
        try:
            if reply.status != 200 or reply.body is not None:
                self._send(reply.status, reply.body, reply.headers)
            elif request.body.get("stream"):
                self._stream(reply, request)
            else:
                self._send(200, _completion(reply))
        except (BrokenPipeError, ConnectionResetError):
            request.broken_off.set()
            self.close_connection = True

    def _send(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json"} | dict(headers or {})).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, reply: Reply, request: Recorded) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self._event(_chunk({"role": "assistant", "content": ""}))
        if reply.thought:
            self._event(_chunk({reply.thought_in: reply.thought}))
        for number, word in enumerate(reply.words):
            if number == reply.idle_before and not self._idles(reply):
                return
            if number == reply.drop_after:
                self.close_connection = True  # no last chunk: the client sees a broken body
                return
            if number == reply.garbage_after:
                self._chunked("data: {not json at all\n\n")
            if number == reply.quiet_after:
                self._chunked("")
                return
            self._event(_chunk({"content": word}))
            if reply.pause and self.server.fake.stopping.wait(reply.pause):
                return
        for number, delta in enumerate(_call_pieces(reply.calls)):
            if number == reply.drop_in_calls:
                self.close_connection = True
                return
            self._event(_chunk(delta))
        self._event(_chunk({}, reason=reply.reason))
        if len(reply.words) <= reply.idle_before and not self._idles(reply):
            return
        if (request.body.get("stream_options") or {}).get("include_usage"):
            self._event({**_chunk({}), "choices": [], "usage": _usage(reply)})
        self._chunked("data: [DONE]\n\n")
        self._chunked("")

    def _idles(self, reply: Reply) -> bool:
        """Send what says nothing. False when the server stops meanwhile."""
        until = time.monotonic() + reply.idle
        while time.monotonic() < until:
            self._chunked(reply.filler)
            if self.server.fake.stopping.wait(0.1):
                return False
        return True

    def _event(self, data: Mapping[str, Any]) -> None:
        self._chunked(f"data: {json.dumps(data, ensure_ascii=False)}\n\n")

    def _chunked(self, text: str) -> None:
        raw = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))

    def _rerank(self, request: Recorded) -> None:
        if self.server.fake.reranking_faults:
            self._reply(self.server.fake.reranking_faults.popleft(), request)
            return
        results = [
            {
                "index": index,
                "relevance_score": self.server.fake.relevance(request.body["query"], d),
            }
            for index, d in enumerate(request.body["documents"])
        ]
        results.sort(key=lambda result: -result["relevance_score"])
        self._send(200, {"model": MODEL, "results": results[: request.body["top_n"]]})

    def _embed(self, request: Recorded) -> None:
        fault = self.server.fake._next_embedding_fault()
        asked = request.body["input"]
        texts = [asked] if isinstance(asked, str) else asked
        dimension = request.body.get("dimensions") or self.server.fake.dimension
        limit = self.server.fake.reads_at_most
        if fault is not None:
            self._reply(fault, request)
        elif dimension != self.server.fake.dimension and not self.server.fake.shortens:
            self._reply(failing(400, "This model does not support dimensions"), request)
        elif limit and any(len(text.split()) > limit for text in texts):
            self._reply(failing(400, "input length exceeds the context length"), request)
        else:
            data = [
                {"object": "embedding", "index": index, "embedding": embedding(text, dimension)}
                for index, text in enumerate(texts)
            ]
            # Out of order, as the index allows.
            self._send(200, {"object": "list", "model": MODEL, "data": data[::-1], "usage": {}})


def embedding(text: str, dimension: int) -> list[float]:
    """Give the fake's vector: the sum of one random direction for each distinct word."""
    total = [1e-3] * dimension
    for word in set(re.findall(r"\w+", text.lower())):
        total = [a + b for a, b in zip(total, _direction(word, dimension), strict=True)]
    length = math.sqrt(sum(part * part for part in total))
    return [part / length for part in total]


@lru_cache(maxsize=5000)
def _direction(word: str, dimension: int) -> tuple[float, ...]:
    dice = random.Random(hashlib.sha256(word.encode()).digest())  # noqa: S311 - wanted predictable
    return tuple(dice.gauss(0, 1) for _ in range(dimension))


def _usage(reply: Reply) -> dict[str, int]:
    words = len(reply.words)
    return {"prompt_tokens": 10, "completion_tokens": words, "total_tokens": 10 + words}


def _chunk(delta: Mapping[str, Any], *, reason: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": MODEL,
        "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
    }


def _call_pieces(calls: Sequence[Call]) -> Iterable[dict[str, Any]]:
    """Tool calls arrive in pieces: the name first, then the arguments, cut anywhere."""
    for index, call in enumerate(calls):
        function: dict[str, str] = {"name": call.name, "arguments": ""}
        first = {"index": index, "id": f"call-{index}", "type": "function", "function": function}
        yield {"tool_calls": [first]}
        size = max(7, len(call.raw) // 20)
        for start in range(0, len(call.raw), size):
            piece = {"index": index, "function": {"arguments": call.raw[start : start + size]}}
            yield {"tool_calls": [piece]}


def _completion(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "".join(reply.words)}
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": f"call-{index}",
                "type": "function",
                "function": {"name": call.name, "arguments": call.raw},
            }
            for index, call in enumerate(reply.calls)
        ]
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": reply.reason}],
        "usage": _usage(reply),
    }
