"""The times that a text tells of: each where its words point, without those it says are not meant.

"On the 23rd, not the 22nd" tells one day, "tomorrow (30 November 2026)" the one in brackets.
"""

import re
from datetime import datetime
from functools import lru_cache

from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.tense import way

# What stands before a time that is not meant.
_NOT_IT = re.compile(
    r"\b(?:(?P<surely>instead\s+of|rather\s+than|(?:an)?statt|en\s+vez\s+de|en\s+lugar\s+de)"
    r"|not|nicht|no|nor)\s+(?:(?:on|at|in|for|the|am|um|im|zum|auf|der|die|das|den|dem|el|la|a|al)\s+){0,3}$",
    re.IGNORECASE,
)
# A part of the day may stand between: "tomorrow evening (30 November 2026)".
_IN_BRACKETS = re.compile(r"[^\n()]{0,24}\($")


def told_times(text: str, said_at: datetime) -> list[NamedTime]:
    """The times a text tells of, in order.

    `said_at` is aware, in the zone of whoever said it: times are counted from it.
    """
    return list(_told(text, said_at.replace(hour=0, minute=0, second=0, microsecond=0)))


# All that somebody remembers is read for each question for what is on.
@lru_cache(maxsize=5_000)
def _told(text: str, day: datetime) -> tuple[NamedTime, ...]:
    named = _pointed(text, day)
    kept = [each for each in named if not _is_denied(text, each, named)]
    return tuple(each for at, each in enumerate(kept) if not _is_spelled_out(text, kept, at))


def when_told(text: str, said_at: datetime) -> datetime | None:
    """When what a text tells is, or was: the first time it names. `said_at` as above."""
    told = told_times(text, said_at)
    return told[0].since if told else None


def _pointed(text: str, said_at: datetime) -> list[NamedTime]:
    """The times a text names, each looked for where its words point."""
    coming = times(text, said_at, "future")
    if not coming:
        return []
    passed = [way(text, each.start) == "past" for each in coming]
    if not any(passed):
        return coming
    past = {each.start: each for each in times(text, said_at, "past")}
    return [past.get(e.start, e) if gone else e for e, gone in zip(coming, passed, strict=True)]


def _is_denied(text: str, one: NamedTime, named: list[NamedTime]) -> bool:
    """Whether it is said not to be this day but another: "not the 22nd", "statt am 22."."""
    match = _NOT_IT.search(text[: one.start])
    if match is None or one.role != "at":
        # "Not before Friday" means the Friday.
        return False
    others = [each for each in named if each.start != one.start]
    return bool(match["surely"]) or any(each.since != one.since for each in others)


def _is_spelled_out(text: str, named: list[NamedTime], at: int) -> bool:
    """Whether the date of a time stands in brackets behind it."""
    following = named[at + 1 : at + 2]
    between = text[named[at].stop : following[0].start] if following else ""
    return bool(between) and _IN_BRACKETS.fullmatch(between) is not None
