"""Fit what tells the other half of a question: `python -m bench.answerer.tune_other_half`.

On the lives that fit the weights (written.py): which questions take two facts, by what the reader
makes of them, and which statement is the second, by what it answers that the best does not. Needs
scikit-learn. Prints, of lives left out of the fit, how many of the questions that take two are told
whole, and how many of the others are told one statement more; then writes the weights.
"""

import json
import os
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer import written  # noqa: E402
from memories.answers.scoring import other_half  # noqa: E402
from memories.answers.scoring.reads import Reads  # noqa: E402
from memories.text import in_english  # noqa: E402

FOLDS = 5
LIMITS = (0.1, 0.15, 0.2, 0.3)
# How far the weights may go: for what a question is, and for a passage.
ASKED_FREE, FREE = 3.0, 10.0
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question of a life: what the reader makes of it, and of what may be its other half."""

    life: int
    whole: Floats
    takes_two: bool
    has_answer: bool
    columns: Floats
    is_other: Floats


def main() -> None:
    asked = [each for n, life in enumerate(written.for_fitting()) for each in _of_life(n, life)]
    wholes = np.array([each.whole for each in asked])
    two = np.array([each.takes_two for each in asked])
    lives = np.array([each.life for each in asked])
    of_question = LogisticRegression(C=ASKED_FREE, max_iter=3000)
    left_out = cross_val_predict(
        of_question, wholes, two, groups=lives, cv=GroupKFold(FOLDS), method="decision_function"
    )
    columns = np.concatenate(
        [
            np.c_[each.columns, np.full(len(each.columns), d)]
            for each, d in zip(asked, left_out, strict=True)
        ]
    )
    is_other = np.concatenate([each.is_other for each in asked])
    of_row = np.repeat(np.arange(len(asked), dtype=np.int64), [len(e.columns) for e in asked])
    mean, spread = columns.mean(0), columns.std(0)
    of_passage = LogisticRegression(C=FREE, max_iter=3000)
    likely = cross_val_predict(
        of_passage,
        (columns - mean) / spread,
        is_other,
        groups=lives[of_row],
        cv=GroupKFold(FOLDS),
        method="predict_proba",
    )[:, 1]
    _report(asked, of_row, likely, is_other)
    of_question.fit(wholes, two)
    of_passage.fit((columns - mean) / spread, is_other)
    weights = of_passage.coef_[0] / spread
    stored = {
        "asked": [round(float(w), 3) for w in (*of_question.coef_[0], of_question.intercept_[0])],
        "weights": [round(float(w), 4) for w in weights],
        "bias": round(float(of_passage.intercept_[0] - weights @ mean), 4),
    }
    other_half.WEIGHTS.write_text(json.dumps(stored) + "\n")


def _of_life(number: int, life: written.Life) -> list[Asked]:
    texts = [in_english(text) for text in life.statements.values()]
    at = {n: place for place, n in enumerate(life.statements)}
    found = []
    for question in life.questions:
        if question.before or any(n not in at for n in question.right):
            continue
        reads = Reads(in_english(question.text), texts)
        order = sorted(range(len(texts)), key=lambda n: -reads.answers(texts[n]))
        tried = other_half.different(reads, texts, order)
        right = {at[n] for n in question.right}
        columns = other_half.columns(reads, texts[order[0]], [texts[n] for n in tried], 0.0)
        both = order[0] in right and len(right) > 1
        found.append(
            Asked(
                number,
                np.asarray(reads.asked, float),
                len(right) > 1,
                bool(right),
                columns[:, :-1],
                np.array([both and n in right for n in tried], float),
            )
        )
    return found


def _report(
    asked: list[Asked], of_row: NDArray[np.int64], likely: Floats, is_other: Floats
) -> None:
    best: dict[int, tuple[float, bool]] = defaultdict(lambda: (0.0, False))
    for row, sure, other in zip(of_row, likely, is_other, strict=True):
        best[int(row)] = max(best[int(row)], (float(sure), bool(other)))
    several = [n for n, each in enumerate(asked) if each.takes_two]
    one = [n for n, each in enumerate(asked) if each.has_answer and not each.takes_two]
    for limit in LIMITS:
        whole = sum(best[n][0] >= limit and best[n][1] for n in several) / len(several)
        more = sum(best[n][0] >= limit for n in one) / len(one)
        print(f"from {limit}: {whole:.3f} of {len(several)} whole, {more:.3f} of {len(one)} more")


if __name__ == "__main__":
    main()
