"""Read a sentence: whether it tells something lasting of the person's life, and of what kind.

A linear classifier over its words, pairs and pieces of words, how it is built
(memories.learning.reading.mood), whether it states something by rule
(memories.learning.statements), what its words mean in whatever language
(memories.text.meaning.concepts) and its meaning as the built-in sentence model sees it. Trained by
bench/learning/train.py on messages written for it (bench/learning/data); no test case is
among them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from memories.learning.reading.mood import moods
from memories.learning.statements import sureness
from memories.tagging import hashed, meant, words_and_pieces
from memories.tagging.features import Floats, Named
from memories.text import written_out
from memories.text.meaning.concepts import language_meant, meanings

_WEIGHTS = Path(__file__).with_suffix(".npz")
# Number of columns that named features are hashed into; the embedding follows them.
COLUMNS = 1 << 14
# Longer sentences were pasted: their beginning tells enough, in characters.
_READ = 400
# Number of cached readings: a message is read to learn from it, and again for what comes of it.
_KEPT = 200
KINDS = ("fact", "preference", "plan", "question", "task", "small talk", "nothing")


@dataclass(frozen=True)
class SentenceReading:
    """What a sentence is taken for: how likely it is that it lasts (0..1), and one of KINDS."""

    lasting: float
    kind: str


_known: dict[str, SentenceReading] = {}


def read(texts: Sequence[str]) -> list[SentenceReading]:
    """Read sentences or short messages, each for itself: some milliseconds each, once."""
    found = {text: _known.get(text) for text in texts}
    new = [text for text, reading in found.items() if reading is None]
    if len(_known) + len(new) > _KEPT:
        _known.clear()
    if new:
        weights, biases = _weights()
        for text, score in zip(new, rows(new) @ weights + biases, strict=True):
            sure = float(1 / (1 + np.exp(-score[0])))
            found[text] = _known[text] = SentenceReading(sure, KINDS[int(score[1:].argmax())])
    return [reading for text in texts if (reading := found[text])]


def rows(texts: Sequence[str]) -> Floats:
    """Sentences as rows of features."""
    # A full stop at the end is how somebody writes, not what they say.
    texts = [written_out(text[:_READ].strip().rstrip(".…")) for text in texts]
    named = np.array([hashed(_features(text), COLUMNS) for text in texts])
    return np.concatenate([named, meant(texts)], axis=1, dtype=np.float32)


def _features(text: str) -> Iterator[Named]:
    yield from words_and_pieces(text)
    yield from moods(text)
    yield f"by rule {sureness(text, short=True)}", 2.0
    for match in meanings(text, language_meant(text)):
        yield f"k {match.concept.name}", 1.0
        yield f"kk {match.concept.kind}", 1.0


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, Floats]:
    with np.load(_WEIGHTS) as stored:
        return stored["weights"].astype(np.float32), stored["biases"].astype(np.float32)
