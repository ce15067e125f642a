"""Regular expressions that are compiled when they are first needed, not while a process starts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast

_waiting: list[_Lazy] = []


class _Lazy:
    """Stands for a compiled pattern; what is asked of it once is kept, so that it costs no more."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._written = pattern, flags
        _waiting.append(self)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(*self._written)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.compiled, name)
        setattr(self, name, value)
        return value


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, for long lists of words; a mistake in it shows at its first use.

    It has the methods of a pattern, but is none for `re` itself: `x.sub(…)`, not `re.sub(x, …)`.
    """
    return cast("re.Pattern[str]", _Lazy(pattern, flags))


def any_of(words: str) -> str:
    """A pattern of any of these words; "_" stands for a space, a quote for either apostrophe."""
    # "Ach ja" before "ach".
    parts = sorted(words.split(), key=len, reverse=True)
    return "|".join(part.replace("_", r"\s+").replace("'", "['’]") for part in parts)


def compile_all() -> None:
    """Compile what nobody has needed yet, so that nobody has to wait for it (about 0.2 s)."""
    while _waiting:
        _ = _waiting.pop().compiled
