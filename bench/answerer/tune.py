"""Fit the weights of chat.builtin.evidence on the development questions, and say what they reach.

`python -m bench.answerer.tune [-v]`. Each person of questions.json is left out of the fit once;
the figures are those of the people left out. Beside the questions written to be unanswerable
("near misses"), every answerable question is asked once more with its fact taken away ("removed").
"""

import json
import os
import sys
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from chat.builtin import evidence  # noqa: E402 - Django first
from chat.builtin.asked import take_apart  # noqa: E402

QUESTIONS = Path(__file__).with_name("questions.json")
CANDIDATES = 6
SHRINK = 1.0
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """One passage for one question."""

    person: int
    question: str
    group: str
    passage: str
    right: bool
    features: evidence.Features


def rows() -> list[Row]:
    found = []
    for number, person in enumerate(json.loads(QUESTIONS.read_text())):
        facts = {fact["id"]: fact["text"] for fact in person["facts"]}
        asked = [("answerable", q["q"], q["fact"]) for q in person["questions"]]
        asked += [("near miss", q, "") for q in person["unknown"]]
        asked += [("removed", q["q"], q["fact"]) for q in person["questions"]]
        for group, question, fact in asked:
            texts = [t for pk, t in facts.items() if group != "removed" or pk != fact]
            likeness = evidence.likeness(question, texts)
            best = sorted(range(len(texts)), key=lambda i: -likeness[i])[:CANDIDATES]
            passages = [texts[i] for i in best]
            examined = evidence.examine(take_apart(question), question, passages)
            found += [
                Row(number, question, group, text, group == "answerable" and text == facts[fact], f)
                for text, f in zip(passages, examined, strict=True)
            ]
    return found


def fit(x: Floats, y: Floats) -> tuple[Floats, float]:
    """Logistic regression by Newton's method, shrunk on standardised features."""
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


def report(title: str, found: list[Row], judged: Floats, *, verbose: bool = False) -> None:
    best: dict[tuple[int, str, str], tuple[float, Row]] = {}
    for row, p in zip(found, judged, strict=True):
        key = (row.person, row.group, row.question)
        if key not in best or p > best[key][0]:
            best[key] = (float(p), row)
    print(title)
    for enough in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55):
        shares = []
        for group in ("answerable", "near miss", "removed"):
            of = [(p, row) for p, row in best.values() if row.group == group]
            good = sum((p >= enough and row.right) if group == "answerable" else p < enough
                       for p, row in of)  # fmt: skip
            shares.append(f"{group} {good}/{len(of)} = {good / len(of):.2f}")
        print(f"  {enough:.2f}  {'  '.join(shares)}")
    if verbose:
        for p, row in sorted(best.values(), key=lambda pair: pair[0]):
            wrong = p < evidence.ENOUGH or not row.right
            if wrong if row.group == "answerable" else p >= evidence.ENOUGH:
                shown = {
                    f.name: round(getattr(row.features, f.name), 2) for f in fields(row.features)
                }
                print(f"{p:.2f} {row.group} | {row.question} | {row.passage} | "
                      f"{ {k: v for k, v in shown.items() if v} }")  # fmt: skip


def main() -> None:
    found = rows()
    names = [f.name for f in fields(evidence.Features)]
    x = np.array([[getattr(row.features, name) for name in names] for row in found])
    y = np.array([float(row.right) for row in found])
    people = np.array([row.person for row in found])
    held_out = np.zeros(len(found))
    for person in sorted(set(people)):
        weights, bias = fit(x[people != person], y[people != person])
        held_out[people == person] = 1 / (1 + np.exp(-(x[people == person] @ weights + bias)))
    weights, bias = fit(x, y)
    print(f"BIAS = {bias:.2f}")
    print("\n".join(f"    {name}={w:.2f}," for name, w in zip(names, weights, strict=True)))
    report("people left out of the fit:", found, held_out)
    report("as fitted:", found, 1 / (1 + np.exp(-(x @ weights + bias))), verbose="-v" in sys.argv)
    current = np.array([evidence._probability(row.features) for row in found])
    report("with the weights in evidence.py:", found, current)


if __name__ == "__main__":
    main()
