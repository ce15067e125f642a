"""Train today/task_likelihood.npz on the sentences of bench/learning/data: promises_*, asks_*.

    python -m bench.learning.train_tasks            # figures, then the weights
    python -m bench.learning.train_tasks --figures  # figures only

Every line is a sentence with its language and whether it is a task: something that its writer binds
themself to do ("promises"), or wants of whoever reads it ("asks"). What is told in chats and is no
task (statements_*, questions_*) counts as none among the promises. The figures are of one file of
them at a time, left out of training.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.learning.train import DATA, Floats, fit
from today import task_likelihood

# Of what was written for something else, and is a plan or a task there, nothing is taken.
_OTHERS = ("statements_*.jsonl", "questions_*.jsonl")
_UNCLEAR = frozenset(("plan", "task"))
# What was written for something else counts so much less.
_SEVERAL = 3
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def rows(kind: str) -> list[dict[str, Any]]:
    """The sentences of a kind, each with its file; of promises also what is none."""
    found = list(lines_of(f"{kind}_*.jsonl"))
    if kind == "promises":
        others = [row for pattern in _OTHERS for row in lines_of(pattern)]
        others = [row for row in others if row.get("category") not in _UNCLEAR]
        found += [{**row, "task": 0} for row in others[::_SEVERAL]]
    return found


def lines_of(pattern: str) -> Iterator[dict[str, Any]]:
    for file in sorted(DATA.glob(pattern)):
        for line in filter(str.strip, file.read_text().splitlines()):
            yield {**json.loads(line), "file": file.stem}


def figures(kind: str, features: Floats, lines: list[dict[str, Any]]) -> None:
    """Precision and recall by language and threshold, each file left out in turn."""
    files = np.array([line["file"] for line in lines])
    is_task = np.array([bool(line["task"]) for line in lines])
    langs = np.array([line["lang"] for line in lines])
    sure = np.zeros(len(lines))
    of_kind = np.array([file.startswith(kind) for file in files])
    for file in sorted(set(files[of_kind])):
        # Files differ in language: a fifth of each is left out, and the rest of it stays.
        for fold in range(5):
            at = np.flatnonzero(files == file)
            out = at[fold::5]
            kept = np.setdiff1d(np.arange(len(lines)), out)
            weights, bias = fitted(features[kept], [lines[i] for i in kept])
            sure[out] = 1 / (1 + np.exp(-(features[out] @ weights + bias)))
    for lang in sorted(set(langs[of_kind])):
        of = of_kind & (langs == lang)
        for threshold in THRESHOLDS:
            chosen = of & (sure >= threshold)
            both = (chosen & is_task).sum()
            precision, recall = both / max(1, chosen.sum()), both / (of & is_task).sum()
            print(f"{kind} {lang} from {threshold}: precision {precision:.3f}, recall {recall:.3f}")


def fitted(features: Floats, lines: list[dict[str, Any]]) -> tuple[Floats, float]:
    weights, biases, names = fit(features, [str(line["task"]) for line in lines])
    assert names == ["0", "1"]
    return weights[:, 1] - weights[:, 0], float(biases[1] - biases[0])


def main() -> None:
    stored: dict[str, Any] = {}
    for kind, name in (("promises", "promised"), ("asks", "asked")):
        lines = rows(kind)
        print(f"{len(lines)} sentences")
        features = task_likelihood.features(name, [line["text"] for line in lines])
        figures(kind, features, lines)
        weights, bias = fitted(features, lines)
        stored |= {name: weights.astype(np.float16), f"{name}_bias": np.float32(bias)}
    if "--figures" not in sys.argv:
        np.savez_compressed(task_likelihood.WEIGHTS, **stored)


if __name__ == "__main__":
    main()
