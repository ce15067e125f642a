"""What the person reads of a tool: while it runs, and afterwards with what it found."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from chat.answering.model.notes import flat
from chat.tools.registry import AnyTool

# Maximum length of a search query shown in a step, in characters.
SHOWN = 60
# Calls that no tool was run for, by what they were refused for.
_NOT_RUN = {
    "unknown_tool": gettext_noop("Skipped a step: there is no such tool"),
    "arguments": gettext_noop("Skipped a step: the model called it incorrectly"),
    "too_many": gettext_noop("Skipped steps: too many at once"),
}


def doing(tool: AnyTool, arguments: Mapping[str, Any]) -> str:
    """What is done now: "Looking in your mail for “lease”…"."""
    wanted = arguments.get("query") or arguments.get("person") or arguments.get("name") or ""
    words = flat(str(wanted))
    short = words if len(words) <= SHOWN else words[:SHOWN].rsplit(" ", 1)[0] + " …"
    return (
        gettext("%(step)s for “%(short)s”…") % {"step": gettext(tool.step), "short": short}
        if short and not tool.writes
        else f"{gettext(tool.step)}…"
    )


def done(step: Mapping[str, Any], tool: AnyTool | None) -> str:
    """What was done: "Looked in your mail: 3 found". `step` is as the message's details keep it.

    `tool` is None where the model asked for one that does not exist.
    """
    refused = "unknown_tool" if tool is None else step.get("refused")
    if tool is None or refused in _NOT_RUN:
        return gettext(_NOT_RUN[str(refused)])
    if step.get("proposed"):
        return gettext("Proposed a change")
    if refused:
        return (
            gettext("Changed nothing")
            if tool.writes
            else gettext("%(looked)s: nothing there") % {"looked": gettext(tool.looked)}
        )
    found = step.get("found")
    return (
        gettext(tool.looked)
        if found is None
        else gettext("%(looked)s: %(found)s found")
        % {"looked": gettext(tool.looked), "found": found}
    )
