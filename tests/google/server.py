"""The server itself: addresses, quota, batches, and faults where a test asks for them."""

import gzip
import json
import re
import socket
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.message import Message as Part
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, parse_qsl, unquote, urlsplit

from tests.google.faults import Fault, Reply, error
from tests.google.mailbox import BadToken, Mailbox, Missing
from tests.google.oauth import CLIENT_ID, CLIENT_SECRET, READONLY, Door, Person

Query = dict[str, list[str]]

_UNITS = {
    "profile": 1,
    "labels.list": 1,
    "threads.list": 10,
    "threads.get": 40,
    "messages.get": 20,
    "attachments.get": 20,
    "history.list": 2,
}
_API = [
    (re.compile(rf"/gmail/v1/users/([^/]+){path}"), name)
    for path, name in (
        ("/profile", "profile"),
        ("/labels", "labels.list"),
        ("/threads", "threads.list"),
        ("/threads/([^/]+)", "threads.get"),
        ("/messages/([^/]+)", "messages.get"),
        ("/messages/([^/]+)/attachments/([^/]+)", "attachments.get"),
        ("/history", "history.list"),
    )
]
_FORMS = {"full", "minimal", "metadata"}


@dataclass
class Call:
    """One call of the API, as it was counted."""

    name: str
    about: str
    status: int
    address: str


