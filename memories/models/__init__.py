"""What is stored of a person: said and read (sources), known (memories), findable (index)."""

from memories.models.answered import AnsweredCall
from memories.models.index import (
    Corpus,
    EmbeddingSpace,
    Posting,
    SearchItem,
    Segment,
    Window,
)
from memories.models.lesson import Lesson
from memories.models.list_counts import Placing, Tagging, Tally, place_of
from memories.models.memory import Change, Entity, Evidence, Forgotten, Memory, Mention
from memories.models.source import Chunk, Source
from memories.models.work import Night, Nudge, Turn, Work

__all__ = [
    "AnsweredCall",
    "Change",
    "Chunk",
    "Corpus",
    "EmbeddingSpace",
    "Entity",
    "Evidence",
    "Forgotten",
    "Lesson",
    "Memory",
    "Mention",
    "Night",
    "Nudge",
    "Placing",
    "Posting",
    "SearchItem",
    "Segment",
    "Source",
    "Tagging",
    "Tally",
    "Turn",
    "Window",
    "Work",
    "place_of",
]
