"""Places that others lie within: who lives in Scotland may live in Leith."""

from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("regions.txt")


def may_lie_within(one: str, other: str) -> bool:
    """Whether one of two places may lie within the other: a town in a country, not in a town."""
    levels = _levels()
    first, second = (levels.get(place.lower().strip(" ."), 0) for place in (one, other))
    return first != second


@cache
def _levels() -> dict[str, int]:
    """How wide a place is: 3 continents, 2 countries, 1 their parts; a town is not listed."""
    found: dict[str, int] = {}
    text = _FILE.read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for level, line in zip((3, 2, 1), lines, strict=True):
        for place in line.partition(":")[2].split(","):
            found.setdefault(place.strip(), level)
    return found
