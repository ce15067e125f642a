"""Grow the trees that tell what takes the place of what was told: memories/learning/changing.

    python -m bench.learning.train_changes            # figures, then the trees
    python -m bench.learning.train_changes --figures  # figures only

Each story (bench/learning/data: stories_13 and later, which the model that reads two statements
together has not learned from) tells statements and which of them change which. Each is compared
with those before it, and with some of other people's. Of whole lives in which nothing changes
(bench/sets/dev) each fact is compared with what is nearest and what came right before, as it is
when somebody tells it: of all that is known, most is about something else. The figures are of a
tenth of the stories and lives at a time, left out. Needs scikit-learn.
"""

import json
import os
import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402

from bench.answerer.judge import people_of  # noqa: E402
from bench.answerer.tune_news import DEV  # noqa: E402
from bench.learning.train import DATA  # noqa: E402
from bench.trees import flat  # noqa: E402
from llm import reader  # noqa: E402
from memories.learning.changing import change_likelihood  # noqa: E402
from memories.learning.changing.comparing import StatementPair  # noqa: E402
from memories.learning.changing.updating import LATEST, NEAREST  # noqa: E402
from memories.text import in_english  # noqa: E402

Floats = NDArray[np.float32]

STORIES = (13, 14, 15, 16)
# So many of other people's statements each is compared with besides.
OTHERS = 6
FOLDS = 10
PRECISIONS = (0.95, 0.9, 0.8, 0.7)
LEAST = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
# Of lives every second fact is compared, with so many as when it is told.
EVERY = 2
# What speaks for a change alone (1), or against it (-1).
_WAYS = {
    "changed": 1, "unrelated": -1, "same": -1, "both": -1, "alike": 1, "old_lasts": 1,
    "new_lasts": 1, "shared": 1, "behind": -1, "ahead": 1,
}  # fmt: skip
TREES = {
    "max_iter": 150,
    "learning_rate": 0.05,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 20,
    "l2_regularization": 5.0,
    "monotonic_cst": [_WAYS.get(name, 0) for name in change_likelihood.NAMES],
}


class Seen(NamedTuple):
    """A pair of statements: of which story or life, whether it is a change, and its features."""

    group: str
    right: bool
    row: Floats


def of_lives() -> Iterator[Seen]:
    """Facts of whole lives in which nothing changes."""
    for file in sorted(DEV.glob("facts_questions*.json")):
        for at, person in enumerate(people_of(file)):
            facts = [fact["text"] for fact in person["facts"]]
            read = reader.read([in_english(fact) for fact in facts], as_questions=False)
            whole = np.array([each.whole for each in read])
            for late in range(1, len(facts), EVERY):
                near = np.argsort(-(whole[:late] @ whole[late]))[:NEAREST]
                known = sorted({*near.tolist(), *range(max(0, late - LATEST), late)})
                pairs = [StatementPair(facts[early], facts[late]) for early in known]
                for row in change_likelihood.features(pairs):
                    yield Seen(f"{file.stem} {at}", right=False, row=row)


def of_stories() -> Iterator[Seen]:
    """Every statement with those before it and with some of other people's."""
    stories = [
        json.loads(line)
        for number in STORIES
        for line in (DATA / f"stories_{number}.jsonl").read_text().splitlines()
    ]
    chance = random.Random(1)
    for at, story in enumerate(stories):
        told, changed = story["statements"], {tuple(pair) for pair in story["changed"]}
        others = [each for each in stories if each["lang"] == story["lang"] and each is not story]
        for late in range(1, len(told)):
            strange = [chance.choice(chance.choice(others)["statements"]) for _ in range(OTHERS)]
            pairs = [StatementPair(old, told[late]) for old in [*told[:late], *strange]]
            rows = change_likelihood.features(pairs)
            for early, row in enumerate(rows):
                yield Seen(f"story {at}", early < late and (early, late) in changed, row)


def figures(lines: list[Seen]) -> None:
    """How much of what changes is found, where so much of what is found changes."""
    right = np.array([line.right for line in lines])
    rows = np.array([line.row for line in lines])
    fold = np.array([crc32(line.group.encode()) % FOLDS for line in lines])
    in_lives = np.array([not line.group.startswith("story") for line in lines])
    sure = np.zeros(len(lines))
    for out in range(FOLDS):
        sure[fold == out] = _fitted(rows[fold != out], right[fold != out]).predict_proba(
            rows[fold == out]
        )[:, 1]
    for name, scores in (("the model alone", rows[:, 0]), ("trees", sure)):
        order = np.argsort(-scores)
        shares = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
        for precision in PRECISIONS:
            enough = np.flatnonzero(shares >= precision)
            count = int(enough[-1]) + 1 if len(enough) else 0
            found = right[order][:count].sum() / right.sum()
            least = scores[order][count - 1] if count else 1.0
            print(f"{name}: right {precision}, found {found:.3f}, from {least:.3f}")
        for least in LEAST:
            said = scores >= least
            strange = (said & in_lives).sum()
            print(f"{name}: from {least}, found {said[right].mean():.3f}, in lives {strange}")


def _fitted(rows: Floats, right: NDArray[Any]) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(**TREES).fit(rows, right)


def main() -> None:
    lines = [*of_stories(), *of_lives()]
    print(f"{len(lines)} pairs, {sum(line.right for line in lines)} of them changes")
    figures(lines)
    if "--figures" not in sys.argv:
        rows, right = np.array([each.row for each in lines]), [each.right for each in lines]
        np.savez_compressed(change_likelihood.TREES, **flat(_fitted(rows, np.array(right))))


if __name__ == "__main__":
    main()
