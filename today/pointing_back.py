"""Take along what a task points back at: "The gate code got about. I must change it." Pure text."""

from collections.abc import Iterator
from itertools import pairwise

from memories.text import Span, sentences
from today.task_gist import named

# A sentence of fewer words is a greeting.
_WORDS = 3


def points_back(task: str) -> bool:
    """Whether a task names nothing of its own: "I'll write it this weekend"."""
    return not named(task).heads


def before(text: str) -> Iterator[tuple[int, Span]]:
    """By where a sentence begins the one before it, of the same paragraph and no greeting."""
    for first, second in pairwise(sentences(text)):
        between = text[first.stop : second.start]
        if between.count("\n") < 2 and len(first.of(text).split()) >= _WORDS:
            yield second.start, first


def with_what_it_points_at(text: str, span: Span) -> Span:
    """A passage with as much of what stands before it as it needs to name something."""
    if not points_back(span.of(text)):
        return span
    whole = next((each for each in sentences(text) if each.start <= span.start < each.stop), span)
    reaching = Span(whole.start, span.stop)
    if not points_back(reaching.of(text)):
        return reaching
    last = dict(before(text)).get(whole.start)
    return Span(last.start, span.stop) if last else span
