"""Train memories/learning/reading/lasting.npz on the messages of bench/learning/data.

    python -m bench.learning.train            # figures, then the weights
    python -m bench.learning.train --figures  # figures only
    python -m bench.learning.train --weights  # weights only

Every line of data/statements*.jsonl and data/moods*.jsonl is one message: its language, its
category, and whether it tells something lasting; every line of data/questions*.jsonl asks, mostly
without a mark. The figures are of one file at a time, left out of
training: the files are of other writers, registers and lives.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from memories.learning.reading import lasting  # noqa: E402

DATA = Path(__file__).with_name("data")
FILES = ("statements*.jsonl", "sentences*.jsonl", "moods*.jsonl", "questions*.jsonl")
STEPS, RATE, DECAY = 120, 0.05, 5e-4
# The data's categories by what a sentence is taken for, where it lasts; else what it is.
_KINDS = {"preference": "preference", "wish": "preference", "plan": "plan"}
_NOT = {"question": "question", "task": "task", "small_talk": "small talk"}


Floats = NDArray[np.float32]
# Of one task: weights, biases, and the labels of their columns.
Fitted = tuple[Floats, Floats, list[str]]


def rows() -> list[dict[str, Any]]:
    """All messages, each once, with the file it is of."""
    found: dict[str, dict[str, Any]] = {}
    files = [file for pattern in FILES for file in sorted(DATA.glob(pattern))]
    for file in files:
        for line in filter(str.strip, file.read_text().splitlines()):
            row = {"keep": 0, "category": "question", **json.loads(line)}
            found.setdefault(row["text"], {**row, "file": file.stem})
    return list(found.values())


def kind_of(row: dict[str, Any]) -> str:
    of = (_KINDS, "fact") if row["keep"] else (_NOT, "nothing")
    return of[0].get(row["category"], of[1])


def fit(features: Floats, labels: Sequence[str]) -> Fitted:
    """Softmax regression by Adam, with weight decay."""
    names = sorted(set(labels))
    wanted = np.eye(len(names), dtype=np.float32)[[names.index(label) for label in labels]]
    weights = np.zeros((features.shape[1], len(names)), np.float32)
    biases = np.zeros(len(names), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores = features @ weights + biases
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        wrong = (grown / grown.sum(axis=1, keepdims=True) - wanted) / len(labels)
        slope = features.T @ wrong + DECAY * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        biases -= RATE * 10 * wrong.sum(axis=0)
    return weights, biases, names


def fitted(features: Floats, lines: list[dict[str, Any]]) -> tuple[Floats, Floats]:
    """Weights and biases: first how likely it lasts, then each kind."""
    weights, biases, _ = fit(features, [str(line["keep"]) for line in lines])
    by_kind, starts, names = fit(features, [kind_of(line) for line in lines])
    order = [names.index(kind) for kind in lasting.KINDS]
    sure = weights[:, 1:] - weights[:, :1]
    return (
        np.concatenate([sure, by_kind[:, order]], axis=1),
        np.concatenate([biases[1:] - biases[:1], starts[order]]),
    )


def figures(features: Floats, lines: list[dict[str, Any]]) -> None:
    """Precision and recall of what lasts, by language, each file left out of training in turn."""
    files = np.array([line["file"] for line in lines])
    sure = np.zeros(len(lines))
    right = np.zeros(len(lines), bool)
    for file in sorted(set(files)):
        out, kept = np.flatnonzero(files == file), np.flatnonzero(files != file)
        weights, biases = fitted(features[kept], [lines[i] for i in kept])
        scores = features[out] @ weights + biases
        sure[out] = 1 / (1 + np.exp(-scores[:, 0]))
        right[out] = [
            lasting.KINDS[int(row[1:].argmax())] == kind_of(lines[i])
            for row, i in zip(scores, out, strict=True)
        ]
    told = np.array([bool(line["keep"]) for line in lines])
    langs = np.array([line["lang"] for line in lines])
    for lang in sorted(set(langs)):
        of = langs == lang
        print(f"{lang}: kind right {right[of].mean():.3f}")
        for threshold in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
            precision, recall = _shares(told[of], sure[of] >= threshold)
            print(f"   from {threshold}: precision {precision:.3f}, recall {recall:.3f}")


def _shares(told: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> tuple[float, float]:
    both = (told & chosen).sum()
    return both / max(1, chosen.sum()), both / told.sum()


def main() -> None:
    lines = rows()
    print(f"{len(lines)} messages")
    features = lasting.rows([line["text"] for line in lines])
    if "--weights" not in sys.argv:
        figures(features, lines)
    if "--figures" not in sys.argv:
        weights, biases = fitted(features, lines)
        file = Path(lasting.__file__).with_suffix(".npz")
        np.savez_compressed(file, weights=weights.astype(np.float16), biases=biases)


if __name__ == "__main__":
    main()
