"""Limits of a memory's text and of the data stored with it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from llm.tokens import fits
from memories.errors import Refused
from memories.keeping.sources import check_text

# Maximum number of tags of a memory.
MOST_TAGS = 5
# The longest memory, in o200k tokens.
LONGEST = 2048
# Maximum number of parts of a namespace, and of characters in all.
MOST_PARTS, LONGEST_NAMESPACE = 20, 400
# Limits of the metadata a program stores with a memory: bytes as JSON, names, depth.
MOST_BYTES = 16_000
MOST_NAMES = 200
DEEPEST = 8


def check_content(content: str) -> None:
    """Refuse what cannot be a memory: empty, broken, or longer than 2,048 tokens (o200k)."""
    check_text(content)
    if not fits(content, LONGEST):
        raise Refused(
            "too_long",
            gettext(
                "That’s too long for one memory (about 1,500 words). Shorten it, or upload the "
                "whole text as a file."
            ),
        )


def check_tags(tags: Sequence[str]) -> list[str]:
    """Tags as they are stored: lower case, without repetitions, five at most of 50 characters."""
    clean = list(dict.fromkeys(tag.strip().lower() for tag in tags if tag.strip()))
    if len(clean) > MOST_TAGS or any(len(tag) > 50 or "\0" in tag for tag in clean):
        raise Refused("tags", "Give at most five tags of at most 50 characters each.")
    return clean


def check_place(namespace: Sequence[str] | None, key: str | None) -> None:
    """Refuse a namespace or a key that cannot be. Raises Refused: namespace, key."""
    if (namespace is None) != (key is None):
        raise Refused("key", "A namespace and a key go together: give both or neither.")
    if namespace is None or key is None:
        return
    parts = list(namespace)
    wrong = any(not p.strip() or len(p) > 200 or "\0" in p for p in parts)
    # With its key it must fit an index, whose rows hold 2,700 bytes.
    if wrong or not 2 <= len(parts) <= MOST_PARTS or sum(map(len, parts)) > LONGEST_NAMESPACE:
        raise Refused(
            "namespace",
            f"A namespace has 2 to {MOST_PARTS} parts, none of them empty or over 200 characters,"
            f" {LONGEST_NAMESPACE} characters in all.",
        )
    if not key.strip() or len(key) > 200 or "\0" in key:
        raise Refused("key", "A key has 1 to 200 characters.")


def check_shares(importance: float, confidence: float) -> None:
    """Refuse what is no share of one. Raises Refused: importance, confidence."""
    if not 0 <= importance <= 1:
        raise Refused("importance", "Importance is a number from 0 to 1.")
    if not 0 <= confidence <= 1:
        raise Refused("confidence", "Confidence is a number from 0 to 1.")


def check_metadata(metadata: Mapping[str, Any] | None) -> None:
    """Refuse more than 16,000 bytes as JSON, 200 names in all or eight levels. Raises Refused."""
    if not metadata:
        return
    names, level = 0, [metadata]
    for _ in range(DEEPEST):
        names += sum(len(each) for each in level if isinstance(each, Mapping))
        if names > MOST_NAMES:
            break
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            break
    else:
        raise Refused("metadata", f"Metadata holds at most {DEEPEST} levels. Make it flatter.")
    if names > MOST_NAMES:
        raise Refused("metadata", f"Metadata holds at most {MOST_NAMES} names. Keep fewer of them.")
    size = len(json.dumps(metadata, ensure_ascii=False).encode())
    if size > MOST_BYTES:
        raise Refused(
            "metadata",
            f"Metadata holds at most {MOST_BYTES:,} bytes as JSON; this has {size:,}. Keep the "
            "rest in a file, and its address here.",
        )


def _inside(value: Any) -> list[Any]:
    values = list(value.values()) if isinstance(value, Mapping) else list(value)
    return [each for each in values if isinstance(each, Mapping | list) and each]
