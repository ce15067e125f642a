"""Fit the weights of the features: `python -m bench.answerer.tune [-v] [-w] [FILE…]`.

Everybody in people.py, and in further files of the form of lives.json, is left out of the fit once;
the figures are those of the people left out: what becomes of questions with an answer (given for
sure with the right passage or with wrong ones; given as what comes closest, likewise; not known)
and of those without one (answered for sure, with what comes closest, or not known), by groups and
by how much is known. With -w the weights of a fit on everybody are written to weights.json.
"""

import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer.occasions import WEIGHTS, Known, Occasion, occasions  # noqa: E402
from bench.answerer.people import people  # noqa: E402
from memories.answers.persons.kinship import Who  # noqa: E402
from memories.answers.scoring import answer_scoring, kept, weights  # noqa: E402
from memories.answers.scoring.asked import take_apart  # noqa: E402
from memories.answers.scoring.reading import read  # noqa: E402
from memories.answers.verdicts import LEAST, SURE, Verdict, verdict_of  # noqa: E402

SHRINK = 30.0
# Nothing makes up for these, however seldom they came up in the questions at hand.
HELD = {"sibling": -6.0, "opposed": -2.0, "told": -6.0, "over": -3.0}
# How much an occasion of each group counts: those who live more than one language count more.
GROUPS = {"lives": 2.5}
# Each person left out by themselves takes too long: so many at a time.
FOLDS = 8
# So many processes look at so many occasions each at a time.
PROCESSES, TOGETHER = os.cpu_count(), 200
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """An occasion's passages: their features, and which of them are right."""

    occasion: Occasion
    passages: tuple[str, ...]
    names: tuple[str, ...]
    features: Floats
    right: Floats

    @property
    def counts(self) -> float:
        return WEIGHTS[self.occasion.known] * GROUPS.get(self.occasion.group, 1.0)


@dataclass(frozen=True)
class Fitted:
    weights: Floats
    bias: float

    def judge(self, features: Floats) -> Floats:
        sure: Floats = 1 / (1 + np.exp(-(features @ self.weights + self.bias)))
        return sure


def look_at(occasion: Occasion) -> Seen:
    passages = occasion.passages
    known = frozenset(Who(read(p).told for p in passages).names)
    readings = [read(passage, known) for passage in passages]
    who = Who(reading.told for reading in readings)
    asked = take_apart(occasion.question, known)
    examined = answer_scoring.examine(asked, readings, who)
    names, features = weights.expanded(weights.rows(examined))
    right = np.array([float(passage in occasion.right) for passage in passages])
    return Seen(occasion, passages, tuple(names), features, right)


def fit(seen: Sequence[Seen]) -> Fitted:
    """Logistic regression by Newton's method."""
    x = np.concatenate([each.features for each in seen])
    y = np.concatenate([each.right for each in seen])
    counts = np.concatenate([np.full(len(each.right), each.counts) for each in seen])
    names = seen[0].names
    held = np.array([HELD.get(name, 0.0) for name in names])
    free = np.array([name not in HELD for name in names])
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.c_[((x - mean) / spread)[:, free], np.ones(len(x))]
    w = _newton(z, y, counts, given=x @ held)
    found = held.copy()
    found[free] = w[:-1] / spread[free]
    return Fitted(found, float(w[-1] - found[free] @ mean[free]))


def _newton(z: Floats, y: Floats, counts: Floats, given: Floats) -> Floats:
    shrink = np.r_[np.full(z.shape[1] - 1, SHRINK), 1e-6]
    w = np.zeros(z.shape[1])
    for _ in range(10):
        p = 1 / (1 + np.exp(-(z @ w + given)))
        gradient = z.T @ (counts * (p - y)) + shrink * w
        hessian = (z * (counts * p * (1 - p))[:, None]).T @ z + np.diag(shrink)
        w -= np.linalg.solve(hessian, gradient)
    return w


def becomes(seen: Seen, sure: Floats) -> str:
    """What becomes of a question: as told at the top."""
    verdict = verdict_of(float(sure.max()))
    if verdict is Verdict.UNKNOWN or not seen.occasion.answerable:
        return verdict.value
    shown = np.argsort(-sure)[: 1 if verdict is Verdict.SURE else 2]
    return f"{verdict.value}, {'right' if seen.right[shown].any() else 'wrong'}"


def report(
    title: str, judged: Sequence[tuple[Seen, Floats]], which: Callable[[Occasion], bool]
) -> None:
    for answerable in (True, False):
        counts = Counter(
            becomes(seen, sure)
            for seen, sure in judged
            if which(seen.occasion) and seen.occasion.answerable is answerable
        )
        if total := counts.total():
            shares = ", ".join(f"{how} {n / total:.3f}" for how, n in sorted(counts.items()))
            kind = "answerable" if answerable else "unanswerable"
            print(f"  {title}: {total} {kind}: {shares}")


def report_all(judged: Sequence[tuple[Seen, Floats]]) -> None:
    print(f"people left out of the fit, sure from {SURE}, known from {LEAST}")
    for group in sorted({seen.occasion.group for seen, _ in judged}):
        report(
            f"{group}, as asked",
            judged,
            lambda it, group=group: it.group == group and it.known is Known.ALL,  # type: ignore[misc]
        )
    report("answer taken out", judged, lambda it: it.known is Known.ALL_BUT_THE_ANSWER)
    few = (Known.FEW, Known.FEW_BUT_THE_ANSWER)
    report("few things known", judged, lambda it: it.known in few)


def list_mistakes(judged: Sequence[tuple[Seen, Floats]]) -> None:
    for seen, sure in judged:
        how = becomes(seen, sure)
        if seen.occasion.known is Known.ALL and how in ("sure", "sure, wrong", "unknown"):
            best = int(sure.argmax())
            print(f"{sure[best]:.2f} {how} | {seen.occasion.question} | {seen.passages[best]}")


def write(fitted: Fitted, names: Sequence[str]) -> None:
    """Write the weights to where the answerer reads them."""
    stored = {
        "bias": round(fitted.bias, 3),
        "weights": {
            name: round(float(weight), 3)
            for name, weight in zip(names, fitted.weights, strict=True)
        },
    }
    weights.WEIGHTS.write_text(json.dumps(stored, indent=1) + "\n")


def main() -> None:
    files = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    everybody = people(files)
    kept.KEPT = 1_000_000
    every = list(occasions(everybody, random.Random(0)))
    with ProcessPoolExecutor(PROCESSES) as pool:
        seen = list(pool.map(look_at, every, chunksize=TOGETHER))
    folds = [
        fit([each for each in seen if each.occasion.person % FOLDS != number])
        for number in range(FOLDS)
    ]
    judged = [(each, folds[each.occasion.person % FOLDS].judge(each.features)) for each in seen]
    report_all(judged)
    if "-v" in sys.argv:
        list_mistakes(judged)
    if "-w" in sys.argv:
        write(fit(seen), seen[0].names)


if __name__ == "__main__":
    main()
