"""Train today/own_days.npz on the sentences of bench/learning/data: days_*, and plans of topics_*.

    python -m bench.learning.train_days            # figures, then the weights
    python -m bench.learning.train_days --figures  # figures only

Every line of days_* is a sentence that names a day to come, with whether that day is the person's
("task": 1): their plans, who comes to them, what they celebrate. Of the lives in topics_* what is
a plan of the person, or of a thing or an animal of theirs, counts as such too. The figures are of
days_* alone, an eighth at a time left out of training, and of bench/sets/dev/own_days.json by the
weights as they are.
"""

import json
import os
import sys
from typing import Any

import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.learning.train import DATA  # noqa: E402
from bench.learning.train_tasks import THRESHOLDS, fitted, lines_of  # noqa: E402
from today import own_days  # noqa: E402

_FOLDS = 8
_SET = DATA.parents[1] / "sets" / "dev" / "own_days.json"
_OWN = frozenset(("me", "thing", "animal"))


def plans() -> list[dict[str, Any]]:
    """The person's own plans of the written lives, each sentence once."""
    found = {
        row["text"]: {"text": row["text"], "task": 1}
        for row in lines_of("topics_*.jsonl")
        if row["about"] in _OWN and row["lasts"] == "plan"
    }
    return list(found.values())


def figures(lines: list[dict[str, Any]], more: list[dict[str, Any]]) -> None:
    """How many own days are kept and how many others' are shown, by language and threshold."""
    both = lines + more
    features = own_days.features([line["text"] for line in both])
    fold = np.random.default_rng(1).integers(0, _FOLDS, len(both))
    sure = np.zeros(len(both))
    for number in range(_FOLDS):
        kept, out = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        weights, bias = fitted(features[kept], [both[at] for at in kept])
        sure[out] = 1 / (1 + np.exp(-(features[out] @ weights + bias)))
    sure = sure[: len(lines)]
    own = np.array([bool(line["task"]) for line in lines])
    langs = np.array([line["lang"] for line in lines])
    for lang in sorted(set(langs)):
        for threshold in THRESHOLDS:
            shown = sure[langs == lang] >= threshold
            of = own[langs == lang]
            print(
                f"{lang} from {threshold}: own kept {shown[of].mean():.3f},"
                f" others shown {shown[~of].mean():.3f}"
            )


def shown() -> None:
    """Of the lines of bench/sets how many own days and how many others' are taken for own."""
    lines = json.loads(_SET.read_text())
    own = own_days.are_own([line["text"] for line in lines])
    for wanted in (True, False):
        of = [found for line, found in zip(lines, own, strict=True) if line["own"] == wanted]
        print(f"own_days.json, own {wanted}: {sum(of)} of {len(of)} taken for own")


def main() -> None:
    lines, more = list(lines_of("days_*.jsonl")), plans()
    print(f"{len(lines)} sentences, {len(more)} plans")
    figures(lines, more)
    if "--figures" not in sys.argv:
        both = lines + more
        weights, bias = fitted(own_days.features([line["text"] for line in both]), both)
        np.savez_compressed(
            own_days.WEIGHTS, weights=weights.astype(np.float16), bias=np.float32(bias)
        )
    shown()


if __name__ == "__main__":
    main()
