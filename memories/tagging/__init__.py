"""What a sentence is about, in a few plain topics, and the features by which sentences are read."""

from memories.tagging.features import hashed, meant, words_and_pieces
from memories.tagging.tags import TOPICS, importance_of, tags_of, tags_of_each

__all__ = [
    "TOPICS",
    "hashed",
    "importance_of",
    "meant",
    "tags_of",
    "tags_of_each",
    "words_and_pieces",
]
