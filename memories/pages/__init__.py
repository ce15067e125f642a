"""Pages: how memories and sources are shown to a person."""

from memories.pages import display, night, source_text
from memories.pages.display import day, learned, moment, passage_asked, source_url
from memories.pages.entities.entity_page import people_found
from memories.pages.ghost import in_a_row
from memories.pages.phrasing import ALIKE, tell_item, tell_passage, tell_statement
from memories.pages.pictures import strand
from memories.pages.source_text import TextSegment, cut
from memories.pages.views import source_page

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
    "people_found",
    "source_page",
    "source_text",
    "source_url",
    "strand",
    "tell_item",
    "tell_passage",
    "tell_statement",
]
