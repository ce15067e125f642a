"""Pages: how memories and sources are shown to a person."""

from memories.pages import display, reading, views
from memories.pages.display import day, learned, moment, passage_asked, source_url
from memories.pages.ghost import in_a_row
from memories.pages.phrasing import ALIKE, tell_item, tell_passage, tell_statement
from memories.pages.reading import Segment, cut

__all__ = [
    "ALIKE",
    "Segment",
    "cut",
    "day",
    "display",
    "in_a_row",
    "learned",
    "moment",
    "passage_asked",
    "reading",
    "source_url",
    "tell_item",
    "tell_passage",
    "tell_statement",
    "views",
]
