"""Times that a text names, as days of the calendar: "next Friday", "vor drei Wochen", "en marzo".

English, German and Spanish. A time is counted from when the text was said, in the zone of whoever
said it. Where a name fits two times ("on Friday", "in March") the caller says which way to look.
"""

import re
from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal

from memories.text.calendar import words as said
from memories.text.calendar.anchored import RULES
from memories.text.calendar.arithmetic import Way
from memories.text.calendar.names import SHORT_WEEKDAYS, weekdays


@dataclass(frozen=True)
class NamedTime:
    """A time named in a text at `text[start:stop]`, from `since` up to but not including `until`.

    Both are aware. `role` is how it is meant: at, since, until, before or after.
    """

    start: int
    stop: int
    since: datetime
    until: datetime
    role: Literal["at", "since", "until", "before", "after"]
    words: str


def times(text: str, now: datetime, way: Way) -> list[NamedTime]:
    """The times a text names, in order; `now` is aware, in the zone of whoever said it.

    What happens again and again ("every other Friday", "Friday mornings") names no time.
    """
    if not _may_name_one(text):
        return []
    named = sorted(
        ((match, rule) for rule in RULES for match in rule.pattern.finditer(text)),
        key=lambda each: (each[0].start(), -each[0].end()),
    )
    found: list[NamedTime] = []
    today = now.date()
    for match, rule in named:
        before = text[: match.start()].lower().split()[-2:]
        if (found and match.start() < found[-1].stop) or _is_often(text, match, before):
            continue
        follows = bool(found) and _TO.fullmatch(text, found[-1].stop, match.start())
        # "Next Monday to Wednesday": the one after that Monday.
        days = rule.days(match, found[-1].since.date() if follows else today, way)
        if days is not None:
            since, until = (datetime.combine(day, time(), now.tzinfo) for day in days)
            role = _role([*before, match.group().lower().split()[0]])
            found.append(NamedTime(*match.span(), since, until, role, match.group()))
    return found


def _is_often(text: str, match: re.Match[str], before: list[str]) -> bool:
    """Whether a time comes again and again: "every Friday", "Monday to Wednesday I'm in the shop".

    "I love a Thursday" is none in particular.
    """
    if (before and before[-1] in _EVERY) or _EVERY_SECOND.search(text[: match.start()]):
        return True
    if match.group().lower().split()[-1] not in _WEEKDAYS:
        return False
    often = _OF_A_MONTH
    if match.group().lower() in _WEEKDAYS:
        if before and before[-1] in _ANY:
            return True
        often = _OFTEN if _MOVED.search(text) else _OFTEN_OR_FROM_TO
    return any(each.start() < match.end() <= each.end() for each in often.finditer(text))


def _may_name_one(text: str) -> bool:
    """Whether there is a digit or one of the words at all: most texts have none."""
    return any(
        word in _KNOWN or word[0].isdigit() or word.endswith("woche") or _plural(word) in _KNOWN
        for word in _WORD.findall(text.lower())
    )


def _plural(word: str) -> str:
    return word.removesuffix("s") if word.endswith("s") else word.removesuffix("en")


def _role(before: list[str]) -> Literal["at", "since", "until", "before", "after"]:
    for word in reversed(before):
        if word in _SINCE:
            return "since"
        if word in _UNTIL:
            return "until"
        if word in _BEFORE:
            return "before"
        if word in _AFTER:
            return "after"
        if word not in ("the", "am", "im", "zum", "el", "la", "de", "al", "in", "on", "next"):
            break
    return "at"


_EVERY, _SINCE = frozenset(said.EVERY.split()), frozenset(said.SINCE.split())
_UNTIL, _BEFORE = frozenset(said.UNTIL.split()), frozenset(said.BEFORE.split())
_AFTER = frozenset(said.AFTER.split())

# "A Thursday", in the languages that say so.
_ANY, _WEEKDAYS = (
    frozenset(("a", "einem", "einen", "un", "una")),
    frozenset(weekdays("en", "de", "es")),
)

_EVERY_SECOND = re.compile(
    r"\b(?:(?:every|each|jede[nrsm]?|cada|alle)\s+(?:\w+\s+)?(?:other|second|third|fourth|few|zwei(?:ten?)?"
    r"|dritten?|vierten?|dos|tres|segundo|tercer)|alternate)\s+$",
    re.IGNORECASE,
)
_DAY = rf"(?:{'|'.join(sorted(_WEEKDAYS))})"
_TO = re.compile(r"\s*(?:to|till|until|through|thru|bis|al?|-|–)\s*", re.IGNORECASE)
_MONTHLY = (
    rf"\b{_DAY}\s+(?:of|in)\s+(?:the|each|every|a)\s+month\b|\b{_DAY}\s+(?:im|jeden|des)\s+Monat"
    rf"|\b{_DAY}\s+(?:de\s+cada|del)\s+mes\b"
)
_SEVERAL = (
    rf"\b{_DAY}(?:\s*(?:,|and|or|&)\s*{_DAY})*\s+(?:morning|lunchtime|afternoon|evening|night)s\b"
    rf"|\b{_DAY}s(?:\s*(?:,|and|or|&|und|oder|y|o)\s*{_DAY})+\b"
)
_FROM_TO = (
    rf"(?<!next )(?<!this )(?<!nächsten )(?<!kommenden )(?<!diesen )(?<!próximo )\b{_DAY}"
    rf"{_TO.pattern}{_DAY}\b"
)
# Weekdays that come again and again, by what stands beside them.
_OF_A_MONTH = re.compile(_MONTHLY, re.IGNORECASE)
_OFTEN = re.compile(f"{_SEVERAL}|{_MONTHLY}", re.IGNORECASE)
_OFTEN_OR_FROM_TO = re.compile(f"{_SEVERAL}|{_MONTHLY}|{_FROM_TO}", re.IGNORECASE)
# From one day to another is no span of a week where something was put off.
_MOVED = re.compile(rf"\b(?:{said.MOVED})\b", re.IGNORECASE)

_WORD = re.compile(r"\w+")
_KNOWN = frozenset(
    word
    for table in (
        said.MONTHS,
        said.WEEKDAYS,
        SHORT_WEEKDAYS,
        said.UNITS,
        said.SEASONS,
        said.DAYS,
        said.HOLIDAYS,
    )
    for phrase in table
    for word in _WORD.findall(phrase)
) | frozenset(
    "weekend weekends wochenende wochenenden finde fin fines quarter quartal quartals trimestre q1"
    " q2 q3 q4 monats jahres jahren woche".split()
)
