"""The hour of what was moved to another day "at the same time": it is told with the new day."""

import re

from memories.text import clock_times

_SAME_HOUR = re.compile(
    r"\b(?:same\s+(?:time|hour)|(?:gleiche[nr]?|selbe[nr]?)\s+(?:uhr)?zeit|misma\s+hora"
    r"|(?:time|hour)\s+(?:stays|is\s+still)(?:\s+the\s+same)?"
    r"|(?:uhr)?zeit\s+(?:bleibt|ist)(?:\s+(?:gleich|dieselbe|die\s+gleiche))?)\b",
    re.IGNORECASE,
)


def with_hour(news: str, was: str) -> str:
    """News that says "same time", with that time behind it, where what it was tells one."""
    said, hours = _SAME_HOUR.search(news), clock_times(was)
    if said is None or len(hours) != 1 or clock_times(news):
        return news
    return f"{news[: said.end()]} ({hours[0].of(was)}){news[said.end() :]}"
