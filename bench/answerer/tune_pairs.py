"""Grow the trees that judge facts together: `python -m bench.answerer.tune_pairs [-w]`.

Everybody in people.py is left out of the fit once; the figures are those of the people left out: of
the questions that seem to take two facts how many were told all that they take, for sure or as what
comes closest, and how many something else for sure; and how many facts were told. With -w the trees
grown on everybody are written to where the answerer reads them. Needs scikit-learn.
"""

import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402

from bench.answerer.people import Person, people  # noqa: E402
from bench.trees import flat  # noqa: E402
from llm import kept  # noqa: E402
from memories.answers import passage_ranking  # noqa: E402
from memories.answers.persons.kinship import Kinship  # noqa: E402
from memories.answers.scoring import pairs  # noqa: E402
from memories.answers.scoring.analysed_passage import read  # noqa: E402
from memories.answers.scoring.question import take_apart  # noqa: E402
from memories.answers.verdicts import Verdict, verdict_of  # noqa: E402

GROUPS = {"lives": 3.0, "sets": 4.0}
# What a question counts that has no answer, takes one fact, or two.
COUNTS = (0.75, 0.6, 1.0)
# So many questions are asked again by somebody who has not told one of the facts they take.
LEFT_OUT = {
    "lives": 0.5,
    "sets": 0.5,
    "others": 0.3,
    "own": 0.3,
    "talkers": 0.3,
    "written": 0.15,
    "near": 0.1,
}
TREES = {"max_iter": 200, "max_leaf_nodes": 16, "min_samples_leaf": 80, "learning_rate": 0.06}
WHOLE = {"max_iter": 100, "max_leaf_nodes": 8, "min_samples_leaf": 60, "learning_rate": 0.05}
FOLDS = 6
PROCESSES = os.cpu_count()
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Seen:
    """A question that seems to take two facts, its pairs, and which of them are right."""

    person: int
    group: str
    asked: pairs.QuestionPassages
    paired: pairs.PairFeatures
    # Which passages answer: two, one or none.
    right: frozenset[int]
    counts: float

    @property
    def answers(self) -> Floats:
        """(pairs,) whether it is the pair that answers."""
        takes_two = len(self.right) > 1
        return np.array([takes_two and set(p) <= self.right for p in self.paired.pairs], np.float32)


def look_at(numbered: tuple[int, Person]) -> list[Seen]:
    """All questions of a person that seem to take two facts; some again without one of these."""
    number, person = numbered
    kept.KEPT = 100_000
    chance = random.Random(number)
    every = _Asker(number, person.group, person.passages)
    seen = []
    for question in person.questions:
        seen += every.ask(question.text, question.right)
        if question.right and chance.random() < LEFT_OUT[person.group]:
            missing = chance.choice(sorted(question.right))
            rest = tuple(passage for passage in person.passages if passage != missing)
            seen += _Asker(number, person.group, rest).ask(question.text, frozenset())
    return seen


class _Asker:
    """Somebody who asks, with what they told."""

    def __init__(self, number: int, group: str, passages: Sequence[str]) -> None:
        self._number, self._group, self._passages = number, group, passages
        self._known = frozenset(Kinship(read(p).told for p in passages).names)
        self._readings = [read(passage, self._known) for passage in passages]
        self._who = Kinship(reading.told for reading in self._readings)

    def ask(self, text: str, answers: frozenset[str]) -> list[Seen]:
        asked = passage_ranking.look_at(take_apart(text, self._known), self._readings, self._who)
        paired = pairs.pair_up(asked) if passage_ranking.takes_several(asked) else pairs.NONE
        if not paired.pairs:
            return []
        right = frozenset(n for n, p in enumerate(self._passages) if p in answers)
        counts = GROUPS.get(self._group, 1.0) * COUNTS[min(2, len(right))]
        return [Seen(self._number, self._group, asked, paired, right, counts)]


def grow(
    rows: Sequence[Floats], right: Sequence[Floats], counts: Sequence[float], how: dict[str, Any]
) -> HistGradientBoostingClassifier:
    trees = HistGradientBoostingClassifier(**how, l2_regularization=5.0, random_state=0)
    weights = np.concatenate([np.full(len(r), n) for r, n in zip(right, counts, strict=True)])
    return trees.fit(np.concatenate(rows), np.concatenate(right), sample_weight=weights)


def grow_pairs(seen: Sequence[Seen]) -> HistGradientBoostingClassifier:
    rows, right = [each.paired.rows for each in seen], [each.answers for each in seen]
    return grow(rows, right, [each.counts for each in seen], TREES)


@dataclass(frozen=True)
class Told:
    """What is told of a question, whether it is all it takes, and what tells how likely it is."""

    seen: Seen
    told: tuple[int, ...]
    row: Floats

    @property
    def whole(self) -> Floats:
        right = self.seen.right
        return np.array([bool(right) and right <= set(self.told)], np.float32)


def tell(seen: Seen, trees: HistGradientBoostingClassifier) -> Told:
    sure = trees.predict_proba(seen.paired.rows)[:, 1].astype(np.float32)
    told = pairs.to_tell(seen.paired.pairs, sure)
    return Told(seen, told, pairs.row_of_whole(seen.asked, seen.paired, sure, told))


def grow_whole(told: Sequence[Told]) -> HistGradientBoostingClassifier:
    counts = [each.seen.counts for each in told]
    return grow([each.row for each in told], [each.whole for each in told], counts, WHOLE)


def report(judged: Sequence[tuple[Told, float]]) -> None:
    groups: dict[tuple[str, str], list[tuple[Told, float]]] = defaultdict(list)
    for told, likely in judged:
        takes = ("none", "one", "two")[min(2, len(told.seen.right))]
        groups[told.seen.group, takes].append((told, likely))
    for (group, takes), those in sorted(groups.items()):
        counts = Counter(
            f"{verdict_of(likely).value}{', whole' if told.whole[0] else ''}"
            for told, likely in those
        )
        shares = ", ".join(f"{how} {n / len(those):.3f}" for how, n in sorted(counts.items()))
        shown = [len(t.told) for t, likely in those if verdict_of(likely) is not Verdict.UNKNOWN]
        print(f"  {group}, {takes}: {len(those)}: {shares}; {np.mean(shown):.1f} facts told")


def main() -> None:
    with ProcessPoolExecutor(PROCESSES) as pool:
        # Of what changed the first value and the last are no pair.
        several = [person for person in people() if person.group != "changes"]
        found = pool.map(look_at, enumerate(several), chunksize=4)
        seen = [each for some in found for each in some]
    told: list[Told] = []
    for number in range(FOLDS):
        trees = grow_pairs([each for each in seen if each.person % FOLDS != number])
        told += [tell(each, trees) for each in seen if each.person % FOLDS == number]
    judged: list[tuple[Told, float]] = []
    for number in range(FOLDS):
        whole = grow_whole([each for each in told if each.seen.person % FOLDS != number])
        left_out = [each for each in told if each.seen.person % FOLDS == number]
        likely = whole.predict_proba(np.concatenate([each.row for each in left_out]))[:, 1]
        judged += zip(left_out, likely.tolist(), strict=True)
    report(judged)
    if "-w" in sys.argv:
        np.savez_compressed(pairs.TREES, **flat(grow_pairs(seen)))
        np.savez_compressed(pairs.WHOLE_TREES, **flat(grow_whole(told)))


if __name__ == "__main__":
    main()
