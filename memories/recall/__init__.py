"""Recall: a question, the passages and memories that may answer it, and how sure that is."""

from memories.recall import listing
from memories.recall.entity_mentions import (
    MentionPage,
    MentionPlace,
    meant_by,
    passages,
    places,
    speakers_named,
)
from memories.recall.listing import (
    EVERYWHERE,
    Facet,
    MemoryFilters,
    MemoryPage,
    MemoryRow,
    Scope,
    rows,
)
from memories.recall.pipeline import RecallResult, recall
from memories.recall.query import Day, Query
from memories.recall.residue import Residue, StoreResidue, residue, residue_of
from memories.recall.results import within_budget
from memories.recall.shapes import Item, SourceLocation, of_memory, passage
from memories.recall.superseded import end_of, ended_by
from memories.recall.weights import ANSWERABLE

__all__ = [
    "ANSWERABLE",
    "EVERYWHERE",
    "Day",
    "Facet",
    "Item",
    "MemoryFilters",
    "MemoryPage",
    "MemoryRow",
    "MentionPage",
    "MentionPlace",
    "Query",
    "RecallResult",
    "Residue",
    "Scope",
    "SourceLocation",
    "StoreResidue",
    "end_of",
    "ended_by",
    "listing",
    "meant_by",
    "of_memory",
    "passage",
    "passages",
    "places",
    "recall",
    "residue",
    "residue_of",
    "rows",
    "speakers_named",
    "within_budget",
]
