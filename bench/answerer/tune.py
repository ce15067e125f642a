"""Grow the trees that judge answers: `python -m bench.answerer.tune [-v] [-w] [FILE…]`.

Everybody in people.py, and in further files of the form of lives.json, is left out of the fit once;
the figures are those of the people left out: what becomes of questions with an answer (given for
sure with the right passage or with wrong ones; given as what comes closest, likewise; not known)
and of those without one (answered for sure, with what comes closest, or not known), by groups and
by how much is known. With -w the trees grown on everybody are written to where the answerer reads
them. Needs scikit-learn, as the application does not: `pip install scikit-learn`.
"""

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

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402

from bench.answerer.occasions import WEIGHTS, Known, Occasion, occasions  # noqa: E402
from bench.answerer.people import people  # noqa: E402
from bench.trees import flat  # noqa: E402
from llm import kept  # noqa: E402
from memories.answers.persons.kinship import Kinship  # noqa: E402
from memories.answers.scoring import answer_scoring, likelihood  # noqa: E402
from memories.answers.scoring.analysed_passage import read  # noqa: E402
from memories.answers.scoring.question import take_apart  # noqa: E402
from memories.answers.verdicts import LEAST, SURE, Verdict, verdict_of  # noqa: E402

# How much an occasion of each group counts: those who live more than one language, and those who
# ask in other words than they told, count more.
GROUPS = {"lives": 2.5, "sets": 3.0, "near": 0.3}
# The trees; what the reader makes of a passage counts for it, never against it.
TREES = {
    "max_iter": 200,
    "learning_rate": 0.05,
    "max_leaf_nodes": 12,
    "min_samples_leaf": 60,
    "l2_regularization": 5.0,
}
COUNT_FOR_IT = ("read", "read_share", "read_lead", "together", "together_lead")
# So many of the passages of each occasion are looked at, those that are read as likeliest.
LOOKED_AT = 10
# Each person left out by themselves takes too long: so many at a time.
FOLDS = 8
# So many processes look at so many occasions each at a time.
PROCESSES, TOGETHER = os.cpu_count(), 200
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Seen:
    """The likeliest passages of an occasion, by their features, and which of them are right."""

    occasion: Occasion
    passages: tuple[str, ...]
    features: Floats
    held: Floats
    right: Floats

    @property
    def counts(self) -> float:
        return WEIGHTS[self.occasion.known] * GROUPS.get(self.occasion.group, 1.0)


def look_at(occasion: Occasion) -> Seen:
    passages = occasion.passages
    known = frozenset(Kinship(read(p).told for p in passages).names)
    readings = [read(passage, known) for passage in passages]
    who = Kinship(reading.told for reading in readings)
    asked = take_apart(occasion.question, known)
    every = answer_scoring.examine(asked, readings, who)
    likeliest = sorted(range(len(every)), key=lambda n: -every[n].read)[:LOOKED_AT]
    examined = [every[n] for n in likeliest]
    texts = tuple(passages[n] for n in likeliest)
    right = np.array([float(text in occasion.right) for text in texts], np.float32)
    of_trees = likelihood.rows(examined, likelihood.COLUMNS)
    return Seen(occasion, texts, of_trees, likelihood.rows(examined, likelihood.HELD), right)


def grow(seen: Sequence[Seen]) -> HistGradientBoostingClassifier:
    counts = np.concatenate([np.full(len(each.right), each.counts) for each in seen])
    only_for = [int(name in COUNT_FOR_IT) for name in likelihood.COLUMNS]
    trees = HistGradientBoostingClassifier(**TREES, monotonic_cst=only_for, random_state=0)
    trees.fit(
        np.concatenate([each.features for each in seen]),
        np.concatenate([each.right for each in seen]),
        sample_weight=counts,
    )
    return trees


def judge(trees: HistGradientBoostingClassifier, seen: Sequence[Seen]) -> list[Floats]:
    """How likely each passage of each occasion answers."""
    sure = trees.predict_proba(np.concatenate([each.features for each in seen]))[:, 1]
    likely = likelihood.weighed(sure, np.concatenate([each.held for each in seen]))
    return np.split(likely, np.cumsum([len(each.right) for each in seen])[:-1])


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


def main() -> None:
    files = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    everybody = people(files)
    kept.KEPT = 1_000_000
    every = list(occasions(everybody, random.Random(0)))
    with ProcessPoolExecutor(PROCESSES) as pool:
        seen = list(pool.map(look_at, every, chunksize=TOGETHER))
    judged: list[tuple[Seen, Floats]] = []
    for number in range(FOLDS):
        left_out = [each for each in seen if each.occasion.person % FOLDS == number]
        trees = grow([each for each in seen if each.occasion.person % FOLDS != number])
        judged += zip(left_out, judge(trees, left_out), strict=True)
    report_all(judged)
    if "-v" in sys.argv:
        list_mistakes(judged)
    if "-w" in sys.argv:
        np.savez_compressed(likelihood.TREES, **flat(grow(seen)))


if __name__ == "__main__":
    main()
