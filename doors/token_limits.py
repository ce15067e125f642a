"""How long an answer of a tool may be. What is cut says so."""

import json
from typing import Any

from llm.tokens import count_tokens, truncate

# No answer has more tokens (o200k), unless the program asks for more.
MOST = 1_500
# What is left of that for texts: the rest is ids, addresses, dates, and what they are called.
TEXT, QUOTE, LABEL = 900, 150, 100
# The beginning of a text that still says something.
LEAST = 40
_SHORTENED = " … (shortened)"


def tokens_of(value: Any) -> int:
    """The tokens of a value as it is sent."""
    return count_tokens(json.dumps(value, ensure_ascii=False))


def cut(text: str, tokens: int) -> str:
    """The beginning of a text, cut to `tokens` as it is sent, without a mark where it was cut."""
    room, words = tokens, text
    while tokens_of(words) > tokens:
        words = truncate(text, room)
        room = room * 3 // 4
    return words


def shortened(text: str, tokens: int) -> str:
    """A text within `tokens`; one that had to be cut says so."""
    if tokens_of(text) <= tokens:
        return text
    return cut(text, tokens - count_tokens(_SHORTENED)).rstrip() + _SHORTENED


def within(items: list[dict[str, Any]], tokens: int) -> list[dict[str, Any]]:
    """As many items as fit, the first of them in any case; one longer than what is left is cut."""
    kept: list[dict[str, Any]] = []
    left = tokens
    for item in items:
        if tokens_of(item) > left:
            texts = {"text", "quote"} & {*item}
            rest = tokens_of({**item, **dict.fromkeys(texts, "")})
            # Not all of what is left: others come after it.
            room = max(LEAST, min(left // 3, (left - rest) // len(texts)))
            item |= {name: shortened(item[name], room) for name in texts}
        size = tokens_of(item)
        if size > left and kept:
            break
        kept.append(item)
        left -= size
    return kept
