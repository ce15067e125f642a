"""Events while an answer is written, for those who follow it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class Token:
    """The next piece of the answer."""

    text: str


@dataclass(frozen=True)
class Step:
    """A tool begins, or has ended: what the person reads of it. `number` counts from 1."""

    number: int
    text: str
    ended: bool = False


@dataclass(frozen=True)
class KeepAlive:
    """Nothing new yet: keeps the line open, and shows whether anybody still listens."""


@dataclass(frozen=True)
class AnswerEnded:
    """The answer is over; the message says how."""

    message_id: UUID


Event = Token | Step | KeepAlive | AnswerEnded
