"""A moment by which a connection must have given something, however it trickles.

A client's read timeout starts again with every byte, and comments in an event stream (": ping")
are bytes that nobody sees. So each wait is cut to what is left of the time (llm/network.py).
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Thread(threading.local):
    """A connection is read by the thread that waits for it."""

    until: float | None = None


_thread = _Thread()


@contextmanager
def deadline(until: float) -> Iterator[None]:
    """Whatever this thread sends or reads in this block ends at `until` (of time.monotonic).

    What takes longer raises the client's own timeouts.
    """
    before = _thread.until
    _thread.until = until
    try:
        yield
    finally:
        _thread.until = before


def left(timeout: float | None) -> float | None:
    """How long this thread may wait of `timeout`, in seconds; 0 when it may not any more."""
    if _thread.until is None:
        return timeout
    rest = max(0.0, _thread.until - time.monotonic())
    return rest if timeout is None else min(rest, timeout)
