"""Read a sentence: whether it tells something lasting of the person's life, and of what kind.

A linear classifier over its words, pairs and pieces of words, how it is built
(memories.learning.reading.mood), whether it states something by rule
(memories.learning.statements), what its words mean in whatever language
(memories.text.meaning.concepts) and its meaning as the built-in sentence model sees it. Trained by
bench/learning/train.py on messages written for it (bench/learning/data); no test case is
among them.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import embedding, small_bert
from memories.learning.reading.mood import moods
from memories.learning.statements import sureness
from memories.text import written_out
from memories.text.meaning.concepts import gloss, language_meant, meanings

Floats = NDArray[np.float32]

_WEIGHTS = Path(__file__).with_suffix(".npz")
# Features by name are hashed into so many columns; behind them stands the meaning.
COLUMNS = 1 << 14
# How long a row of named features and its meaning are: how much each counts.
_NAMED, _MEANING = 4.5, 3.0
# Longer sentences were pasted: their beginning tells enough, in characters.
_READ = 400
# A message is read to learn from it, and again for what becomes of it: so many readings are kept.
_KEPT = 200
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]")
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
    model = small_bert.load(small_bert.MINILM.model.name, threads=settings.YARNNN_EMBEDDING_THREADS)
    meant = embedding.embed_texts([gloss(text) for text in texts], model)
    found = np.zeros((len(texts), COLUMNS), np.float32)
    for row, text in zip(found, texts, strict=True):
        for name, weight in _features(text):
            number = zlib.crc32(name.encode())
            row[number % COLUMNS] += weight if number & 0x80000000 else -weight
        size = float(np.linalg.norm(row))
        if size:
            row *= _NAMED / size
    return np.concatenate([found, meant * _MEANING], axis=1, dtype=np.float32)


def _words_and_pieces(text: str) -> Iterator[tuple[str, float]]:
    """The words of a sentence, their pairs and pieces by name, with their weights."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'")
    tokens = _TOKEN.findall(text)
    words = ["0" if token.isdigit() else token.lower() for token in tokens]
    yield from ((f"w {word}", 1.0) for word in words)
    yield from ((f"p {a} {b}", 0.8) for a, b in pairwise(words))
    for word in words:
        marked = f"<{word}>"
        if len(word) > 3:
            for start in range(len(marked) - 3):
                yield f"c {marked[start : start + 4]}", 0.3
    if words:
        yield f"first {words[0]}", 1.5
        yield f"last {words[-1]}", 1.0
        yield f"second {' '.join(words[:2])}", 1.0
    if any(token[0].isupper() for token in tokens[1:]):
        yield "a name", 1.0
    if any(token.isdigit() for token in tokens):
        yield "a number", 1.0
    yield f"length {min(6, len(words) // 4)}", 1.0


def _features(text: str) -> Iterator[tuple[str, float]]:
    yield from _words_and_pieces(text)
    yield from moods(text)
    yield f"by rule {sureness(text, short=True)}", 2.0
    for meant in meanings(text, language_meant(text)):
        yield f"k {meant.concept.name}", 1.0
        yield f"kk {meant.concept.kind}", 1.0


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, Floats]:
    with np.load(_WEIGHTS) as stored:
        return stored["weights"].astype(np.float32), stored["biases"].astype(np.float32)
