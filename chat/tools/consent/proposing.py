"""A change that the person's latest message does not ask for: it waits for their click."""

from typing import Any
from uuid import UUID

from chat.tools.registry import ProposedChange, Result, ToolShape

WAITS = (
    "Not done: the person's latest message does not say this itself. They see it as a proposal "
    "with a button, and decide. Do not say that it is done."
)


def proposed(tool: str, asked: ToolShape, memory: UUID | None = None) -> Result:
    """The result of a tool that changes nothing yet."""
    arguments: dict[str, Any] = asked.model_dump(mode="json")
    return Result(
        content={"done": False, "proposed": True, "note": WAITS},
        proposal=ProposedChange(tool, arguments, memory),
    )
