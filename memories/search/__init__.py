"""Search: the index of memories and passages, by words (BM25) and by meaning (vectors)."""

from memories.search import index
from memories.search.bm25 import (
    Bm25Scores,
    holders,
    match,
    matching,
    memories_holding,
    passages_holding,
)
from memories.search.embedding import BATCH_WINDOWS, embed_subjects
from memories.search.index import LAYERS, MEMORY, part_of, part_of_answers, scope_layer
from memories.search.passages import with_words, words_of
from memories.search.reembedding import reembed
from memories.search.segments import pack_waiting
from memories.search.spaces import USE, embedder_of, live_space
from memories.search.terms import hash_of, terms
from memories.search.vector_search import NearestQuery, QueryVector, nearest_query

__all__ = [
    "BATCH_WINDOWS",
    "LAYERS",
    "MEMORY",
    "USE",
    "Bm25Scores",
    "NearestQuery",
    "QueryVector",
    "embed_subjects",
    "embedder_of",
    "hash_of",
    "holders",
    "index",
    "live_space",
    "match",
    "matching",
    "memories_holding",
    "nearest_query",
    "pack_waiting",
    "part_of",
    "part_of_answers",
    "passages_holding",
    "reembed",
    "scope_layer",
    "terms",
    "with_words",
    "words_of",
]
