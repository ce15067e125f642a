"""What a request took, told to whoever keeps the books, however the request ends."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from llm.errors import ModelError, NoTools, Unreachable
from llm.messages import Delta, Finished, Message, TextDelta, ThoughtDelta, ToolCall, Usage
from llm.tokens import count_tokens

# Told once for each request that left: what it took, and whether it was answered.
Note = Callable[[Usage, bool], None]


def metered(deltas: Generator[Delta], messages: Sequence[Message], note: Note) -> Generator[Delta]:
    """Pass a stream on and tell what it took; what its server does not say is counted here.

    A request that reached nobody is not told of.
    """
    came: list[str] = []
    told = False
    try:
        with closing(deltas):
            for delta in deltas:
                match delta:
                    case TextDelta() | ThoughtDelta():
                        came.append(delta.text)
                    case ToolCall():
                        came.append(delta.raw)
                    case Finished():
                        told = True
                        note(delta.usage or _counted(messages, came), True)
                yield delta
    except (Unreachable, NoTools):
        raise
    except (ModelError, GeneratorExit):
        if not told:
            note(_counted(messages, came), bool(came))
        raise


def _counted(messages: Sequence[Message], came: Sequence[str]) -> Usage:
    sent = sum(count_tokens(message.content) for message in messages)
    return Usage(sent, count_tokens("".join(came)), estimated=True)
