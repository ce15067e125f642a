"""The API's calls for memories, sources and recall."""

from memories.api.answers import memory
from memories.api.project_scope import items_in, rows_in
from memories.api.shapes import MemoryAnswer, ReceivedAnswer

__all__ = ["MemoryAnswer", "ReceivedAnswer", "items_in", "memory", "rows_in"]
