"""What goes to a chat model and what comes back, in our own words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from llm.cleaning import storable

Role = Literal["system", "user", "assistant", "tool"]
Reason = Literal["stop", "length", "tool_calls", "filtered"]


@dataclass(frozen=True)
class ToolCall:
    """A tool the model asks for; `raw` is its JSON as it came."""

    id: str
    name: str
    raw: str

    @property
    def arguments(self) -> dict[str, Any] | None:
        """What the model wants the tool to get, or None where that is no JSON object."""
        try:
            arguments = json.loads(self.raw or "{}")
        except (ValueError, RecursionError):
            return None
        return storable(arguments) if isinstance(arguments, dict) else None


@dataclass(frozen=True)
class Message:
    """One turn. An answer of a tool names its call in `tool_call_id`."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True)
class ToolSpec:
    """Something the model may ask for; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Usage:
    """What a call cost, in the model's own tokens; counted by us where its server did not say."""

    prompt_tokens: int
    completion_tokens: int
    estimated: bool = False


@dataclass(frozen=True)
class TextDelta:
    """The next piece of the answer."""

    text: str


@dataclass(frozen=True)
class ThoughtDelta:
    """The next piece of what a model thinks; only streams asked for thoughts have it."""

    text: str


@dataclass(frozen=True)
class Heartbeat:
    """Nothing has come for a while; only streams asked for a pulse have it."""


@dataclass(frozen=True)
class Finished:
    """The end of every stream that was not interrupted; `length` means cut at the limit."""

    reason: Reason
    usage: Usage | None


Delta = TextDelta | ThoughtDelta | ToolCall | Heartbeat | Finished


@dataclass(frozen=True)
class Completion:
    """A whole answer."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    reason: Reason
    usage: Usage | None
    thought: str = ""
