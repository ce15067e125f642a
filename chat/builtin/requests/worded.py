"""Whether a message asks for something to be forgotten, in words that no pattern has; and for what.

The words that ask ("kindly erase", "kannste wieder streichen", "no record of") are few in any
language, those that say what are endless. Which they are is learned from requests in which the
topic is marked, and from what only looks like one (bench.forgetting.tune_wordings): a weight for
each word, for how it begins, for each two or three that stand side by side, and for what the
message says as a whole.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import reader
from memories.text import Span, content_words, in_english, sentences

WEIGHTS = Path(__file__).with_name("worded.npz")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[,;:.!?–—-]")
# What is longer than this, in words, tells a story; and what has fewer of the words that ask (the
# sum of their weights) is not read as a whole: that takes some milliseconds.
LONGEST, LEAST = 40, -0.5
# Letters of a word in which its forms are alike: "borra", "borrar", "borrarlo".
BEGINNING = 4
# What joins two: what is named begins with the one before.
_JOINS = frozenset("and or und oder".split())
# What was copied from elsewhere asks for nothing, whatever it says.
_PASTED = re.compile(r"[\n<>\[\]{}\"“”„«»]|\bsays?\s*:")


@dataclass(frozen=True)
class WordedRequest:
    """How likely a message asks for something to be forgotten, 0..1, and what it names."""

    asks: float
    topic: Span


# It is asked of each message whether it surely asks, and then whether it may.
@lru_cache(maxsize=16)
def read_worded(text: str) -> WordedRequest | None:
    """What a message asks to be forgotten, and how likely it does; None where it hardly does.

    One sentence asks as well as all of them: "The bird died. Please take him out of there."
    """
    if len(words_of(text, ())) > LONGEST or _PASTED.search(text):
        return None
    spans = sentences(text)
    whole = _read(text, Span(0, len(text)))
    each = [_read(text, span) for span in spans] if len(spans) > 1 else []
    found = [worded for worded in (whole, *each) if worded]
    best = max(found, key=lambda worded: worded.asks, default=None)
    if best is None or whole is None or _names_something(text, best.topic):
        return best
    return WordedRequest(best.asks, whole.topic)


def _read(text: str, span: Span) -> WordedRequest | None:
    learned, said = _learned(), span.of(text)
    words = words_of(said, learned.words.keys())
    if not words:
        return None
    by_words = learned.sum(asking(words))
    if by_words < LEAST:
        return None
    (read,) = reader.read([in_english(said)], as_questions=False)
    asks = 1 / (1 + exp(-by_words - float(read.whole @ learned.whole) - learned.bias))
    first, last = best_run([learned.sum(within(words, n)) for n in range(len(words))])
    if words[first].text in _JOINS:
        first, last = max(first - 1, 0), min(max(last, first + 1), len(words) - 1)
    return WordedRequest(asks, Span(span.start + words[first].start, span.start + words[last].stop))


def _names_something(text: str, topic: Span) -> bool:
    """Whether a topic is more than "him" or "that"."""
    return any(True for _ in content_words(topic.of(text)))


@dataclass(frozen=True)
class TaggedWord:
    """A word or a mark, in small letters, and where it stands; its `role` is "?" if unknown."""

    text: str
    role: str
    start: int
    stop: int


def words_of(text: str, known: Collection[str]) -> list[TaggedWord]:
    """The words and marks of a message, of which some are `known` to ask."""
    return [
        TaggedWord(spelled(m.group()), _role(m.group(), known), *m.span())
        for m in _WORD.finditer(text)
    ]


def spelled(word: str) -> str:
    return word.lower().replace("’", "'")


def _role(word: str, known: Collection[str]) -> str:
    plain = spelled(word)
    if plain in known or not word[0].isalnum():
        return plain
    return "?1" if any(letter.isdigit() for letter in word) else "?A" if word[0].isupper() else "?"


def asking(words: Sequence[TaggedWord]) -> Iterator[str]:
    """The features of a message: its words, two and three side by side, and how they begin."""
    said = ["^", *(word.text for word in words), "$"]
    begun = [f"{word[:BEGINNING]}*" for word in said]
    for each in (said, begun):
        yield from {f"asks {word}" for word in each[1:-1]}
        yield from {f"asks {one} {other}" for one, other in pairwise(each)}
    threes = zip(said, said[1:], said[2:], strict=False)
    yield from {f"asks {one} {two} {three}" for one, two, three in threes}


def within(words: Sequence[TaggedWord], n: int) -> Iterator[str]:
    """The features of a word: what it is, and what stands beside it; the first is of all."""
    said = ["^", "^", *(word.role for word in words), "$", "$"]
    two, one, word, after, then = said[n : n + 5]
    yield "in"
    yield f"in : {words[n].text}"
    yield f"in {word}"
    yield f"in -1 {one}"
    yield f"in +1 {after}"
    yield f"in -1 {one} {word}"
    yield f"in +1 {word} {after}"
    yield f"in -2 {two} {one} {word}"
    yield f"in +2 {word} {after} {then}"
    yield f"in = {one} {word} {after}"


def best_run(weights: Sequence[float]) -> tuple[int, int]:
    """The first and last place of the run whose weights are the most together."""
    best, at = float("-inf"), (0, 0)
    total, start = 0.0, 0
    for n, weight in enumerate(weights):
        if total <= 0:
            total, start = 0.0, n
        total += weight
        if total > best:
            best, at = total, (start, n)
    return at


@dataclass(frozen=True)
class _Learned:
    """The weights of features and words by their names, and of a message as a whole, (384,)."""

    words: Mapping[str, float]
    whole: NDArray[np.float32]
    bias: float

    def sum(self, names: Iterable[str]) -> float:
        return sum(self.words.get(name, 0.0) for name in names)


@lru_cache(maxsize=1)
def _learned() -> _Learned:
    with np.load(WEIGHTS) as stored:
        words = zip(stored["names"].tolist(), stored["weights"].tolist(), strict=True)
        return _Learned(dict(words), stored["whole"], float(stored["bias"]))
