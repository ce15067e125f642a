"""Requests to move something: "move the haircut to Friday", "verschieb den Friseur auf acht"."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from memories.text import lazily, may_be_clock_time, stems, told_times

_MOVE = lazily(
    r"^(?:(?:please|ok|okay|and|bitte|und)[,!]?\s+)*(?:(?:move|reschedule|shift|push|postpone|change)\s+"
    r"(?:(?:the|my|our)\s+)?(?P<what>.{2,60}?)\s+(?:back\s+|forward\s+)?(?:to|until|till)\s+(?P<to>.{1,40}?)"
    r"|(?:verschieb|verleg|änder|schieb)e?\s+(?:(?:den|die|das|mein\w*|unser\w*)\s+)?(?P<what2>.{2,60}?)\s+"
    r"auf\s+(?P<to2>.{1,40}?))(?:,?\s+(?:please|bitte))?[\s.!]*$",
    re.IGNORECASE,
)
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class MoveRequest:
    """What is to be at another time, and at which."""

    what: str
    to: str


def asked_to_move(text: str) -> MoveRequest | None:
    """What a message wants moved to another day or hour; None where it wants no such thing."""
    match = _MOVE.match(text)
    if match is None:
        return None
    asked = MoveRequest(match["what"] or match["what2"], match["to"] or match["to2"])
    # "Auf den 9.12." may have lost its stop at the end.
    names_time = told_times(f"{asked.to}.", _ANY_DAY) or may_be_clock_time(asked.to)
    return asked if stems(asked.what) and names_time else None
