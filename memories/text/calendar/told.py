"""The times that a text tells of: each where its words point, without those it says are not meant.

"On the 23rd, not the 22nd" tells one day, "tomorrow (30 November 2026)" the one in brackets.
"""

import re
from datetime import date, datetime
from functools import lru_cache

from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.of_that_month import month_said, of_the_month_before
from memories.text.calendar.stays import with_durations
from memories.text.calendar.tense import way
from memories.text.calendar.words import WEEKDAYS, is_feast
from memories.text.languages import language_of, small_words
from memories.text.sameness.verbs import is_verb

# What stands before a time that is not meant.
_NOT_IT = re.compile(
    r"\b(?:(?P<surely>instead\s+of|rather\s+than|(?:an)?statt|en\s+vez\s+de|en\s+lugar\s+de)"
    r"|not|nicht|no|nor)\s+(?:(?:on|at|in|for|the|am|um|im|zum|auf|der|die|das|den|dem|el|la|a|al)\s+){0,3}$",
    re.IGNORECASE,
)
# "Wednesday 9.12.", "Freitag, den 4. Dezember".
_DATE_BEHIND = re.compile(r"\s*,?\s*(?:the\s|de[nmr]\s|el\s)?\s*", re.IGNORECASE)
# A part of the day may stand between: "tomorrow evening (30 November 2026)".
_IN_BRACKETS = re.compile(r"[^\n()]{0,24}\($")

# "In the Easter holidays", "Christmas dinner": the name of a feast that belongs to what follows is
# not its day.
_ARTICLE = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|this\s+year['’]s|las?|los)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
# What takes the days around it, and what is of another day: "the Christmas market opens on Friday".
_AROUND = re.compile(
    r"[\s-]+(?:holidays?|hols|break|vacations?|weekend|week|time|season|term|ferien|urlaub|vacaciones)\b",
    re.IGNORECASE,
)
_OF_ANOTHER_DAY = re.compile(
    r"[\s-]+(?:part(?:y|ies)|dinner|lunch|meal|markets?|fair|concerts?|play|show|service|shopping"
    r"|presents?|gifts?|cards?|trees?|eggs?|cakes?|bonus|songs?|music|carols?|films?|movies?|jumpers?|lights"
    r"|decorations?|pudding|stockings?|adverts?|(?-i:Feier|Markt|Essen|Konzert))\b",
    re.IGNORECASE,
)
# What it names without a preposition before it, where a word follows that tells nothing of its
# day: "I sing Christmas hymns", and not "Christmas is at ours", "Christmas morning".
_BEFORE_ITS_DAY = re.compile(
    r"(?:^|[,;:.!?(]|\b(?:at|on|over|for|by|until|till|before|after|since|around|during|from|to|this|next|last|and|or"
    r"|an|am|zu|zum|auf|über|übers|für|vor|nach|seit|bis|im|in|dies\w*|nächst\w*|letzt\w*|und|oder|en|por|para|hasta"
    r"|desde|el|la|y))\s*$",
    re.IGNORECASE,
)
_NAME_FOLLOWS = re.compile(r"[\s-]+(?P<next>[^\W\d_]+)")
_GOES_ON = frozenset(
    "morning afternoon evening night lunchtime day eve weekend week holidays together too also just"
    " only because cos cause since however alone instead anyway though again early late"
    " really".split()
)
# What somebody thinks of a feast tells of none of its days.
_LIKED = re.compile(
    r"\b(?:loves?|likes?|loathes?|hates?|adores?|enjoys?|prefers?|dreads?|stand|bear"
    r"|thole|abide|fan\s+of|sick\s+of|(?:do|does)(?:n['’]?t|\s+not)\s+(?:do|celebrate|keep|observe)|never\s+celebrates?"
    r"|mag|mögen|liebe|liebt|lieben|hasse|hasst|hassen|feier[en]?\s+(?:kein|nie|nicht)\w*|odi[oa]|encanta|gusta)"
    r"\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_WORD_FOLLOWS = re.compile(r"[\s-]+(?!of\b|de\b)[^\W\d_]")


def told_times(text: str, said_at: datetime, *, month: date | None = None) -> list[NamedTime]:
    """The times a text tells of, in order; what lasts some days from the first to the last of them.

    `said_at` is aware, in the zone of whoever said it: times are counted from it. `month` is where
    a month begins that was said before the text: a day without its month is of that one.
    """
    days = begun_times(text, said_at, month=month)
    return with_durations(text, days)


def begun_times(text: str, said_at: datetime, *, month: date | None = None) -> list[NamedTime]:
    """As `told_times`, with the day alone on which what lasts some days begins."""
    return list(_told(text, said_at.replace(hour=0, minute=0, second=0, microsecond=0), month))


# All that somebody remembers is read for each question for what is on.
@lru_cache(maxsize=5_000)
def _told(text: str, day: datetime, month: date | None) -> tuple[NamedTime, ...]:
    named = of_the_month_before(text, _pointed(text, day), day, month)
    kept = [
        each for each in named if not _is_denied(text, each, named) and not _names_only(text, each)
    ]
    return tuple(each for at, each in enumerate(kept) if not _is_spelled_out(text, kept, at))


def month_before(text: str, said_at: datetime) -> date | None:
    """Where the month begins that the beginning of a sentence says last, for what follows it."""
    return month_said(text, begun_times(text, said_at))


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


def of_a_feast(text: str, named: NamedTime) -> bool:
    """Whether the name of a feast is a part of what follows it: "the Easter holidays"."""
    if not is_feast(named.words):
        return False
    if _AROUND.match(text, named.stop) or _OF_ANOTHER_DAY.match(text, named.stop):
        return True
    follows = _WORD_FOLLOWS.match(text, named.stop) is not None
    return follows and _ARTICLE.search(text[: named.start]) is not None


def _names_only(text: str, named: NamedTime) -> bool:
    """Whether a feast only names what has a day of its own, or what somebody thinks of it.

    "The Christmas market opens on Friday", "I can't stand Christmas".
    """
    if not is_feast(named.words):
        return False
    before = text[: named.start]
    if _OF_ANOTHER_DAY.match(text, named.stop) or _LIKED.search(before):
        return True
    follows = _NAME_FOLLOWS.match(text, named.stop)
    if follows is None or _BEFORE_ITS_DAY.search(before) or _AROUND.match(text, named.stop):
        return False
    word = follows["next"].lower()
    return not (
        word in _GOES_ON or word in small_words() or is_verb(word, language_of(text) or "en")
    )


def _is_denied(text: str, one: NamedTime, named: list[NamedTime]) -> bool:
    """Whether it is said not to be this day but another: "not the 22nd", "statt am 22."."""
    match = _NOT_IT.search(text[: one.start])
    if match is None or one.role != "at":
        # "Not before Friday" means the Friday.
        return False
    others = [each for each in named if each.start != one.start]
    return bool(match["surely"]) or any(each.since != one.since for each in others)


def _is_spelled_out(text: str, named: list[NamedTime], at: int) -> bool:
    """Whether the date of a time stands in brackets behind it, or that of a weekday right there."""
    following = named[at + 1 : at + 2]
    between = text[named[at].stop : following[0].start] if following else ""
    if not between:
        return False
    dated = named[at].words.lower() in WEEKDAYS and _DATE_BEHIND.fullmatch(between)
    return bool(dated or _IN_BRACKETS.fullmatch(between))