@dataclass
class Google:
    """A running stand-in. `with Google(people) as google:`"""

    people: list[Person]
    units_per_minute: int = 6_000
    port: int = 0
    address: str = ""
    faults: list[Fault] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    most_in_batch: int = 0
    # How the answer of a batch is parted; in quotes it is the same.
    boundary: str = "batch_stand_in"
    # The answers to a batch come in another order than they were asked for.
    backwards: bool = False
    # What answers of these names look like, where another Google would write them otherwise.
    twists: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    door: Door = field(init=False)
    _spent: dict[str, deque[tuple[float, int]]] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.door = Door(self.people)

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", self.port), _handler(self))
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def settings(self) -> dict[str, str]:
        """What leads the application here."""
        return {
            "GOOGLE_OAUTH_CLIENT_ID": CLIENT_ID,
            "GOOGLE_OAUTH_CLIENT_SECRET": CLIENT_SECRET,
            "GOOGLE_OAUTH_AUTH_URI": f"{self.address}/o/oauth2/v2/auth",
            "GOOGLE_OAUTH_TOKEN_URI": f"{self.address}/token",
            "GOOGLE_OAUTH_REVOKE_URI": f"{self.address}/revoke",
            "GOOGLE_USERINFO_URI": f"{self.address}/v1/userinfo",
            "GMAIL_API_ENDPOINT": self.address,
        }

    def fail(self, name: str, reply: Reply | None = None, **how: Any) -> Fault:
        """Let calls of this name go wrong; see Fault."""
        fault = Fault(name, reply, **how)
        self.faults.append(fault)
        return fault

    def fetched(self) -> list[str]:
        """The threads that were given out, in order."""
        return [
            call.about for call in self.calls if call.name == "threads.get" and call.status == 200
        ]

    def units(self) -> int:
        """What the calls so far cost."""
        return sum(_UNITS.get(call.name, 0) for call in self.calls)

    def answer(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Answer one request, or one part of a batch."""
        address = urlsplit(target)
        query = parse_qs(address.query)
        if address.path in ("/batch/gmail/v1", "/batch") and method == "POST":
            return self._struck("batch", "") or self._batch(headers, body)
        for pattern, name in _API:
            found = pattern.fullmatch(address.path)
            if found and method == "GET":
                return self._api(name, found.groups(), query, headers)
        form = dict(parse_qsl(body.decode())) if method == "POST" else {}
        simple: dict[tuple[str, str], tuple[str, Callable[[], Reply]]] = {
            ("GET", "/o/oauth2/v2/auth"): (
                "consent",
                lambda: self.door.consent_page({k: v[0] for k, v in query.items()}),
            ),
            ("POST", "/consent"): ("consent", lambda: self.door.consent(form)),
            ("POST", "/token"): (
                "token",
                lambda: self.door.token({**_basic(headers), **form}),
            ),
            ("POST", "/revoke"): (
                "revoke",
                lambda: self.door.revoke({**{k: v[0] for k, v in query.items()}, **form}),
            ),
            ("GET", "/v1/userinfo"): ("userinfo", lambda: self._userinfo(headers)),
        }
        if (method, address.path) not in simple:
            return error(404, "notFound", "The requested URL was not found on this server.")
        name, act = simple[method, address.path]
        reply = self._struck(name, "") or self._twisted(name, act())
        self.calls.append(Call(name, "", reply.status, ""))
        return reply

    def _twisted(self, name: str, reply: Reply) -> Reply:
        twist = self.twists.get(name)
        if twist is None or reply.status != 200:
            return reply
        return replace(reply, body=json.dumps(twist(json.loads(reply.body))).encode())

    def _struck(self, name: str, about: str) -> Reply | None:
        with self._lock:
            struck = next((fault for fault in self.faults if fault.strikes(name, about)), None)
        if struck is None:
            return None
        if struck.then:
            struck.then()
        time.sleep(struck.seconds)
        return struck.reply

    def _userinfo(self, headers: Mapping[str, str]) -> Reply:
        token = self.door.holder(headers.get("Authorization", ""))
        if not token:
            return error(401, "authError", "Invalid Credentials")
        told = {
            "sub": token.person.sub,
            "email": token.person.address,
            "email_verified": True,
        }
        return Reply(body=json.dumps(told).encode())

    def _api(
        self, name: str, parts: tuple[str, ...], query: Query, headers: Mapping[str, str]
    ) -> Reply:
        about = parts[1] if len(parts) > 1 else ""
        token = self.door.holder(headers.get("Authorization", ""))
        reply = self._struck(name, about)
        # What happened meanwhile may have been that the token expired.
        token = token and self.door.holder(headers.get("Authorization", ""))
        if reply is None:
            reply = self._refused(token, name, parts[0])
        if reply is None:
            assert token
            found = _looked_up(token.person.mailbox, name, parts[1:], query)
            reply = self._twisted(name, found)
        address = token.person.address if token else ""
        self.calls.append(Call(name, about, reply.status, address))
        return reply

    def _refused(self, token: Any, name: str, user: str) -> Reply | None:
        if token is None:
            return error(401, "authError", "Invalid Credentials")
        if READONLY not in token.scopes:
            return error(403, "insufficientPermissions", "Insufficient Permission")
        person = token.person
        if user not in ("me", person.address):
            return error(403, "forbidden", f"Delegation denied for {person.address}")
        if not person.has_gmail:
            return error(400, "failedPrecondition", "Mail service not enabled")
        if not self._affords(person.address, _UNITS[name]):
            return error(429, "rateLimitExceeded", "User-rate limit exceeded.")
        return None

    def _affords(self, address: str, units: int) -> bool:
        now = time.monotonic()
        with self._lock:
            spent = self._spent.setdefault(address, deque())
            while spent and spent[0][0] < now - 60:
                spent.popleft()
            if sum(each for _, each in spent) + units > self.units_per_minute:
                return False
            spent.append((now, units))
            return True

    def _batch(self, headers: Mapping[str, str], body: bytes) -> Reply:
        if not self.door.holder(headers.get("Authorization", "")):
            return error(401, "authError", "Invalid Credentials")
        head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
        parts = BytesParser().parsebytes(head + body).get_payload()
        assert isinstance(parts, list)
        self.most_in_batch = max(self.most_in_batch, len(parts))
        if len(parts) > 100:
            return error(400, "badRequest", "The batch request may contain at most 100 calls.")
        boundary = self.boundary.strip('"')
        each = [
            f"--{boundary}\r\n".encode() + self._in_batch(part, headers)
            for part in parts
            if isinstance(part, Part)
        ]
        answers = b"".join(reversed(each) if self.backwards else each)
        return Reply(
            body=answers + f"--{boundary}--\r\n".encode(),
            kind=f"multipart/mixed; boundary={self.boundary}",
        )

    def _in_batch(self, part: Part, outer: Mapping[str, str]) -> bytes:
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        line, _, rest = payload.partition(b"\n")
        method, target, _ = line.decode().split(" ", 2)
        inner = BytesParser().parsebytes(rest)
        said = {"Authorization": inner.get("Authorization", outer.get("Authorization", ""))}
        reply = self.answer(method, target, said, b"")
        number = part["Content-ID"].replace("<", "<response-", 1)
        more = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        return (
            (
                f"Content-Type: application/http\r\nContent-ID: {number}\r\n\r\n"
                f"HTTP/1.1 {reply.status} Said\r\nContent-Type: {reply.kind}\r\n{more}"
                f"Content-Length: {len(reply.body)}\r\n\r\n"
            ).encode()
            + reply.body
            + b"\r\n"
        )


def _basic(headers: Mapping[str, str]) -> dict[str, str]:
    """The client's id and secret may also come in the Authorization header."""
    kind, _, told = headers.get("Authorization", "").partition(" ")
    if kind != "Basic":
        return {}
    client, _, secret = b64decode(told).decode().partition(":")
    return {"client_id": unquote(client), "client_secret": unquote(secret)}


def _looked_up(box: Mailbox, name: str, ids: tuple[str, ...], query: Query) -> Reply:
    form = query.get("format", ["full"])[0]
    if form not in _FORMS:
        return error(400, "invalidArgument", "Invalid format")
    find: dict[str, Callable[[], Any]] = {
        "profile": box.profile,
        "labels.list": lambda: {"labels": box.labels},
        "threads.list": lambda: box.threads(query),
        "threads.get": lambda: box.thread(ids[0], form),
        "messages.get": lambda: box.message(ids[0], form),
        "attachments.get": lambda: _attachment(box, ids[1]),
        "history.list": lambda: box.changes(query),
    }
    try:
        return Reply(body=json.dumps(find[name]()).encode())
    except Missing:
        return error(404, "notFound", "Requested entity was not found.")
    except BadToken:
        return error(400, "invalidArgument", "Invalid pageToken")


def _attachment(box: Mailbox, number: str) -> dict[str, Any]:
    if number not in box.files:
        raise Missing
    data = box.files[number]
    return {"size": len(data), "data": urlsafe_b64encode(data).decode()}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A client that hangs up in the middle is none of the test's business.
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


def _handler(google: Google) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Else the body waits 40 ms for the headers to be acknowledged.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _answer(self, body: bytes) -> None:
            headers = {name.title(): value for name, value in self.headers.items()}
            reply = google.answer(self.command, self.path, headers, body)
            if reply.drop:
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            if "gzip" in headers.get("Accept-Encoding", "") and "Location" not in reply.headers:
                packed = {**reply.headers, "Content-Encoding": "gzip"}
                reply = replace(reply, body=gzip.compress(reply.body, 1), headers=packed)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
