"""Reading a request: how long it may take, and how large its body may be."""

import time
from contextlib import suppress
from functools import cache

from django.conf import settings
from django.urls import reverse
from waitress.parser import HTTPRequestParser

from imports import upload_handler
from memories.source_kinds import registered

# How large a body is read from anybody, in bytes. A larger one only from somebody who is known.
ANYONE = 100_000
# What a form has around its file.
_FORM = 100_000
_HEADER_SECONDS = 10
_BODY_SECONDS = 20
# The slowest that a long body may arrive, in bytes a second.
_SLOWEST = 1000


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request while it is read.

    One that will not be read to its end has a `refusal` and goes to the application without its
    body: `yarnnn.serving.refused` says why.
    """

    refusal = ""

    def __init__(self, adj: object) -> None:
        super().__init__(adj)
        # Whether to ask who sends it; the body waits for that.
        self.undecided = False
        self._largest = self._most = ANYONE
        self._wants_continue = False
        self._begun = time.monotonic()

    def received(self, data: bytes) -> int:
        """Take in data; returns how many bytes of it belonged to this request."""
        if self.refusal:
            return len(data)
        in_body = self.headers_finished
        try:
            consumed: int = super().received(data)
        except OSError:
            # The body is kept on disk until it is whole.
            self.refuse("disk_full")
            return len(data)
        if self.headers_finished and not in_body and not self.error and self.body_rcv is not None:
            self._begun = time.monotonic()
            self._look_at_size()
        elif in_body and self.body_bytes_received > self._most and not self.error:
            self.refuse("too_large" if self._most == self._largest else "unknown")
        return len(data) if self.refusal else consumed

    def decide(self, *, known: bool) -> None:
        """Go on with the body of somebody who is known, or of a stranger."""
        self.undecided = False
        self._begun = time.monotonic()
        self._most = self._largest if known else ANYONE
        if self.content_length > self._most:
            self.refuse("unknown")
        else:
            self.expect_continue = self._wants_continue

    def refuse(self, why: str) -> None:
        """Read no further. What came of the body is dropped, and the connection will close."""
        self.refusal = why
        self.undecided = self.expect_continue = False
        with suppress(OSError):
            self.close()
        self.body_rcv = None
        self.headers |= {"CONTENT_LENGTH": "0", "CONNECTION": "close"}
        self.completed = True

    def is_late(self, now: float) -> bool:
        if self.undecided:
            return False
        if not self.headers_finished:
            return now - self._begun > _HEADER_SECONDS
        received: int = self.body_bytes_received
        return now - self._begun > _BODY_SECONDS + received / _SLOWEST

    def _look_at_size(self) -> None:
        self._largest = largest(self.path)
        if self.content_length > self._largest:
            self.refuse("too_large")
        elif self.chunked or self.content_length > ANYONE:
            self.undecided = True
            self._wants_continue, self.expect_continue = self.expect_continue, False


def largest(path: str) -> int:
    """How large a request's body may be where it goes to this path, in bytes."""
    if path in _uploads():
        return int(settings.YARNNN_UPLOAD_MB) * 1_000_000 + _FORM
    if path in upload_handler.paths():
        return upload_handler.limit() + _FORM
    return max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, ANYONE)


@cache
def _uploads() -> frozenset[str]:
    return frozenset(reverse(name) for kind in registered() for name in kind.uploads)
