"""Fit what tells whether a question takes two facts: `python -m bench.answerer.tune_facts_needed`.

On the lives that fit the weights (written.py): which questions take two facts, by how the reader
reads them. Needs scikit-learn. Prints, of lives left out of the fit, to how many of the questions
that take two and of the others do it says so; then writes the weights.
"""

import json
import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer import written  # noqa: E402
from llm import reader  # noqa: E402
from memories.answers.passage_ranking import SEEMS_TO  # noqa: E402
from memories.answers.scoring import facts_needed  # noqa: E402
from memories.text import in_english  # noqa: E402

FOLDS = 5
# How far the weights may go.
FREE = 3.0
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question of a life, as the reader reads it, and how many statements answer it."""

    life: int
    whole: Floats
    takes: int


def main() -> None:
    asked = [each for n, life in enumerate(written.for_fitting()) for each in _of_life(n, life)]
    wholes = np.array([each.whole for each in asked])
    two = np.array([each.takes > 1 for each in asked])
    fitted = LogisticRegression(C=FREE, max_iter=3000)
    lives, parts = np.array([each.life for each in asked]), GroupKFold(FOLDS)
    likely = cross_val_predict(
        fitted, wholes, two, groups=lives, cv=parts, method="decision_function"
    )
    one = np.array([each.takes == 1 for each in asked])
    shares = ", ".join(f"{(likely[which] >= SEEMS_TO).mean():.3f}" for which in (two, one))
    print(f"seem to take two: {shares} of {two.sum()} that do, {one.sum()} that take one")
    fitted.fit(wholes, two)
    weights = [round(float(w), 3) for w in (*fitted.coef_[0], fitted.intercept_[0])]
    facts_needed.WEIGHTS.write_text(json.dumps({"asked": weights}) + "\n")


def _of_life(number: int, life: written.Life) -> list[Asked]:
    alone = [each for each in life.questions if not each.before]
    read = reader.read([in_english(each.text) for each in alone], as_questions=True)
    return [
        Asked(number, np.asarray(one.whole, float), len(each.right))
        for each, one in zip(alone, read, strict=True)
    ]


if __name__ == "__main__":
    main()
