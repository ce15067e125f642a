"""What the person reads of a tool: while it runs, and afterwards with what it found."""

from collections.abc import Mapping
from typing import Any

from chat.answering.notes import flat
from chat.tools.registry import AnyTool

# So much of what is looked for is shown, in characters.
SHOWN = 60


def doing(tool: AnyTool, arguments: Mapping[str, Any]) -> str:
    """What is done now: "Looking in your mail for “lease”…"."""
    wanted = arguments.get("query") or arguments.get("person") or arguments.get("name") or ""
    words = flat(str(wanted))
    short = words if len(words) <= SHOWN else words[:SHOWN].rsplit(" ", 1)[0] + " …"
    return f"{tool.step} for “{short}”…" if short and not tool.writes else f"{tool.step}…"


def done(step: Mapping[str, Any], tool: AnyTool) -> str:
    """What was done: "Looked in your mail: 3 found". `step` is as the message's details keep it."""
    if step.get("proposed"):
        return "Proposed a change"
    if step.get("refused"):
        return "Changed nothing" if tool.writes else f"{tool.looked}: nothing there"
    found = step.get("found")
    return tool.looked if found is None else f"{tool.looked}: {found} found"
