"""What the tests ask a chat model."""

from typing import Any

from llm.chat import (
    Message,
    Text,
    Tool,
)

HELLO = [Message("system", "Be kind."), Message("user", "Hello")]
TOOL = Tool(
    "forget", "Forget memories", {"type": "object", "properties": {"id": {"type": "string"}}}
)


def text_of(deltas: Any) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, Text))
