"""Hand a request to the protocol's library, which is asynchronous, from a view that is not.

One loop runs in a thread of its own in each web process, begun with the first request.
"""

import asyncio
import os
import threading
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from doors.caller import Caller, calling

# A tool that takes longer is given up on, in seconds.
_PATIENCE = 60.0
_START = 20.0


class Door(Enum):
    """Where a program comes in: each door has tools of its own."""

    MEMORY = "/mcp"
    SEARCH = "/mcp/search"


@dataclass
class BridgeResponse:
    """What the library answers."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""


class _Loop:
    """The loop and the session manager on it, one for each process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._managers: dict[Door, Any] = {}

    def handle(
        self, door: Door, scope: Mapping[str, Any], body: bytes, caller: Caller
    ) -> BridgeResponse:
        loop = self._running()
        handling = self._handle(door, dict(scope), body, caller)
        asked = asyncio.run_coroutine_threadsafe(handling, loop)
        try:
            return asked.result(_PATIENCE)
        except TimeoutError:
            asked.cancel()
            return BridgeResponse(504)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            # A thread does not survive a fork: each process starts its own.
            if self._loop is None or self._process != os.getpid():
                self._process = os.getpid()
                ready = threading.Event()
                threading.Thread(
                    target=lambda: asyncio.run(self._run(ready)), name="mcp", daemon=True
                ).start()
                if not ready.wait(_START):
                    raise RuntimeError("The MCP server did not start.")
            if self._loop is None:
                raise RuntimeError("The MCP server did not start.")
            return self._loop

    async def _run(self, ready: threading.Event) -> None:
        # Imported by whoever is asked first: nobody else needs its 30 MB.
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
        from mcp.server.transport_security import TransportSecuritySettings

        from doors.server import make_search_server, make_server

        servers = {Door.MEMORY: make_server(), Door.SEARCH: make_search_server()}
        self._managers = {
            door: StreamableHTTPSessionManager(
                server._lowlevel_server,
                json_response=True,
                stateless=True,
                # Hosts are checked by yarnnn.hosts, and no cookie lets anybody in.
                security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            )
            for door, server in servers.items()
        }
        async with AsyncExitStack() as running:
            for manager in self._managers.values():
                await running.enter_async_context(manager.run())
            self._loop = asyncio.get_running_loop()
            ready.set()
            await asyncio.Event().wait()

    async def _handle(
        self, door: Door, scope: dict[str, Any], body: bytes, caller: Caller
    ) -> BridgeResponse:
        # Tasks that are begun from here see it too, and no other request's.
        calling.set(caller)
        reply, sent = BridgeResponse(), False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            # The view waits for the answer: nobody goes away before.
            await asyncio.Event().wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                reply.status = message["status"]
                reply.headers = [
                    (name.decode("latin-1"), value.decode("latin-1"))
                    for name, value in message.get("headers", ())
                ]
            elif message["type"] == "http.response.body":
                reply.body += message.get("body", b"")

        await self._managers[door].handle_request(scope, receive, send)
        return reply


_loop = _Loop()


def handle(door: Door, scope: Mapping[str, Any], body: bytes, caller: Caller) -> BridgeResponse:
    """Have one request answered, within a minute."""
    return _loop.handle(door, scope, body, caller)
