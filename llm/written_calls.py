"""Tool calls that a model writes as text: its server did not read them as calls.

Hermes and Qwen write <tool_call>{"name": …, "arguments": {…}}</tool_call>, Llama the object alone.
"""

import json
import re
from collections.abc import Collection, Generator, Iterator, Sequence
from typing import Any

from llm.errors import UnaskedTool
from llm.messages import Delta, Finished, TextDelta, ToolCall

_MARK = "<tool_call>"
_WRITTEN = re.compile(rf"{_MARK}(.*?)(?:</tool_call>|\Z)", re.DOTALL)


def read_written_calls(pieces: Iterator[Delta], offered: Collection[str]) -> Generator[Delta]:
    """Pass an answer on, with the calls written in its text as calls of the tools `offered`.

    Text is held back from where a call may begin; what turns out to be none is passed on as it
    is. A call in marks where no tool is offered raises UnaskedTool.
    """
    held, begun, called = "", False, False
    for piece in pieces:
        if isinstance(piece, TextDelta):
            free, held = _split(held + piece.text, bare=not begun and bool(offered))
            begun = begun or bool(free.strip())
            if free:
                yield TextDelta(free)
            continue
        called = called or isinstance(piece, ToolCall)
        if isinstance(piece, Finished):
            whole = piece.reason == "stop" and not called
            calls = _calls(held, offered, bare=not begun) if whole else ()
            if calls:
                yield from calls
                yield Finished("tool_calls", piece.usage)
                return
            if held:
                yield TextDelta(held)
            held = ""
        yield piece


def _split(text: str, *, bare: bool) -> tuple[str, str]:
    """What can be passed on, and what may be the beginning of a call."""
    if bare and text.lstrip().startswith("{"):
        return "", text
    at = text.find(_MARK)
    if at < 0:
        opens = (n for n in range(len(_MARK) - 1, 0, -1) if text.endswith(_MARK[:n]))
        at = len(text) - next(opens, 0)
    return text[:at], text[at:]


def _calls(held: str, offered: Collection[str], *, bare: bool) -> Sequence[ToolCall]:
    """The calls that held text is; none where it is anything else. Raises UnaskedTool."""
    marked = [match[1] for match in _WRITTEN.finditer(held)]
    if not marked and not bare:
        return ()
    calls = [_call(number, words) for number, words in enumerate(marked or [held])]
    found = [call for call in calls if call is not None and (marked or call.name in offered)]
    if found and not offered:
        raise UnaskedTool
    return found if len(found) == len(calls) else ()


def _call(number: int, words: str) -> ToolCall | None:
    try:
        told: Any = json.loads(words)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or not isinstance(told.get("name"), str):
        return None
    arguments = told.get("arguments", told.get("parameters", {}))
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(f"call_{number}", told["name"], raw)
