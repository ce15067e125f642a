"""One connection: who may send much is asked, who is late is let go, who is refused is told."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from yarnnn.serving.request import Request
from yarnnn.serving.signed_in import is_known

if TYPE_CHECKING:
    from yarnnn.serving.server import Server

# Seconds for a first request to begin, for another one on the same connection, and for somebody
# who takes nothing of an answer.
_FIRST_SECONDS = 10
_IDLE_SECONDS = 15
_STUCK_SECONDS = 60
# Somebody who still sends when refused would not see the answer if the connection closed at once.
_DISCARD_SECONDS = 5
_DISCARD_BYTES = 1 << 16


class _Answering(WSGITask):  # type: ignore[misc]
    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["yarnnn.refusal"] = self.request.refusal
        return environ


class ClientConnection(HTTPChannel):  # type: ignore[misc]
    """A connection of the event loop. A thread has it only while a whole request is answered."""

    task_class = _Answering
    parser_class = Request
    server: Server
    request: Request | None
    close_when_flushed: bool
    requests: list[Request]

    def __init__(self, server: Server, sock: socket.socket, address: Any, adj: Any) -> None:
        # By whom it is counted; behind a proxy only a body that is being read is.
        self.counted_for = ""
        self.has_served = False
        self._moved = time.monotonic()
        self._stuck_since = 0.0
        self._discards_until = 0.0
        super().__init__(server, sock, address, adj, map=server._map)

    @property
    def is_idle(self) -> bool:
        """Everything that was asked for is answered."""
        busy = self.requests or self.request or self.total_outbufs_len or self.will_close
        return self.has_served and not busy

    @property
    def is_working(self) -> bool:
        return bool(self.requests)

    @property
    def idle_since(self) -> float:
        return self._moved

    def is_late(self, now: float) -> bool:
        """Tell whether it has had its time."""
        if self._discards_until:
            return now > self._discards_until
        if self.requests or self.total_outbufs_len:
            return self._is_stuck(now)
        if self.request is not None:
            return self.request.is_late(now)
        return now - self._moved > (_IDLE_SECONDS if self.has_served else _FIRST_SECONDS)

    def _is_stuck(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self._stuck_since = 0.0
        elif not self._stuck_since or self._moved > self._stuck_since:
            self._stuck_since = now
        return bool(self._stuck_since) and now - self._stuck_since > _STUCK_SECONDS

    # In the event loop

    def readable(self) -> bool:
        if self._discards_until:
            return not self.will_close
        if self.request is not None and self.request.undecided:
            return False
        return bool(super().readable())

    def handle_read(self) -> None:
        if not self._discards_until:
            super().handle_read()
            return
        try:
            self.recv(_DISCARD_BYTES)  # closes at the other's end
        except OSError:
            self.handle_close()

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        with self.requests_lock:
            reading = self.request
            if reading is not None and self.server.behind_proxy and reading.headers_finished:
                self._count_body(reading)
            if reading is not None and reading.undecided:
                self.server.add_task(_Asking(self, reading))
            self._discard_what_follows()
        return taken

    def handle_write(self) -> None:
        if not self._discards_until or self.will_close:
            super().handle_write()
            return
        # A thread may be writing while there are requests.
        self._flush_exception(self._flush_some_if_lockable if self.requests else self._flush_some)
        if self.close_when_flushed and not self.total_outbufs_len:
            self.close_when_flushed = False
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.handle_close()

    def _flush_some(self, do_close: bool = True) -> bool:
        sent = bool(super()._flush_some(do_close))
        if sent:
            self._moved = time.monotonic()
        return sent

    def del_channel(self, map: Any = None) -> None:  # noqa: A002 - waitress's signature
        self.server.count_no_more(self)
        super().del_channel(map)

    def _count_body(self, request: Request) -> None:
        if self.counted_for:
            return
        address = self.server.forwarded_for(request.headers.get("X_FORWARDED_FOR", ""))
        if address and not self.server.count(self, address):
            request.refuse("too_many")
            self._hand_over(request)

    def _discard_what_follows(self) -> None:
        if not self._discards_until and any(request.refusal for request in self.requests):
            self._discards_until = time.monotonic() + _DISCARD_SECONDS

    def _hand_over(self, request: Request) -> None:
        """Have a thread answer it. Call it with the requests' lock."""
        self.request, self.sent_continue = None, False
        self.requests.append(request)
        if len(self.requests) == 1:
            self.server.add_task(self)

    # In a thread

    def service(self) -> None:
        if self.server.behind_proxy:
            self.server.count_no_more(self)
        super().service()
        self.has_served, self._moved = True, time.monotonic()

    def decide(self, request: Request, *, known: bool | None) -> None:
        """Go on reading, now that it is clear whether the sender is known (None: it is not)."""
        with self.requests_lock:
            if self.request is not request or not request.undecided:
                return
            if known is None:
                request.refuse("unavailable")
            else:
                request.decide(known=known)
            if request.completed:
                self._hand_over(request)
                self._discard_what_follows()
            elif request.expect_continue and not self.requests:
                self.send_continue()
        self.server.pull_trigger()


class _Asking:
    """A task: ask the database who sends a large body, before it is read."""

    def __init__(self, connection: ClientConnection, request: Request) -> None:
        self._connection = connection
        self._request = request

    def service(self) -> None:
        headers = self._request.headers
        known = is_known(headers.get("COOKIE", ""), headers.get("AUTHORIZATION", ""))
        self._connection.decide(self._request, known=known)

    def cancel(self) -> None:
        self._connection.cancel()
