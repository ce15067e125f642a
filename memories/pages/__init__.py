"""Pages: how memories and sources are shown to a person."""

from memories.pages import display, night, reading, views
from memories.pages.display import day, learned, moment, passage_asked, source_url
from memories.pages.ghost import in_a_row
from memories.pages.phrasing import ALIKE, tell_item, tell_passage, tell_statement
from memories.pages.pictures import strand
from memories.pages.reading import TextSegment, cut

__all__ = [
    "ALIKE",
    "TextSegment",
    "cut",
    "day",
    "display",
    "in_a_row",
    "learned",
    "moment",
    "night",
    "passage_asked",
    "reading",
    "source_url",
    "strand",
    "tell_item",
    "tell_passage",
    "tell_statement",
    "views",
]
