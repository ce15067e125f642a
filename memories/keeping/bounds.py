"""How much may be said beside a memory, so that a list of memories stays a list."""

import json
from collections.abc import Mapping
from typing import Any

from memories.keeping.errors import Refused

# What a program notes with a memory: so many bytes as JSON, so many names, so deep.
MOST_BYTES = 16_000
MOST_NAMES = 200
DEEPEST = 8


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
