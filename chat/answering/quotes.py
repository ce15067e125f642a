"""The text a citation quotes: the words that answer, with some context in a document."""

from dataclasses import dataclass

from chat.models import Citation
from memories.source_kinds import kind_of
from memories.text import MASK, Span, widened

# Characters of a document that are quoted: read alone, three sentences of a book say little.
QUOTE_OF_DOCUMENT = 1_200


@dataclass(frozen=True)
class QuotedPassage:
    """`before`, `words` and `after` stand in the source one after the other, from `start` on.

    All are empty where something in the cited words was forgotten.
    """

    start: int
    words: str = ""
    before: str = ""
    after: str = ""

    @property
    def whole(self) -> str:
        return self.before + self.words + self.after


def quoted(citation: Citation) -> QuotedPassage:
    """Quote a citation by its chunk's own words: of a book the whole text is not loaded."""
    chunk = citation.chunk
    if chunk is None:
        return QuotedPassage(citation.start)
    whole = Span(citation.start - chunk.start, citation.stop - chunk.start)
    cited = Span(citation.answer_start - chunk.start, citation.answer_stop - chunk.start)
    if MASK in whole.of(chunk.text):
        return QuotedPassage(citation.start)
    around = whole
    if kind_of(chunk.source.kind).read and citation.memory_id is None:
        around = widened(chunk.text, whole, QUOTE_OF_DOCUMENT)
    if MASK in around.of(chunk.text):
        around = whole
    return QuotedPassage(
        chunk.start + around.start,
        cited.of(chunk.text),
        chunk.text[around.start : cited.start],
        chunk.text[cited.stop : around.stop],
    )
