"""Recall: a question, the passages and memories that may answer it, and how sure that is."""

from memories.recall import answerability, listing
from memories.recall.items import Item, Place, passage
from memories.recall.listing import EVERYWHERE, Facet, Filters, Page, Row, Scope, rows
from memories.recall.pipeline import Recalled, recall
from memories.recall.query import Query
from memories.recall.results import within_budget
from memories.recall.speakers import speakers_named

__all__ = [
    "EVERYWHERE",
    "Facet",
    "Filters",
    "Item",
    "Page",
    "Place",
    "Query",
    "Recalled",
    "Row",
    "Scope",
    "answerability",
    "listing",
    "passage",
    "recall",
    "rows",
    "speakers_named",
    "within_budget",
]
