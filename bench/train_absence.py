"""Find by which signs recall knows that something was never told ([own] in weights.toml), how well.

    python -m bench.train_absence locomo.jsonl

The file is one of `manage.py bench_recall`, its lines conversations of two; what is asked in the
group --absent was told of the other one, or not at all. Whoever says "not found" to more of these
loses more of the others: the threshold is the one that loses --share of the answerable.

It prints, for each line left out: how many of its questions are found absent and how many that
could be answered are lost, with weights and threshold found on the other lines; then with the
threshold alone found there, and as shipped. Last come the weights fitted to everything; with
--write those of the first --share go into the file.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.application import application
from bench.lists import lists
from bench.weights_file import write

Floats = NDArray[np.float64]
Weights = Mapping[str, float]

SHRINK = 3.0
ROUNDS = 40


@dataclass(frozen=True)
class Question:
    """One question by its signs; without any (nobody named, or several) it is `known` or not."""

    line: int
    absent: bool
    signs: Weights
    known: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--absent", default="adversarial")
    parser.add_argument("--share", type=float, action="append")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("-w", "--write", action="store_true")
    options = parser.parse_args()
    with application():
        questions = _questions(options.file, options.cache, options.absent)
        from memories.recall.weights import OWN

        shares = options.share or (0.05, 0.045, 0.04, 0.035, 0.03)
        for share in shares:
            print(f"a share of {share} lost where the threshold is found")
            _say("weights and threshold", questions, lambda some, share=share: _fit(some, share))  # type: ignore[misc]
            _say("threshold alone", questions, lambda some, share=share: _cut(some, OWN, share))  # type: ignore[misc]
            print(f"  fitted to everything: {_rounded(_fit(questions, share))}")
        _say("as shipped", questions, lambda _: OWN)
        if options.write:
            write("own", _rounded(_fit(questions, shares[0])))


def _questions(file: Path, cache: Path | None, absent: str) -> list[Question]:
    from llm.embedding import current_model
    from memories.recall.answerability import known, signs
    from memories.recall.ranking import rank
    from memories.recall.weights import ANSWERABLE

    questions = []
    for one in lists(file, cache):
        ranked = rank(one.asked, one.candidates, current_model())
        questions.append(
            Question(
                one.line,
                one.group == absent,
                signs(one.asked, ranked),
                known(one.asked, ranked) >= ANSWERABLE.known,
            )
        )
    return questions


def _say(
    label: str,
    questions: Sequence[Question],
    fitted: Callable[[Sequence[Question]], Weights],
) -> None:
    for line in sorted({one.line for one in questions}):
        weights = fitted([one for one in questions if one.line != line])
        left_out = [one for one in questions if one.line == line]
        absent = [_found_absent(one, weights) for one in left_out if one.absent]
        lost = [_found_absent(one, weights) for one in left_out if not one.absent]
        print(
            f"  {label}, line {line}: {sum(absent)} of {len(absent)} absent found"
            f" ({np.mean(absent):.3f}), {sum(lost)} of {len(lost)} others lost"
            f" ({np.mean(lost):.3f})",
            flush=True,
        )


def _found_absent(one: Question, weights: Weights) -> bool:
    return _sum(one, weights) < 0 if one.signs else not one.known


def _sum(one: Question, weights: Weights) -> float:
    return sum(weights[name] * sign for name, sign in one.signs.items())


def _fit(questions: Sequence[Question], share: float) -> Weights:
    """A logistic regression (Newton's method), all signs on one scale, weights shrunk a little."""
    told = [one for one in questions if one.signs]
    names = [name for name in told[0].signs if name != "always"]
    rows: Floats = np.array([[one.signs[name] for name in names] for one in told])
    goal = np.array([not one.absent for one in told], np.float64)
    middle, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    rows = np.column_stack([(rows - middle) / scale, np.ones(len(rows))])
    shrink = np.diag([*[SHRINK] * len(names), 1e-6])
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        guess = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (guess - goal) + shrink @ weights
        bend = (rows.T * (guess * (1 - guess))) @ rows + shrink
        weights -= np.linalg.solve(bend, slope)
    fitted = dict(zip(names, map(float, weights[:-1] / scale), strict=True))
    return _cut(questions, {"always": 0.0, **fitted}, share)


def _cut(questions: Sequence[Question], weights: Weights, share: float) -> Weights:
    """The same weights with the threshold that loses this share of what could be answered."""
    raised = {**weights, "always": 0.0}
    answerable = [one for one in questions if not one.absent]
    sums = [_sum(one, raised) if one.signs else np.inf * (one.known - 0.5) for one in answerable]
    return {**weights, "always": -float(np.sort(sums)[int(share * len(sums))])}


def _rounded(weights: Weights) -> dict[str, float]:
    return {name: round(weight, 2) for name, weight in weights.items()}


if __name__ == "__main__":
    main()
