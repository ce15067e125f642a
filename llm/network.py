"""Connections that keep to `llm.deadlines.deadline`. Imported with the client, which costs time."""

import ssl
from collections.abc import Iterable
from typing import Any

import httpcore2
import httpx2

from llm.deadlines import left


def obey_deadlines(client: httpx2.Client) -> None:
    """Make all connections of a client keep to the deadlines, those through proxies too."""
    # Neither a client nor its transports take a network backend: only the pools in them have one.
    for transport in (client._transport, *client._mounts.values()):
        if isinstance(transport, httpx2.HTTPTransport):
            pool = transport._pool
            pool._network_backend = _Backend(pool._network_backend)


def _within(timeout: float | None, late: type[Exception]) -> float | None:
    rest = left(timeout)
    if rest == 0:
        raise late
    return rest


class _Backend(httpcore2.NetworkBackend):
    def __init__(self, inner: httpcore2.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        within = _within(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.connect_tcp(host, port, within, local_address, socket_options))


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _within(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _within(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        within = _within(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, within))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
