"""The event loop: accepts connections, bounds them, lets the late ones go, ends in order."""

from __future__ import annotations

import resource
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from django.conf import settings
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from yarnnn.serving.board import Board, whose
from yarnnn.serving.connection import ClientConnection

# How many connections a process has at most. At that it lets the longest idle or slowest go.
MOST = 1000
# File descriptors for each connection (a body on its way may lie on disk), and for all else.
_DESCRIPTORS = 2 * MOST + 500
_LOOK_EVERY = 1.0
# How long those who have come are still answered when the process ends, and then to clear up.
_FINISH_SECONDS = 1.5
_CLEAR_SECONDS = 1.0
_LONGEST_HEADER = 1 << 16
_UNBOUNDED = 1 << 62
_TURNED_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 46\r\n\r\n"
    b"Too many connections from here. Wait a little."
)
_Application = Callable[..., Iterable[bytes]]


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Serves an application on a listening socket that other processes may share."""

    def __init__(
        self,
        application: _Application,
        listener: socket.socket,
        board: Board,
        row: int,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._board = board
        self._row = row
        self._alive = alive
        self._next_look = 0.0
        self._counting = threading.Lock()
        self.stopping = False
        self.behind_proxy = bool(settings.PUBLIC_URL) and settings.TRUSTED_PROXIES > 0
        threads = ThreadedTaskDispatcher()
        threads.set_thread_count(settings.WEB_THREADS)
        super().__init__(
            _without_body_for_head(application),
            {},
            _sock=listener,
            dispatcher=threads,
            adj=_adjustments(listener),
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )

    def serve(self) -> None:
        """Return once `stopping` is set and whoever had come is answered, or has had to go."""
        _allow_descriptors()
        while not self.stopping:
            self._turn(_LOOK_EVERY)
            self._look()
        self.accepting = False
        self.del_channel()
        deadline = time.monotonic() + _FINISH_SECONDS
        while self._anyone_waits() and time.monotonic() < deadline:
            self._turn(0.1)
        for connection in self._connections():
            # Whoever writes to it is told that nobody reads any more, and keeps what there is.
            connection.handle_close()
        self.task_dispatcher.shutdown(timeout=_CLEAR_SECONDS)
        self.trigger.close()

    def stop(self, *_: object) -> None:
        self.stopping = True
        self.pull_trigger()

    def readable(self) -> bool:
        # Where no thread is free another process may have one.
        return bool(self.accepting) and len(self.task_dispatcher.queue) < self._free_threads()

    def handle_accept(self) -> None:
        try:
            accepted = self.accept()
            if accepted is None:
                return
            sock, address = accepted
            self.set_socket_options(sock)
        except OSError:
            # It has gone already.
            return
        place = whose(address[0])
        if not (self._has_room() and (self.behind_proxy or self._has_room_for(place))):
            _turn_away(sock)
            return
        connection = ClientConnection(self, sock, address, self.adj)
        if not self.behind_proxy:
            # Of two processes that accept at the same moment each may let one in.
            with self._counting:
                self._count(connection, place)

    def count(self, connection: ClientConnection, address: str) -> bool:
        """Count a connection as this address's; False where it has too many already."""
        with self._counting:
            if self._board.held_by(address) >= settings.WEB_CONNECTIONS:
                return False
            self._count(connection, address)
            return True

    def _count(self, connection: ClientConnection, address: str) -> None:
        self._board.add(self._row, address, 1)
        connection.counted_for = address

    def count_no_more(self, connection: ClientConnection) -> None:
        with self._counting:
            if connection.counted_for:
                self._board.add(self._row, connection.counted_for, -1)
                connection.counted_for = ""

    def forwarded_for(self, header: str) -> str:
        """The visitor's address as the outermost trusted proxy saw it, or ""."""
        passed = header.split(",")
        trusted = settings.TRUSTED_PROXIES
        return whose(passed[-trusted]) if header and len(passed) >= trusted else ""

    def _turn(self, seconds: float) -> None:
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def _anyone_waits(self) -> bool:
        """Tell whether somebody has just come, still asks, or has not got a whole answer."""
        return not all(each.is_idle for each in self._connections())

    def _connections(self) -> list[ClientConnection]:
        return list(self.active_channels.values())

    def _free_threads(self) -> int:
        threads = self.task_dispatcher
        free: int = len(threads.threads) - threads.stop_count - threads.active_count
        return free

    def _look(self) -> None:
        """Let those go that are late. Between two turns, when no event waits for anybody."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_EVERY
        self._board.beat(self._row)
        if not self._alive():
            self.stopping = True
        for connection in self._connections():
            if connection.is_late(now):
                connection.handle_close()

    def _has_room(self) -> bool:
        if len(self.active_channels) < MOST:
            return True
        return self._let_go(self._connections(), even_reading=True)

    def _has_room_for(self, address: str) -> bool:
        if self._board.held_by(address) < settings.WEB_CONNECTIONS:
            return True
        return self._let_go([each for each in self._connections() if each.counted_for == address])

    def _let_go(self, connections: list[ClientConnection], *, even_reading: bool = False) -> bool:
        """Close the one that has been idle longest; else, where allowed, the slowest to send."""
        idle = [each for each in connections if each.is_idle]
        if not idle and even_reading:
            idle = [each for each in connections if not (each.is_working or each.will_close)]
        if not idle:
            return False
        gone = min(idle, key=lambda each: each.idle_since)
        self.count_no_more(gone)
        # Not closed now: what is accepted next would get its number, for which events may wait.
        gone.will_close = True
        return True


def _adjustments(listener: socket.socket) -> Adjustments:
    return Adjustments(
        sockets=[listener],
        ident=None,
        recv_bytes=1 << 16,
        max_request_header_size=_LONGEST_HEADER,
        # Request says it, for each path and person.
        max_request_body_size=_UNBOUNDED,
        # A client that goes away is noticed while it is answered.
        channel_request_lookahead=1,
        # The settings say who is trusted to tell them.
        clear_untrusted_proxy_headers=not settings.PUBLIC_URL,
        log_socket_errors=False,
        asyncore_use_poll=True,
    )


def _without_body_for_head(application: _Application) -> _Application:
    """Django leaves it to the server that HEAD is answered by headers alone."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if close := getattr(body, "close", None):
            close()
        return []

    return answer


def _turn_away(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.send(_TURNED_AWAY)
        sock.shutdown(socket.SHUT_WR)
    sock.close()


def _allow_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < _DESCRIPTORS:
        wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
