"""A conversation with another program, as every export's reader gives it."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_noop

from memories.models import Source

Author = Source.Author

# No chat program is older; what claims to be has a broken clock, as has what is yet to come.
_FIRST = datetime(2015, 1, 1, tzinfo=UTC)
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
_LONGEST_ID = 100

# Why something is left out, in plain words.
EMPTY = gettext_noop("empty messages")
TOOLS = gettext_noop("tool calls and their results")
THOUGHTS = gettext_noop("the assistant's thinking")
HIDDEN = gettext_noop("messages that were hidden in the chat")
PICTURES = gettext_noop("pictures, recordings and files, which a chat export does not contain")
UNREACHED = gettext_noop("messages that are no longer part of the chat, such as earlier attempts")
NOBODYS = gettext_noop("messages without a sender")
BROKEN = gettext_noop("conversations that cannot be read")
CUT_OFF = gettext_noop("the rest of a file that is cut off or broken")
NO_WORDS = gettext_noop("conversations without any words")


@dataclass(frozen=True)
class ImportedMessage:
    """One message: the program's id for it, whose it is, its words, and when it was said."""

    id: str
    author: str
    text: str
    at: datetime
    speaker: str = ""


@dataclass(frozen=True)
class ImportedChat:
    """One conversation. `suggestions` is what the program knew about the person."""

    program: str
    id: str
    title: str
    turns: Sequence[ImportedMessage]
    suggestions: Sequence[ImportedMessage] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def at(self) -> datetime:
        """When it began: the same in each later export."""
        return min(turn.at for turn in (*self.turns, *self.suggestions))

    def as_json(self) -> dict[str, Any]:
        told = asdict(self)
        for turn in (*told["turns"], *told["suggestions"]):
            turn["at"] = turn["at"].isoformat()
        return told

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "ImportedChat":
        def turns(rows: Sequence[Mapping[str, Any]]) -> tuple[ImportedMessage, ...]:
            return tuple(
                ImportedMessage(**{**row, "at": datetime.fromisoformat(row["at"])}) for row in rows
            )

        return cls(
            told["program"],
            told["id"],
            told["title"],
            turns(told["turns"]),
            turns(told["suggestions"]),
            told["skipped"],
        )


class NotAChat(Exception):
    """This is no conversation that can be read."""


@dataclass
class MessageTimes:
    """When things were said, where some of them do not say: as what came before, or after."""

    known: list[datetime | None] = field(default_factory=list)

    def add(self, value: Any) -> None:
        self.known.append(moment_of(value))

    def filled(self, otherwise: Any) -> list[datetime]:
        """A time for each; `otherwise` is when the conversation began. Raises NotAChat."""
        last = next((at for at in self.known if at), moment_of(otherwise))
        found: list[datetime] = []
        for at in self.known:
            last = at or last
            if last is None:
                raise NotAChat
            found.append(last)
        return found


def moment_of(value: Any) -> datetime | None:
    """A time as exports write it: seconds since 1970, or ISO 8601. None for what is none."""
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value.strip())
            at = at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value if value < 1e11 else value / 1000, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return at if _FIRST <= at <= datetime.now(UTC) else None


def words_of(value: Any) -> str:
    """Words as they can be kept; "" for what is none."""
    return _NOT_TEXT.sub("", value).strip() if isinstance(value, str) else ""


def id_of(value: Any, *otherwise: object) -> str:
    """A program's id, or where there is none, one made of what it says."""
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_ID and value.isprintable():
        return value
    return hashlib.sha256(repr(otherwise).encode("utf-8", "replace")).hexdigest()[:32]


def told(skipped: Counter[str]) -> list[dict[str, Any]]:
    """What was left out, most of it first, as an import keeps it."""
    return [{"why": why, "count": count} for why, count in skipped.most_common() if count]
