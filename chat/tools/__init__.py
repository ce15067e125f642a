"""Tools: what a model in the chat and the API can ask for; one file each, one registry."""

from collections.abc import Mapping
from typing import Any

from chat.tools.confirm_fact import CONFIRM_FACT
from chat.tools.correct_fact import CORRECT_FACT
from chat.tools.forget_facts import FORGET
from chat.tools.get_entity_info import GET_ENTITY_INFO
from chat.tools.memory_consolidate import MEMORY_CONSOLIDATE
from chat.tools.memory_stats import MEMORY_STATS
from chat.tools.open_item import OPEN
from chat.tools.registry import (
    AnyTool,
    AppliedChange,
    Context,
    LatestMessage,
    ProposedChange,
    Result,
    Tool,
)
from chat.tools.remember_fact import REMEMBER_FACT
from chat.tools.search.search_documents import SEARCH_DOCUMENTS
from chat.tools.search.search_mail import SEARCH_MAIL
from chat.tools.search.search_memory import SEARCH_MEMORY
from chat.tools.search.searching import told
from database.acting import acting_as
from memories.keeping import Refused

__all__ = [
    "TOOLS",
    "AnyTool",
    "AppliedChange",
    "Context",
    "LatestMessage",
    "ProposedChange",
    "Result",
    "Tool",
    "named",
    "of_step",
    "run",
    "told",
]

TOOLS: tuple[AnyTool, ...] = (
    SEARCH_MEMORY,
    SEARCH_MAIL,
    SEARCH_DOCUMENTS,
    OPEN,
    GET_ENTITY_INFO,
    MEMORY_STATS,
    REMEMBER_FACT,
    CORRECT_FACT,
    CONFIRM_FACT,
    FORGET,
    MEMORY_CONSOLIDATE,
)
_BY_NAME = {tool.name: tool for tool in TOOLS}


def named(name: str) -> AnyTool:
    """The tool of this name. Raises Refused: unknown_tool."""
    if name not in _BY_NAME:
        raise Refused("unknown_tool", f"There is no such tool. There are: {', '.join(_BY_NAME)}.")
    return _BY_NAME[name]


def of_step(step: Mapping[str, Any]) -> AnyTool | None:
    """The tool of a step as a message keeps it; None where the model asked for none there is."""
    return _BY_NAME.get(step.get("tool", ""))


def run(context: Context, name: str, arguments: Mapping[str, Any]) -> Result:
    """Run a tool for somebody. Raises Refused, in words that say what to do instead.

    Call one that only reads outside of `acting_as`. What one writes is all or nothing.
    """
    tool = named(name)
    asked = tool.read(arguments)
    if not tool.writes:
        return tool.run(context, asked)
    with acting_as(context.user):
        return tool.run(context, asked)
