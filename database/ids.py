"""Identifiers: time-ordered UUIDs, so that new rows land together in every index."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """A version 7 UUID (RFC 9562): 48 bits of milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    high = random >> 68  # 12 bits
    low = random & ((1 << 62) - 1)
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | high << 64 | 0b10 << 62 | low)
