"""Whether a message asks for something to be forgotten, in words that no pattern has; and for what.

The words that ask ("kindly erase", "kannste wieder streichen", "no record of") are few in any
language, those that say what are endless. Which they are is learned from requests in which the
topic is marked, and from what only looks like one (bench.forgetting.tune_wordings): a weight for
each word, for how it begins, for each two or three that stand side by side, and for what the
message says as a whole. What it names: topic_span.py.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chat.builtin.requests.learned.tokens import TaggedWord, words_of
from chat.builtin.requests.learned.topic_span import Floats, best_span, features, weighed
from llm import reader
from memories.text import Span, in_english, sentences

WEIGHTS = Path(__file__).parent / "data" / "worded.npz"
# What is longer than this, in words, tells a story; and what has fewer of the words that ask (the
# sum of their weights) is not read as a whole: that takes some milliseconds.
LONGEST, LEAST = 40, -0.5
# Letters of a word in which its forms are alike: "borra", "borrar", "borrarlo".
BEGINNING = 4
# What was copied from elsewhere asks for nothing, whatever it says.
_PASTED = re.compile(r"[\n<>\[\]{}\"“”„«»]|\bsays?\s*:")


# It is asked of each message whether it surely asks, and then whether it may.
@lru_cache(maxsize=16)
def how_likely(text: str) -> float:
    """How likely a message asks for something to be forgotten, 0..1; 0 where its words hardly do.

    One sentence asks as well as all of them: "The bird died. Please take him out of there."
    """
    if len(words_of(text, ())) > LONGEST or _PASTED.search(text):
        return 0.0
    spans = sentences(text)
    said = [text, *(span.of(text) for span in spans)] if len(spans) > 1 else [text]
    return max(map(_asks, said))


def _asks(said: str) -> float:
    """How likely a message, or a sentence of it, asks; 0 where its words hardly do."""
    learned = _learned()
    words = words_of(said, learned.words.keys())
    by_words = learned.sum(asking(words))
    if not words or by_words < LEAST:
        return 0.0
    (read,) = reader.read([in_english(said)], as_questions=False)
    return 1 / (1 + exp(-by_words - float(read.whole @ learned.whole) - learned.bias))


def topic_in(text: str) -> Span | None:
    """What a request names, wherever it stands in it."""
    learned = _learned()
    words = words_of(text, learned.words.keys())
    found = features(text, words, learned.words)
    return best_span(words, weighed(found, learned.words, learned.runs))


def asking(words: Sequence[TaggedWord]) -> Iterator[str]:
    """The features of a message: its words, two and three side by side, and how they begin."""
    said = ["^", *(word.text for word in words), "$"]
    begun = [f"{word[:BEGINNING]}*" for word in said]
    for each in (said, begun):
        yield from {f"asks {word}" for word in each[1:-1]}
        yield from {f"asks {one} {other}" for one, other in pairwise(each)}
    threes = zip(said, said[1:], said[2:], strict=False)
    yield from {f"asks {one} {two} {three}" for one, two, three in threes}


@dataclass(frozen=True)
class _Learned:
    """The weights of features and words by their names, and of a message as a whole, (384,).

    `runs` are those of what a topic is as a whole.
    """

    words: Mapping[str, float]
    whole: NDArray[np.float32]
    bias: float
    runs: Floats

    def sum(self, names: Iterable[str]) -> float:
        return sum(self.words.get(name, 0.0) for name in names)


@lru_cache(maxsize=1)
def _learned() -> _Learned:
    with np.load(WEIGHTS) as stored:
        names = stored["names"].tobytes().decode().split("\n")
        words = zip(names, stored["weights"].tolist(), strict=True)
        runs = stored["runs"].astype(np.float64)
        return _Learned(dict(words), stored["whole"], float(stored["bias"]), runs)
