"""Which sentences of a long passage answer a question, as far as words tell."""

from collections.abc import Collection

from memories.text.sentences import Span, sentences
from memories.text.words import stems

# Longer texts are told by their most fitting sentence, in characters.
LONG = 280


def fitting(text: str, asked: Collection[str], near: Span) -> Span:
    """The sentence that shares most words with a question; the one after it where it adds some.

    `asked` are the question's stems. Of equals the one that stands in `near` is meant; where no
    sentence shares a word, all of `near`.
    """
    spans = sentences(text)
    shared = [frozenset(stems(span.of(text))) & frozenset(asked) for span in spans]
    if not any(shared):
        return near
    inside = [near.start <= span.start < near.stop for span in spans]
    best = max(range(len(spans)), key=lambda place: (len(shared[place]), inside[place]))
    last = best + 1 if shared[best + 1 : best + 2] and shared[best + 1] - shared[best] else best
    return Span(spans[best].start, spans[last].stop)
