"""Cut what a person wrote into pieces that a model reads at once: their own words alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memories.learning.statements import fenced, is_quoted
from memories.models import Chunk, Source
from memories.text import QUESTION_MARKS, Span, is_blank, sentences
from memories.text.sentences import cut_evenly

# The longest excerpt, in characters.
LONGEST = 3_000
# Stands for what is left out between two pieces.
GAP = "\n[…]\n"


@dataclass(frozen=True)
class Excerpt:
    """Sentences of a source that are read together; between two pieces stand others' words."""

    source: Source
    sentences: tuple[Span, ...]

    @property
    def start(self) -> int:
        return self.sentences[0].start

    @property
    def stop(self) -> int:
        return self.sentences[-1].stop

    @property
    def pieces(self) -> list[Span]:
        """The sentences, joined where nothing but a little space stands between them."""
        pieces = [self.sentences[0]]
        for before, span in pairwise(self.sentences):
            between = self.source.text[before.stop : span.start]
            if between.strip() or len(between) > len(GAP):
                pieces.append(span)
            else:
                pieces[-1] = Span(pieces[-1].start, span.stop)
        return pieces

    @property
    def text(self) -> str:
        return GAP.join(piece.of(self.source.text) for piece in self.pieces)

    @property
    def tells(self) -> bool:
        """Whether it may tell something: it does not only ask."""
        return any(_may_tell(span.of(self.source.text)) for span in self.sentences)

    def halves(self) -> "list[Excerpt]":
        """The same in two parts; of one sentence alone there are none."""
        middle = len(self.sentences) // 2
        parts = (self.sentences[:middle], self.sentences[middle:])
        return [Excerpt(self.source, part) for part in parts] if middle else []


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return sentence.rstrip("\"'”’) \n").endswith(QUESTION_MARKS)


def may_tell(text: str) -> bool:
    """Whether a text may tell something: it does not only ask."""
    return any(_may_tell(span.of(text)) for span in sentences(text))


def _may_tell(sentence: str) -> bool:
    return not asks(sentence) and any(map(str.isalpha, sentence))


def excerpts(source: Source, own: Iterable[Chunk]) -> list[Excerpt]:
    """The excerpts of a source, of the chunks that are the person's own words and not hidden."""
    found: list[Excerpt] = []
    packed: list[Span] = []
    size = 0
    for span in _sentences(source.text, list(own)):
        length = span.stop - span.start + len(GAP)
        if packed and size + length > LONGEST:
            found.append(Excerpt(source, tuple(packed)))
            packed, size = [], 0
        packed.append(span)
        size += length
    return [*found, Excerpt(source, tuple(packed))] if packed else found


def _sentences(text: str, own: Sequence[Chunk]) -> Iterator[Span]:
    """The sentences that may be sent: nothing quoted, fenced off or blacked out."""
    for run in _runs(text, own):
        for span in sentences(run.of(text)):
            whole = Span(run.start + span.start, run.start + span.stop)
            words = whole.of(text)
            if is_quoted(words) or is_blank(words) or fenced(text, whole):
                continue
            yield from cut_evenly(whole, LONGEST - len(GAP))


def _runs(text: str, own: Sequence[Chunk]) -> list[Span]:
    """Chunks overlap, and follow each other: what they cover without a break."""
    runs: list[Span] = []
    for chunk in sorted(own, key=lambda each: each.start):
        if runs and not text[runs[-1].stop : chunk.start].strip():
            runs[-1] = Span(runs[-1].start, max(runs[-1].stop, chunk.stop))
        else:
            runs.append(Span(chunk.start, chunk.stop))
    return runs
