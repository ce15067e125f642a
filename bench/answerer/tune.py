"""Fit the weights of the evidence, and say what they reach: `python -m bench.answerer.tune`.

Each person of people.py is left out of the fit once; the figures are those of the people left out,
by group and threshold: of how many questions with an answer the answer is shown, and of how many
without one it is said that it is not known. With -v what went wrong is listed.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer.people import people  # noqa: E402 - Django first
from chat.builtin import evidence  # noqa: E402
from chat.builtin.asked import take_apart  # noqa: E402
from chat.builtin.questions import NEARLY, SHOWN  # noqa: E402

CANDIDATES = 6
SHRINK = 1.0
THRESHOLDS = (0.03, evidence.ENOUGH, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
NAMES = [f.name for f in fields(evidence.Features)]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """One question with its nearest passages: their features, and which of them are right."""

    person: int
    group: str
    question: str
    answerable: bool
    passages: tuple[str, ...]
    features: Floats
    right: Floats


def everything_asked() -> list[Asked]:
    found = []
    for number, person in enumerate(people()):
        for question in person.questions:
            likeness = evidence.likeness(question.text, person.passages)
            best = sorted(range(len(likeness)), key=lambda i: -likeness[i])[:CANDIDATES]
            passages = tuple(person.passages[i] for i in best)
            examined = evidence.examine(take_apart(question.text), question.text, passages)
            features = np.array([[getattr(each, name) for name in NAMES] for each in examined])
            right = np.array([float(passage in question.right) for passage in passages])
            asked = Asked(
                number, person.group, question.text, bool(question.right), passages, features, right
            )
            found.append(asked)
    return found


def fit(found: Sequence[Asked]) -> tuple[Floats, float]:
    """Logistic regression by Newton's method, shrunk on standardised features."""
    x = np.concatenate([asked.features for asked in found])
    y = np.concatenate([asked.right for asked in found])
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    shrink = np.r_[np.full(x.shape[1], SHRINK), 1e-6]
    w = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ w))
        gradient = z.T @ (p - y) + shrink * w
        hessian = (z * (p * (1 - p))[:, None]).T @ z + np.diag(shrink)
        w -= np.linalg.solve(hessian, gradient)
    weights = w[:-1] / spread
    return weights, float(w[-1] - weights @ mean)


def judged(asked: Asked, weights: Floats, bias: float) -> Floats:
    sure: Floats = 1 / (1 + np.exp(-(asked.features @ weights + bias)))
    return sure


def is_good(asked: Asked, sure: Floats, enough: float) -> bool:
    """Whether the answer shown has the right passage in it, or rightly there is none."""
    least = max(enough, sure.max() * NEARLY)
    shown = [i for i in np.argsort(-sure)[:SHOWN] if sure[i] >= least]
    return bool(asked.right[shown].any()) if asked.answerable else not shown


def report(title: str, found: Sequence[Asked], sure: Sequence[Floats]) -> None:
    print(title)
    for enough in THRESHOLDS:
        counts: dict[tuple[str, bool], list[bool]] = defaultdict(list)
        for asked, each in zip(found, sure, strict=True):
            counts[asked.group, asked.answerable].append(is_good(asked, each, enough))
        shares = [
            f"{group} {'answered' if answerable else 'not known'} {sum(good)}/{len(good)}"
            for (group, answerable), good in sorted(counts.items())
        ]
        print(f"  {enough:.2f}  {'  '.join(shares)}")


def list_mistakes(found: Sequence[Asked], sure: Sequence[Floats]) -> None:
    for asked, each in zip(found, sure, strict=True):
        if not is_good(asked, each, evidence.ENOUGH):
            best = int(each.argmax())
            print(f"{each[best]:.2f} {asked.group} | {asked.question} | {asked.passages[best]}")
            told = {
                name: round(float(v), 2)
                for name, v in zip(NAMES, asked.features[best], strict=True)
            }
            print(f"     { {name: value for name, value in told.items() if value} }")


def main() -> None:
    found = everything_asked()
    held_out: dict[int, tuple[Floats, float]] = {
        person: fit([asked for asked in found if asked.person != person])
        for person in {asked.person for asked in found}
    }
    weights, bias = fit(found)
    print(f"BIAS = {bias:.2f}")
    print("\n".join(f"    {name}={w:.2f}," for name, w in zip(NAMES, weights, strict=True)))
    unseen = [judged(asked, *held_out[asked.person]) for asked in found]
    report("people left out of the fit:", found, unseen)
    current = np.array([getattr(evidence.WEIGHTS, name) for name in NAMES])
    report(
        "with the weights in evidence.py:",
        found,
        [judged(asked, current, evidence.BIAS) for asked in found],
    )
    if "-v" in sys.argv:
        list_mistakes(found, unseen)


if __name__ == "__main__":
    main()
