"""Grow the trees that judge news: `python -m bench.answerer.tune_news [-v] [-w]`.

What was told first answers a question, something told later may hold in its place: of people who
told what changed (bench/sets/dev: contradictions, changes, lives_with_changes) and of those of whom
nothing did. Everybody is left out of the fit once; the figures are those of the people left out: of
what changed how much is taken for news, and of everything else. With -w the trees grown on
everybody are written to where the answerer reads them. Needs scikit-learn.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: E402

from bench.answerer.judge import has_all, people_of  # noqa: E402
from bench.trees import flat  # noqa: E402
from llm import kept  # noqa: E402
from memories.answers.newest import LOOKED_THROUGH, NEWS  # noqa: E402
from memories.answers.passages import says_little, statements_in  # noqa: E402
from memories.answers.persons.kinship import Kinship  # noqa: E402
from memories.answers.scoring import answer_scoring, news  # noqa: E402
from memories.answers.scoring.analysed_passage import read  # noqa: E402
from memories.answers.scoring.likelihood import likelihoods  # noqa: E402
from memories.answers.scoring.question import AnalysedQuestion, take_apart  # noqa: E402
from memories.text import asks_past  # noqa: E402

DEV = Path(__file__).parents[1] / "sets" / "dev"
# What changed is rare: each counts so much more than what did not.
TREES = {
    "max_iter": 80,
    "learning_rate": 0.06,
    "max_leaf_nodes": 6,
    "min_samples_leaf": 25,
    "l2_regularization": 5.0,
}
# What speaks for news alone, never against it; and the other way round.
FOR_IT = ("changes", "sentence", "clause", "answers", "same", "relation")
AGAINST_IT = ("others", "no_name")
# An answer that is less likely than this is none.
LEAST = 0.05
# So many of the likeliest may be the one that no longer holds.
TRIED = 4
FOLDS, PROCESSES = 10, os.cpu_count()
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Life:
    """What somebody told, which of it changed what, and questions with what answers them now."""

    group: str
    told: Sequence[str]
    changed: frozenset[tuple[int, int]]
    questions: Sequence[tuple[str, frozenset[int]]]


@dataclass(frozen=True)
class Seen:
    """Something told later than what answers a question, and whether it is news of that."""

    life: int
    group: str
    row: Floats
    right: bool
    words: str


def lives() -> Iterator[Life]:
    for file in sorted([*DEV.glob("contradictions*.json"), *DEV.glob("changes*.json")]):
        for case in json.loads(file.read_text()):
            yield _of_case(case)
    for file in sorted(DEV.glob("lives_with_changes*.json")):
        for person in people_of(file):
            yield _of_person("with changes", person, "statements", "right", person["changed"])
    for file in sorted([*DEV.glob("facts_questions*.json"), *DEV.glob("first_evenings*.json")]):
        for person in people_of(file):
            yield _of_person("without", person, "facts", "fact_ids", [])


def _of_case(case: dict[str, Any]) -> Life:
    told = [each["text"] for each in case["statements"]]
    last = len(told) - 1
    values = [{key for key in case["old_keys"] if has_all([key], each)} for each in told[:last]]
    old = [n for n, value in enumerate(values) if value]
    # What was told of the same value again changed nothing: "Nadia wants her own format".
    changed = {(n, later) for n in old for later in old if later > n and values[later] - values[n]}
    changed |= {(n, last) for n in old}
    return Life("changes", told, frozenset(changed), [(case["question"], frozenset({last}))])


def _of_person(
    group: str, person: dict[str, Any], told: str, right: str, changed: Sequence[Sequence[str]]
) -> Life:
    at = {each["id"]: n for n, each in enumerate(person[told])}
    pairs = frozenset((at[old], at[new]) for old, new in changed)
    old = {n for n, _ in pairs}
    questions = [
        (each["question"], places)
        for each in person["questions"]
        if (places := frozenset(at[name] for name in each[right]))
        and not (asks_past(each["question"]) and places & old)
    ]
    return Life(group, [each["text"] for each in person[told]], pairs, questions)


def look_at(numbered: tuple[int, Life]) -> list[Seen]:
    number, life = numbered
    kept.KEPT = 100_000
    reader = _Reader(number, life)
    return [seen for question in life.questions for seen in reader.look_at(*question)]


class _Reader:
    """One life, its statements sentence by sentence."""

    def __init__(self, number: int, life: Life) -> None:
        self._number, self._life = number, life
        self._passages = [
            (n, span.of(text))
            for n, text in enumerate(life.told)
            for span in statements_in(text, says_little)
        ]
        self._known = frozenset(Kinship(read(words).told for _, words in self._passages).names)
        self._readings = [read(words, self._known) for _, words in self._passages]
        self._who = Kinship(reading.told for reading in self._readings)

    def look_at(self, question: str, right: frozenset[int]) -> Iterator[Seen]:
        asked = take_apart(question, self._known)
        found = answer_scoring.examine(asked, self._readings, self._who)
        likely = likelihoods(found)
        order = sorted(range(len(likely)), key=lambda n: -likely[n])
        best = sorted(order, key=lambda n: -found[n].read)[:LOOKED_THROUGH]
        old = {first for first, _ in self._life.changed}
        firsts = [n for n in order[:1] if likely[n] >= LEAST]
        firsts += [n for n in order[1:TRIED] if self._passages[n][0] in old][:1]
        for first in firsts:
            yield from self._told_later(asked, right, first, best, likely)

    def _told_later(
        self,
        asked: AnalysedQuestion,
        right: frozenset[int],
        first: int,
        best: Sequence[int],
        likely: Sequence[float],
    ) -> Iterator[Seen]:
        told, old = self._passages[first]
        later = sorted({place for n in best if (place := self._passages[n][0]) > told})
        if self._life.group == "without":
            # Who answers with another passage may have missed what changed.
            later = [n for n in later if told in right or n not in right]
        messages = [self._message(n, likely) for n in later]
        if not messages:
            return
        rows = news.features(asked, old, likely[first], messages, self._who)
        for place, row in zip(later, rows, strict=True):
            # Of two things that one message told, the other may have changed.
            changed = (told, place) in self._life.changed and told not in right
            words = f"{asked.text} | {old} | {self._life.told[place]}"
            yield Seen(self._number, self._life.group, row, changed, words)

    def _message(self, place: int, likely: Sequence[float]) -> news.LaterMessage:
        within = [n for n, (at, _) in enumerate(self._passages) if at == place]
        others = [r.told.names for n, r in enumerate(self._readings) if n not in within]
        names = frozenset[str]().union(*others)
        return news.LaterMessage(self._life.told[place], max(likely[n] for n in within), names)


def grow(seen: Sequence[Seen]) -> HistGradientBoostingClassifier:
    only_for = [int(name in FOR_IT) - int(name in AGAINST_IT) for name in news.NAMES]
    trees = HistGradientBoostingClassifier(**TREES, monotonic_cst=only_for, random_state=0)
    return trees.fit(np.array([each.row for each in seen]), [each.right for each in seen])


def judge(trees: HistGradientBoostingClassifier, seen: Sequence[Seen]) -> Floats:
    return np.asarray(trees.predict_proba(np.array([each.row for each in seen]))[:, 1])


def report(judged: Sequence[tuple[Seen, float]]) -> None:
    for group in sorted({seen.group for seen, _ in judged}):
        for right in (True, False):
            of = [
                sure >= NEWS for each, sure in judged if (each.group, each.right) == (group, right)
            ]
            if of:
                print(
                    f"{group}, {'news' if right else 'none'}: {sum(of)} of {len(of)} taken for it"
                )


def main() -> None:
    with ProcessPoolExecutor(PROCESSES) as pool:
        looked = pool.map(look_at, list(enumerate(lives())), chunksize=2)
        seen = [each for some in looked for each in some]
    judged: list[tuple[Seen, float]] = []
    for number in range(FOLDS):
        left_out = [each for each in seen if each.life % FOLDS == number]
        trees = grow([each for each in seen if each.life % FOLDS != number])
        judged += zip(left_out, judge(trees, left_out).tolist(), strict=True)
    report(judged)
    if "-v" in sys.argv:
        for each, sure in sorted(judged, key=lambda it: -it[1]):
            if each.right != (sure >= NEWS):
                print(f"{sure:.2f} {'news' if each.right else 'none'}: {each.words}")
    if "-w" in sys.argv:
        np.savez_compressed(news.TREES, **flat(grow(seen)))


if __name__ == "__main__":
    main()
