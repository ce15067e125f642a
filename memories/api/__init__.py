"""The API's calls for memories, sources and recall."""

from memories.api.answers import memory
from memories.api.shapes import MemoryAnswer

__all__ = ["MemoryAnswer", "memory"]
