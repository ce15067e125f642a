"""What news of an appointment leaves out, for it stays as it was: the hour, the month, the week.

"The dentist is on 9 April at 14:20", moved "to the 22nd, same time", is on 22 April at 14:20.
"""

import re
from datetime import date, datetime

from memories.text import clock_times, dated, dated_near, undated

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


def with_date(news: str, was_on: date, said_at: datetime) -> str:
    """News whose days without a month are those nearest to the day it was on before.

    `said_at` is aware, in the zone of whoever said it. A date in brackets that they wrote stays.
    """
    said = undated(news)
    return dated_near(said, said_at, was_on) if dated(said, said_at) == news else news
