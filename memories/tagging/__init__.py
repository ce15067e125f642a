"""What a sentence is about, in a few plain topics, and the features by which sentences are read."""

from memories.tagging.features import hashed, meant, words_and_pieces
from memories.tagging.tags import TOPICS, TopicReading, read_topics, tags_of

__all__ = [
    "TOPICS",
    "TopicReading",
    "hashed",
    "meant",
    "read_topics",
    "tags_of",
    "words_and_pieces",
]
