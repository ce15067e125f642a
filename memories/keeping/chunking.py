"""Cut a text into citable spans (chunks), on sentence borders."""

from llm import embedding
from memories.text import Span, sentences
from memories.text.sentences import cut_evenly

# A text this short is one chunk whatever its words: no counting needed to know.
_SURELY_ONE_CHUNK = 900


CHUNK_TOKENS = 400


CHUNK_OVERLAP = 0.1


def chunks(text: str) -> list[tuple[Span, int]]:
    """The citable spans of a text with their lengths in the embedding model's tokens.

    About 400 tokens each on sentence borders, a tenth of it shared with the next.
    """
    whole = Span(0, len(text))
    if len(text) <= _SURELY_ONE_CHUNK:
        return [(whole, embedding.count_tokens(text))]
    pieces = [piece for span in sentences(text) for piece in cut_evenly(span, _SURELY_ONE_CHUNK)]
    sizes = [embedding.count_tokens(piece.of(text)) for piece in pieces]
    spans: list[tuple[Span, int]] = []
    first = 0
    while first < len(pieces):
        last, size = first, sizes[first]
        while last + 1 < len(pieces) and size + sizes[last + 1] <= CHUNK_TOKENS:
            last += 1
            size += sizes[last]
        spans.append((Span(pieces[first].start, pieces[last].stop), size))
        if last + 1 >= len(pieces):
            break
        first = _step_back(sizes, first, last)
    return spans


def _step_back(sizes: list[int], first: int, last: int) -> int:
    """Where the next chunk starts, so that it shares about a tenth with the one before."""
    shared, start = 0, last + 1
    while start - 1 > first and shared + sizes[start - 1] <= CHUNK_TOKENS * CHUNK_OVERLAP:
        start -= 1
        shared += sizes[start]
    return start
