"""A connection to Google that holds no giant mail: what nobody reads of it is cut as it comes."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httplib2

from gmail.reading.bodies import LONGEST_PART

# A little more than is read of a part, so that it is seen to be cut; whole groups of base64.
CLIPPED = (LONGEST_PART // 4 + 1) * 4
# Bytes that the answer to a batch of several may have once it is cut: the client library holds it
# half a dozen times.
MOST = 4_000_000
_AT_ONCE = 256_000
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_most: ContextVar[float] = ContextVar("most", default=float("inf"))
_clips: ContextVar[bool] = ContextVar("clips", default=False)


class TooMuch(Exception):
    """This answer does not fit: ask for fewer at once."""


@contextmanager
def clipping(most: float) -> Iterator[None]:
    """Cut long texts out of answers meanwhile. Raises TooMuch for one that stays larger."""
    tokens = _clips.set(True), _most.set(most)
    try:
        yield
    finally:
        _clips.reset(tokens[0])
        _most.reset(tokens[1])


class _Answer(http.client.HTTPResponse):
    def read(self, amt: int | None = None) -> bytes:
        if amt is not None or not _clips.get():
            return super().read(amt)
        pieces, run, size = [], 0, 0
        while chunk := super().read(_AT_ONCE):
            piece, run = _cut(chunk, run)
            pieces.append(piece)
            size += len(piece)
            if size > _most.get():
                self.close()
                raise TooMuch
        return b"".join(pieces)


class _Connection(httplib2.HTTPConnectionWithTimeout):  # type: ignore[misc]
    response_class = _Answer


class _SecureConnection(httplib2.HTTPSConnectionWithTimeout):  # type: ignore[misc]
    response_class = _Answer


class ClippingHttp(httplib2.Http):  # type: ignore[misc]
    """Clips what is asked for inside `clipping`."""

    def request(
        self, uri: str, method: str = "GET", body: Any = None, headers: Any = None, **more: Any
    ) -> Any:
        headers = dict(headers or {})
        if _clips.get():
            # Packed, a long text could not be seen as it comes.
            headers["accept-encoding"] = "identity"
        more["connection_type"] = _SecureConnection if uri.startswith("https:") else _Connection
        return super().request(uri, method, body, headers, **more)


def _cut(chunk: bytes, run: int) -> tuple[bytes, int]:
    """A piece of an answer without what is too long of a text, and how long the last one is by now.

    Only a text that began before this piece, by `run` signs, can get too long within it.
    """
    rest = chunk.lstrip(_BASE64)
    length = len(chunk) - len(rest)
    piece = chunk[: min(length, max(0, CLIPPED - run))] + rest
    if not rest:
        return piece, run + length
    return piece, len(rest) - len(rest.rstrip(_BASE64))
