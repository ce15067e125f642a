"""How long what begins on a day lasts: "on the 3rd they come for ten days", "für eine Woche"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from memories.text.calendar.days import NamedTime
from memories.text.calendar.of_that_month import ends_at
from memories.text.calendar.rules import NUMBER
from memories.text.calendar.words import NUMBERS, UNITS

_NIGHTS = r"nights?|nächten?|nächte|noches?"
_UNIT = rf"(?:days?|weeks?|wks?|fortnights?|tagen?|tage|wochen?|días?|semanas?|{_NIGHTS})\b"
_ABOUT = (
    r"(?:(?:about|around|just|only|another|at\s+least|etwa|rund|ca\.?|circa|ungefähr|nur|the|die|unos"
    r"|unas)\s+)*"
)
_LASTS = re.compile(
    rf"\b(?:(?:for|für|por|durante|lasts?|dauert|geht)\s+|(?:stay(?:s|ing)?|bleib\w*|übernacht\w*)\b[^;!?]{{0,60}}?\s)"
    rf"{_ABOUT}"
    rf"(?:(?P<n>{NUMBER})\s+)?(?P<u>{_UNIT})(?!\s+(?:ago|before|vor)\b)"
    rf"|\b(?P<n2>{NUMBER})\s+(?P<u2>{_UNIT})\s+(?:lang|long)\b",
    re.IGNORECASE,
)
# What has been so for a while, or is done for the first time since, lasts from no day on.
_SO_FAR = re.compile(
    r"\b(?:been|have\s+had|has\s+had|['’]ve\s+had|seit|schon|bereits|since|for\s+the\s+(?:first|last|past)"
    r"|desde|llev\w+)\b",
    re.IGNORECASE,
)
_ANOTHER_SENTENCE = re.compile(r"[.!?;]\s")
_BRACKETS = re.compile(r"\s*\(")
_LONGEST = 62


@dataclass(frozen=True)
class Duration:
    """How long something lasts, as told at `text[start:stop]`: its end is `days` after its day."""

    start: int
    stop: int
    days: int


def durations(text: str) -> list[Duration]:
    """How long a text says that something lasts, in days and weeks."""
    if _SO_FAR.search(text):
        return []
    return [
        Duration(match.start("n") if match["n"] else match.start(), match.end(), days)
        for match in _LASTS.finditer(text)
        if 0 < (days := _days(match)) <= _LONGEST
    ]


def _days(match: re.Match[str]) -> int:
    """Ten days end on the tenth; who comes for a week, or seven nights, leaves a week later."""
    unit, number = (match["u"] or match["u2"]).lower(), (match["n"] or match["n2"] or "").lower()
    if not number and unit not in ("fortnight", "fortnights"):
        return 0
    many = int(number) if number.isdigit() else NUMBERS.get(number, 1)
    if re.fullmatch(_NIGHTS, unit):
        return many
    kind = UNITS[unit]
    return many - 1 if kind == "day" else many * (14 if kind == "fortnight" else 7)


def with_durations(text: str, named: Sequence[NamedTime]) -> list[NamedTime]:
    """Times with each day up to the end of what begins on it, where a text says how long that is.

    The end that stands in brackets behind it is no time of its own.
    """
    found = list(named)
    for lasting in durations(text):
        at = _first_day(text, found, lasting)
        if at is None:
            continue
        begins = found[at]
        found[at] = replace(begins, until=begins.until + timedelta(days=lasting.days))
        found = [each for each in found if not _is_its_end(text, each, lasting)]
    return found


def ends(text: str, named: Sequence[NamedTime]) -> list[tuple[Duration, NamedTime]]:
    """How long a text says that something lasts, each with the time that begins it."""
    found = []
    for lasting in durations(text):
        at = _first_day(text, named, lasting)
        if at is not None:
            found.append((lasting, named[at]))
    return found


def _first_day(text: str, named: Sequence[NamedTime], lasting: Duration) -> int | None:
    """Which of the times begins it: the one before it in its sentence, or the one behind it."""
    days = [(n, each) for n, each in enumerate(named) if not _is_its_end(text, each, lasting)]
    before = [each for each in days if each[1].stop <= lasting.start][-1:]
    behind = [each for each in days if each[1].start >= lasting.stop][:1]
    for n, each in (*before, *behind):
        between = text[ends_at(each) : lasting.start] or text[lasting.stop : each.start]
        if not _ANOTHER_SENTENCE.search(between):
            is_day = each.until - each.since <= timedelta(days=1)
            return n if is_day and each.role in ("at", "since") else None
    return None


def _is_its_end(text: str, named: NamedTime, lasting: Duration) -> bool:
    """Whether a time stands in the brackets behind what tells how long something lasts."""
    opened = _BRACKETS.match(text, lasting.stop)
    return opened is not None and opened.end() <= named.start < text.find(")", opened.end())
