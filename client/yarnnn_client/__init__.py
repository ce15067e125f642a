"""A client of Yarnnn: remember, recall, ask and forget, sources, and a store by namespace and key.

`Yarnnn` is for ordinary programs, `AsyncYarnnn` for async ones; both have the same methods.
"""

from .answers import (
    Answer,
    Citation,
    Forgotten,
    Found,
    Item,
    Memory,
    Page,
    Passage,
    Recalled,
    Remembered,
    Source,
    Stored,
)
from .asynchronous import AsyncYarnnn
from .calls import Entry
from .errors import ItemForgotten, NotFound, Unreachable, YarnnnError
from .memory_tool import MemoryTool
from .synchronous import Yarnnn

__all__ = [
    "Answer",
    "AsyncYarnnn",
    "Citation",
    "Entry",
    "Forgotten",
    "Found",
    "Item",
    "ItemForgotten",
    "Memory",
    "MemoryTool",
    "NotFound",
    "Page",
    "Passage",
    "Recalled",
    "Remembered",
    "Source",
    "Stored",
    "Unreachable",
    "Yarnnn",
    "YarnnnError",
]
