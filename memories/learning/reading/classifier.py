"""Read a sentence for comparing: whether it lasts, about what of a life it is, and what it changes.

A linear classifier over words, pairs of words and pieces of words: no model is asked, and a message
takes a tenth of a millisecond. Trained by bench/learning/train.py on messages written for it
(bench/learning/data), in English, German and Spanish; no test case is among them.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Mapping, Sequence
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
# Of a task: weights, biases, labels.
Weights = tuple[Floats, Floats, list[str]]


def shares(rows: Floats) -> dict[str, Floats]:
    """How likely each label of each task is, for rows of `features`: (texts, labels), 0..1."""
    return {
        task: np.stack([_shares(row) for row in scores])
        for task, scores in _scores(rows, _weights()).items()
    }


def _scores(rows: Floats, weights: Mapping[str, Weights]) -> dict[str, Floats]:
    return {task: rows @ w + b for task, (w, b, _) in weights.items()}


def features(texts: Sequence[str]) -> Floats:
    """Sentences as rows of COLUMNS hashed features, each row of length 3."""
    texts = [text[:_READ] for text in texts]
    rows = np.zeros((len(texts), COLUMNS), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for name, weight in named(text):
            number = zlib.crc32(name.encode())
            row[number % COLUMNS] += weight if number & 0x80000000 else -weight
        size = float(np.linalg.norm(row))
        if size:
            row /= size / 3.0
    return rows


def named(text: str) -> Iterator[tuple[str, float]]:
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


def _shares(scores: Floats) -> Floats:
    grown = np.exp(scores - scores.max())
    return np.asarray(grown / grown.sum(), np.float32)


@lru_cache(maxsize=1)
def _weights() -> dict[str, Weights]:
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
