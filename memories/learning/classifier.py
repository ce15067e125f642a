"""Read a sentence: whether it tells something lasting, about what of a life, and what it changes.

A linear classifier over words, pairs of words and pieces of words: no model is asked, and a message
takes a tenth of a millisecond. Trained by bench/learning/train.py on messages written for it
(bench/learning/data), in English, German and Spanish; no test case is among them.
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
from numpy.typing import NDArray

_WEIGHTS = Path(__file__).with_suffix(".npz")
# Features are hashed into so many columns.
COLUMNS = 1 << 13
# Longer sentences were pasted: their beginning tells enough, in characters.
_READ = 400

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]")

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Reading:
    """What a sentence is taken for. `lasting` is 0..1; the rest are the likeliest labels.

    `attributes` are the likeliest few attributes with their shares, best first.
    """

    lasting: float
    category: str
    about: str
    change: str
    attributes: tuple[tuple[str, float], ...]

    @property
    def attribute(self) -> str:
        return self.attributes[0][0]


def read(texts: Sequence[str]) -> list[Reading]:
    """Read sentences or short messages, each for itself."""
    if not texts:
        return []
    weights = _weights()
    rows = features(texts)
    scores = {task: rows @ w + b for task, (w, b, _) in weights.items()}
    return [_reading(number, scores, weights) for number in range(len(texts))]


def features(texts: Sequence[str]) -> Floats:
    """Sentences as rows of COLUMNS hashed features, each row of length 3."""
    texts = [text[:_READ] for text in texts]
    rows = np.zeros((len(texts), COLUMNS), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for name, weight in _named(text):
            number = zlib.crc32(name.encode())
            row[number % COLUMNS] += weight if number & 0x80000000 else -weight
        size = float(np.linalg.norm(row))
        if size:
            row /= size / 3.0
    return rows


def _named(text: str) -> Iterator[tuple[str, float]]:
    """The features of a sentence by name, with their weights."""
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


def _reading(
    number: int, scores: dict[str, Floats], weights: dict[str, tuple[Floats, Floats, list[str]]]
) -> Reading:
    best = {
        task: labels[int(scores[task][number].argmax())] for task, (_, _, labels) in weights.items()
    }
    keep = _shares(scores["keep"][number])[1]
    shares = _shares(scores["attr"][number])
    likeliest = np.argsort(-shares)[:4]
    labels = weights["attr"][2]
    return Reading(
        lasting=float(keep),
        category=best["category"],
        about=best["about"],
        change=best["change"],
        attributes=tuple((labels[i], float(shares[i])) for i in likeliest),
    )


def _shares(scores: Floats) -> Floats:
    grown = np.exp(scores - scores.max())
    return np.asarray(grown / grown.sum(), np.float32)


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[Floats, Floats, list[str]]]:
    """Weights, biases and labels by task."""
    with np.load(_WEIGHTS) as stored:
        tasks = {name.split("/")[0] for name in stored.files}
        return {
            task: (
                stored[f"{task}/weights"].astype(np.float32),
                stored[f"{task}/biases"].astype(np.float32),
                [str(label) for label in stored[f"{task}/labels"]],
            )
            for task in tasks
        }
