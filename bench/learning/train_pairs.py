"""Train memories/learning/changing/comparing.npz on the pairs of bench/learning/data/pairs_*.jsonl.

    python -m bench.learning.train_pairs            # figures by cross-validation, then the weights
    python -m bench.learning.train_pairs --figures  # figures only

A line is one pair: what was said first, what was said `days` later by the same person, and what
the second does to the first. Needs memories/learning/reading/classifier.npz (bench.learning.train)
first, and scikit-learn, which the application does not: `pip install scikit-learn`.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from scipy.sparse import csr_matrix  # noqa: E402
from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

from bench.learning.train import DATA, PARTS, Floats  # noqa: E402
from bench.trees import flat  # noqa: E402
from memories.learning.changing import comparing  # noqa: E402
from memories.learning.changing.comparing import Pair  # noqa: E402
from memories.learning.reading import classifier  # noqa: E402
from memories.text.names.lists import given_names  # noqa: E402

Bools = NDArray[np.bool_]
Ints = NDArray[np.int_]
Names = NDArray[np.str_]

# So many strangers beside each news, and how little may both be about the same.
EACH, APART = 1, 0.1
NAMESAKES = 1
# What changes nothing whatever was said before it, and so many pairs of each.
IN_PASSING = ("small_talk", "opinion", "irony", "hypothetical", "wish", "hedged", "task")
PASSING = 2
# The pairs that are made of others.
MADE = ("stranger", "namesake", "passing")


def lines() -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for file in sorted(DATA.glob("pairs_*.jsonl"))
        for line in file.read_text().splitlines()
        if line.strip()
    ]


def strangers(read: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The news of each pair beside what somebody else said of something else: unrelated.

    So news alone changes nothing: "Nadia left" is no news of the dentist.
    """
    random = np.random.default_rng(11)
    found = []
    for lang in sorted({line["lang"] for line in read}):
        mine = [line for line in read if line["lang"] == lang]
        about = classifier.shares(classifier.features([line["old"] for line in mine]))["attr"]
        news = classifier.shares(classifier.features([line["new"] for line in mine]))["attr"]
        for at, line in enumerate(mine):
            others = random.permutation(len(mine))[:40]
            apart = [n for n in others if n != at and float(news[at] @ about[n]) < APART]
            found += [
                {**line, "old": mine[n]["old"], "relation": "unrelated"} for n in apart[:EACH]
            ]
    return found


def namesakes(read: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """News of somebody beside something else that is known of the same one: both hold.

    "Iker's passport is expired" is no news of Iker's bicycle. Names are put in the place of names.
    """
    random = np.random.default_rng(12)
    found = []
    for lang in sorted({line["lang"] for line in read}):
        mine = [line for line in read if line["lang"] == lang]
        named = [(line["old"], name) for line in mine for name in _given(line["old"])]
        about = classifier.shares(classifier.features([text for text, _ in named]))["attr"]
        news = classifier.shares(classifier.features([line["new"] for line in mine]))["attr"]
        for at, line in enumerate(mine):
            for name in _given(line["new"])[:1]:
                others = random.permutation(len(named))[:60]
                apart = [n for n in others if float(news[at] @ about[n]) < APART]
                found += [
                    {**line, "old": re.sub(rf"\b{was}\b", name, text)}
                    for text, was in (named[n] for n in apart[:NAMESAKES])
                ]
    return found


def passing(read: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is said in passing beside what is known: "the train was late again" changes nothing."""
    random = np.random.default_rng(13)
    found = []
    for file in sorted(DATA.glob("statements_*.jsonl")):
        for said in map(json.loads, file.read_text().splitlines()):
            if not said["keep"] and said["category"] in IN_PASSING:
                olds = [line for line in read if line["lang"] == said["lang"]]
                beside = random.permutation(len(olds))[:PASSING]
                found += [{**olds[n], "new": said["text"]} for n in beside]
    return found


def _given(text: str) -> list[str]:
    return [word for word in re.findall(r"\b[A-Z]\w+", text) if word.lower() in given_names()]


def linear(rows: Floats, is_change: Bools) -> LogisticRegression:
    # Most of the hashed words are nought: sparse, it takes a tenth of the time.
    return LogisticRegression(C=0.5, max_iter=300).fit(csr_matrix(rows), is_change)


def trees(rows: Floats, is_change: Bools) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=250, learning_rate=0.06, max_leaf_nodes=10, l2_regularization=3, random_state=0
    ).fit(rows, is_change)


def out_of_fold(rows: Floats, is_change: Bools, folds: Ints, told: Bools) -> Floats:
    """What the linear part says of each pair, fitted without it: the trees must not trust it more
    than it deserves. It learns what news is, so it is fitted without made pairs."""
    found = np.zeros(len(rows), np.float32)
    for fold in range(PARTS):
        kept = told & (folds != fold)
        found[folds == fold] = linear(rows[kept], is_change[kept]).decision_function(
            rows[folds == fold]
        )
    return found


def figures(stacked: Floats, is_change: Bools, folds: Ints, relations: Names, langs: Names) -> None:
    """What pairs left out are taken for, by threshold: whatever is taken for a change, replaces."""
    sure = np.zeros(len(stacked))
    for fold in range(PARTS):
        kept = folds != fold
        fitted = trees(stacked[kept], is_change[kept])
        sure[~kept] = fitted.predict_proba(stacked[~kept])[:, 1]
    told = ~np.isin(relations, MADE)
    for threshold in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        chosen = sure >= threshold
        precision = is_change[told & chosen].mean()
        recalls = {
            lang: f"{chosen[is_change & (langs == lang)].mean():.2f}" for lang in np.unique(langs)
        }
        wrong = {
            name: f"{chosen[relations == name].mean():.3f}"
            for name in np.unique(relations)
            if name != "changed"
        }
        print(
            f"from {threshold}: precision {precision:.3f}, recall {chosen[is_change].mean():.3f}"
            f" {recalls}; wrongly {wrong}"
        )


def main() -> None:
    told = lines()
    read = told + [{**line, "relation": "stranger"} for line in strangers(told)]
    read += [{**line, "relation": "namesake"} for line in namesakes(told)]
    read += [{**line, "relation": "passing"} for line in passing(told)]
    relations = np.array([line["relation"] for line in read])
    is_change = relations == "changed"
    # The same news is never in two parts.
    number = {text: n for n, text in enumerate(sorted({line["new"] for line in read}))}
    folds = np.array([number[line["new"]] % PARTS for line in read])
    pairs = comparing.Read([Pair(line["old"], line["new"]) for line in read])
    dense = pairs.dense()
    mean, spread = dense.mean(axis=0), dense.std(axis=0) + 1e-6
    rows = pairs.rows(dense, mean, spread)
    is_told = ~np.isin(relations, MADE)
    news = out_of_fold(rows, is_change, folds, is_told)
    stacked = np.concatenate([dense, news[:, None]], axis=1)
    print(f"{len(told)} pairs, {len(read) - len(told)} made of them")
    if "--weights" not in sys.argv:
        figures(stacked, is_change, folds, relations, np.array([line["lang"] for line in read]))
    if "--figures" in sys.argv:
        return
    whole = linear(rows[is_told], is_change[is_told])
    np.savez_compressed(
        Path(comparing.__file__).with_suffix(".npz"),
        weights=whole.coef_[0].astype(np.float16),
        bias=whole.intercept_.astype(np.float32)[0],
        mean=mean,
        spread=spread,
        **flat(trees(stacked, is_change)),
    )


if __name__ == "__main__":
    main()
