"""Train memories/learning/reading/classifier.npz on the messages of bench/learning/data.

    python -m bench.learning.train            # figures by cross-validation, then the weights
    python -m bench.learning.train --figures  # figures only

Every line of data/statements*.jsonl is one message with its labels. The figures are of messages
left out of training, five parts in turn.
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

from memories.learning.reading import classifier  # noqa: E402

DATA = Path(__file__).with_name("data")
TASKS = ("keep", "category", "about", "change", "attr")
PARTS = 5
STEPS, RATE, DECAY = 300, 0.05, 2e-4

Floats = NDArray[np.float32]
Fitted = tuple[Floats, Floats, list[str]]


def rows() -> list[dict[str, Any]]:
    lines = [
        json.loads(line)
        for file in sorted(DATA.glob("statements*.jsonl"))
        for line in file.read_text().splitlines()
        if line.strip()
    ]
    return list({line["text"]: line for line in lines}.values())


def fit(
    features: Floats, labels: Sequence[str], decay: float = DECAY, steps: int = STEPS
) -> Fitted:
    """Softmax regression by Adam, with weight decay."""
    names = sorted(set(labels))
    wanted = np.eye(len(names), dtype=np.float32)[[names.index(label) for label in labels]]
    weights = np.zeros((features.shape[1], len(names)), np.float32)
    biases = np.zeros(len(names), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        scores = features @ weights + biases
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        wrong = (grown / grown.sum(axis=1, keepdims=True) - wanted) / len(labels)
        slope = features.T @ wrong + decay * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        biases -= RATE * 10 * wrong.sum(axis=0)
    return weights, biases, names


def figures(features: Floats, lines: list[dict[str, Any]]) -> None:
    """How often what was left out is read right, by task and language; `keep` by threshold too."""
    order = np.random.default_rng(7).permutation(len(lines))
    langs = np.array([line["lang"] for line in lines])
    for task in TASKS:
        labels = [str(line[task]) for line in lines]
        right = np.zeros(len(lines), bool)
        sure = np.zeros(len(lines))
        for part in range(PARTS):
            out = order[part::PARTS]
            kept = np.setdiff1d(order, out)
            weights, biases, names = fit(features[kept], [labels[i] for i in kept])
            scores = features[out] @ weights + biases
            right[out] = [
                names[int(s.argmax())] == labels[i] for s, i in zip(scores, out, strict=True)
            ]
            if task == "keep":
                sure[out] = 1 / (1 + np.exp(scores[:, 0] - scores[:, 1]))
        shares = {lang: f"{right[langs == lang].mean():.3f}" for lang in sorted(set(langs))}
        print(f"{task:9} right {right.mean():.3f} {shares}")
        if task == "keep":
            told = np.array([label == "1" for label in labels])
            for threshold in (0.4, 0.5, 0.6, 0.7, 0.8):
                chosen = sure >= threshold
                precision = (told & chosen).sum() / max(1, chosen.sum())
                recall = (told & chosen).sum() / told.sum()
                print(f"   from {threshold}: precision {precision:.3f}, recall {recall:.3f}")


def main() -> None:
    lines = rows()
    print(f"{len(lines)} messages")
    features = classifier.features([line["text"] for line in lines])
    if "--weights" not in sys.argv:
        figures(features, lines)
    if "--figures" in sys.argv:
        return
    stored: dict[str, Any] = {}
    for task in TASKS:
        weights, biases, names = fit(features, [str(line[task]) for line in lines])
        stored[f"{task}/weights"] = weights.astype(np.float16)
        stored[f"{task}/biases"] = biases
        stored[f"{task}/labels"] = np.array(names)
    np.savez_compressed(Path(classifier.__file__).with_suffix(".npz"), **stored)


if __name__ == "__main__":
    main()
