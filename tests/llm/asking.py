"""What the tests ask a chat model."""

from typing import Any

from llm.chat import (
    Message,
    TextDelta,
    ToolSpec,
)

HELLO = [Message("system", "Be kind."), Message("user", "Hello")]
TOOL = ToolSpec(
    "forget", "Forget memories", {"type": "object", "properties": {"id": {"type": "string"}}}
)


def text_of(deltas: Any) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
