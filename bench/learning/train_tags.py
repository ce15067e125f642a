"""Train memories/tagging/tags.npz on the sentences of bench/learning/data/topics_*.jsonl.

    python -m bench.learning.train_tags            # figures, then the weights
    python -m bench.learning.train_tags --figures  # figures only

Every line is a sentence with the topics under which somebody filed it, the main one first, of whom
it tells, whether that is stable, and of which life or file it is. The figures are of lives and
languages left out of training.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from memories.tagging import TOPICS, tags  # noqa: E402

DATA = Path(__file__).with_name("data")
# Lives and files that no weight has seen when the figures are taken.
LIVES = ("lives_3", "lives_7", "lives_11", "lives_16", "lives_19", "statements_3", "sentences_4")
LANGUAGES = ("fr_4", "it_4", "pt_4", "nl_4", "pl_4")
STEPS, RATE, DECAY = 250, 0.03, 1e-3
# How likely a topic is before anything is known, as log odds.
_START = -3.0

Floats = NDArray[np.float32]


def sentences() -> list[dict[str, Any]]:
    files = sorted(DATA.glob("topics_*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def _told(line: dict[str, Any]) -> list[bool]:
    """Whether each topic is told of, and whether it is stable, or passing."""
    topics = [*line["topics"], *(["plans"] if line["lasts"] == "plan" else [])]
    lasts = [line["lasts"] == each for each in ("stable", "passing")]
    return [*(topic in topics for topic in TOPICS), *lasts]


def fit(features: Floats, wanted: Floats) -> tuple[Floats, Floats]:
    """Logistic regression for each topic by Adam, with weight decay."""
    weights = np.zeros((features.shape[1], wanted.shape[1]), np.float32)
    biases = np.full(wanted.shape[1], _START, np.float32)
    moments = [np.zeros_like(each) for each in (weights, weights, biases, biases)]
    for step in range(1, STEPS + 1):
        wrong = (1 / (1 + np.exp(-(features @ weights + biases))) - wanted) / len(wanted) * 10
        for at, value, slope in (
            (0, weights, features.T @ wrong + DECAY * weights),
            (2, biases, wrong.sum(axis=0)),
        ):
            moments[at] = 0.9 * moments[at] + 0.1 * slope
            moments[at + 1] = 0.999 * moments[at + 1] + 0.001 * slope**2
            size = np.sqrt(moments[at + 1] / (1 - 0.999**step)) + 1e-8
            value -= RATE * moments[at] / (1 - 0.9**step) / size
    return weights, biases


def figures(features: Floats, wanted: Floats, lines: list[dict[str, Any]]) -> None:
    """Precision and recall of the tags of what is kept apart, by language and by topic."""
    of = np.array([line["of"] for line in lines])
    apart = np.isin(of, LIVES + LANGUAGES)
    weights, biases = fit(features[~apart], wanted[~apart])
    wanted = wanted[:, : len(TOPICS)]
    likely = 1 / (1 + np.exp(-(features[apart] @ weights + biases)))[:, : len(TOPICS)]
    given = np.zeros_like(likely, bool)
    np.put_along_axis(given, np.argsort(-likely, axis=1)[:, : tags.MOST], True, axis=1)
    given &= likely >= tags.LIKELY
    foreign = np.isin(of[apart], LANGUAGES)
    for name, some in (("en de es", ~foreign), ("fr it pt nl pl", foreign)):
        print(name, some.sum(), *_shares(given[some], wanted[apart][some]))
    for number, topic in enumerate(TOPICS):
        print(f"   {topic}", *_shares(given[~foreign, number], wanted[apart][~foreign, number]))


def _shares(given: NDArray[np.bool_], wanted: Floats) -> tuple[str, str]:
    both = (given & (wanted > 0)).sum()
    return f"precision {both / max(1, given.sum()):.3f}", f"recall {both / wanted.sum():.3f}"


def main() -> None:
    lines = sentences()
    print(f"{len(lines)} sentences")
    features = tags.rows([line["text"] for line in lines])
    wanted = np.array([_told(line) for line in lines], np.float32)
    figures(features, wanted, lines)
    if "--figures" not in sys.argv:
        weights, biases = fit(features, wanted)
        np.savez_compressed(
            Path(tags.__file__).with_suffix(".npz"),
            weights=weights.astype(np.float16),
            biases=biases,
        )


if __name__ == "__main__":
    main()
