"""Find [ranking] of memories/recall/data/weights.toml on development data, what each part brings.

    python -m bench.train_ranking locomo.jsonl longmemeval.jsonl bench/data/facts.jsonl

The files are those of `manage.py bench_recall`. The candidates are those that `recall` ranks: each
line is told to a person of its own, who is then removed. Each file weighs the same, however many
questions it has. Weights are a listwise logistic regression: the share of the answers in a softmax
over the candidates of one question. Lists are kept in --cache, a line of a file at a time.

So that it holds for more than these files, each question is used three times: as it is, with the
rare words taken from it, as in a paraphrase, and with some candidates torn from their conversation.

It prints tables: recall at 5, 10 and 20 and nDCG at 10 of each file

- with the weights as shipped, and with one feature alone;
- with weights fitted to other lines of all files (a third of the lines is left out at a time: of
  three conversations, one), with all parts and without each;
- with weights fitted to one file and tried on each other;

and last the weights fitted to everything. With --write those of [ranking] go into the file; what is
set by hand stays.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bench.application import application
from bench.lists import Listed, lists
from bench.weights_file import write

if TYPE_CHECKING:
    from memories.recall.ranking import Candidate
    from memories.text.question_parser import ParsedQuestion

Floats = NDArray[np.float64]

FOLDS = 3
SHRINK = 1e-2
ROUNDS = 300
# No weight goes beyond these: one data set alone, whose answers are hardly ever the assistant's,
# would make more of it.
MOST = {"assistant, asked for": 3.0, "assistant, not asked for": 4.0}
PARTS: dict[str, tuple[str, ...]] = {
    "turns before and after": ("turn before", "turn after", "two before", "two after"),
    "the conversation around": ("conversation", "alone"),
    "said by the person named": ("said by the named",),
    "questions and their answers": ("question", "only asks", "answer"),
    "the time named": ("in time", "soon after"),
    "a time or name where asked for": ("tells a time", "tells a name"),
    "the assistant apart": ("assistant, asked for", "assistant, not asked for"),
    "words": ("coverage",),
    "meaning": ("meaning",),
}
SINGLY: dict[str, dict[str, float]] = {
    "coverage alone": {"coverage": 1.0},
    "meaning alone": {"meaning": 1.0},
    "both, added up": {"coverage": 1.0, "meaning": 1.0},
}


@dataclass(frozen=True)
class Numbers:
    """A question's candidates as numbers: as they are, and in all ways that are fitted to.

    Matrices of (candidates, features in the order of RANKING); `answers` is 1 for an answer.
    """

    listed: Listed
    plain: Floats
    ways: tuple[Floats, ...]
    answers: Floats


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("-w", "--write", action="store_true")
    asked = parser.parse_args()
    with application():
        found = [listed for file in asked.files for listed in lists(file, asked.cache)]
        fitted = _train([_numbers(one, random.Random(place)) for place, one in enumerate(found)])
        if asked.write:
            write("ranking", fitted)


def _train(lists: Sequence[Numbers]) -> dict[str, float]:
    """Print the tables; gives the weights fitted to everything."""
    from memories.recall.weights import RANKING

    names = list(RANKING)
    shipped = np.array(list(RANKING.values()))
    print(f"{'':42} {'':14} queries   @5   @10   @20  nDCG")
    _say("at best, by these candidates", lists, lambda one: one.answers)
    _say("as shipped", lists, lambda one: one.plain @ shipped)
    for label, weights in SINGLY.items():
        of_it = np.array([weights.get(name, 0.0) for name in names])
        _say(label, lists, lambda one, of_it=of_it: one.plain @ of_it)  # type: ignore[misc]
    _say_left_out("fitted to other lines, all parts", lists, names)
    for part, without in PARTS.items():
        kept = [name for name in names if name not in without]
        _say_left_out(f"... without {part}", lists, kept)
    for file in dict.fromkeys(one.listed.file for one in lists):
        fitted = _fit([one for one in lists if one.listed.file == file], names)
        others = [one for one in lists if one.listed.file != file]
        _say(f"fitted to {file} alone", others, lambda one, fitted=fitted: one.plain @ fitted)  # type: ignore[misc]
    fitted = _fit(lists, names)
    _say("fitted to everything (seen)", lists, lambda one: one.plain @ fitted)
    _say("... by group", lists, lambda one: one.plain @ fitted, groups=True)
    rounded = {name: round(float(weight), 1) for name, weight in zip(names, fitted, strict=True)}
    for name, weight in rounded.items():
        print(f'"{name}" = {weight}')
    return rounded


def _numbers(one: Listed, chance: random.Random) -> Numbers:
    torn = [c._replace(thread="") if chance.random() < 0.25 else c for c in one.candidates]
    fewest = [c._replace(coverage=min(c.coverage, 0.3)) for c in one.candidates]
    plain = _matrix(one.asked, one.candidates)
    return Numbers(
        one,
        plain,
        (plain, _matrix(one.asked, torn), _matrix(one.asked, fewest)),
        np.array([id_ in one.relevant for id_ in one.ids], np.float64),
    )


def _matrix(asked: "ParsedQuestion", candidates: "Sequence[Candidate]") -> Floats:
    from llm.embedding import current_model
    from memories.recall.ranking import features
    from memories.recall.weights import RANKING

    found = features(asked, candidates, current_model())
    return np.stack([found[name] for name in RANKING], axis=1)


def _fit(lists: Sequence[Numbers], names: Sequence[str]) -> Floats:
    """Weights for all features, 0 for those that are not named.

    Adam on the mean cross-entropy, features brought to one scale, weights shrunk a little.
    """
    from memories.recall.weights import RANKING

    answered = [one for one in lists if one.answers.any()]
    rows = [way for one in answered for way in one.ways]
    everything = np.concatenate(rows) * np.array([name in names for name in RANKING])
    scale = everything.std(axis=0) + 1e-9
    everything /= scale
    most = np.array([MOST.get(name, np.inf) for name in RANKING]) * scale
    starts = np.cumsum([0, *(len(r) for r in rows[:-1])])
    of_list = np.repeat(np.arange(len(rows)), [len(r) for r in rows])
    goals = [one.answers / one.answers.sum() for one in answered for _ in one.ways]
    files = [one.listed.file for one in answered for _ in one.ways]
    share = np.array([1 / files.count(file) for file in files]) / len(set(files))
    goal, share = np.concatenate(goals), share[of_list]
    weights = np.zeros(len(RANKING))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, ROUNDS + 1):
        total = everything @ weights
        raised = np.exp(total - np.maximum.reduceat(total, starts)[of_list])
        guess = raised / np.add.reduceat(raised, starts)[of_list]
        slope = everything.T @ ((guess - goal) * share) + SHRINK * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights = np.clip(weights, -most, most)
    return np.asarray(weights / scale)


def _say_left_out(label: str, lists: Sequence[Numbers], names: Sequence[str]) -> None:
    fitted = [
        _fit([one for one in lists if one.listed.line % FOLDS != fold], names)
        for fold in range(FOLDS)
    ]
    _say(label, lists, lambda one: one.plain @ fitted[one.listed.line % FOLDS])


def _say(
    label: str,
    lists: Sequence[Numbers],
    scores: Callable[[Numbers], Floats],
    *,
    groups: bool = False,
) -> None:
    rates: dict[tuple[str, str], list[Floats]] = {}
    for one in lists:
        of_it = (one.listed.file, one.listed.group if groups else "")
        rates.setdefault(of_it, []).append(_rate(one.listed, scores(one)))
    for (file, group), some in sorted(rates.items()):
        mean = " ".join(f"{value:.3f}" for value in np.mean(some, axis=0))
        print(f"{group or label:42} {file:14} {len(some):7} {mean}", flush=True)


def _rate(one: Listed, scores: Floats) -> Floats:
    """Recall at 5, 10 and 20, and nDCG at 10."""
    found = list(dict.fromkeys(one.ids[i] for i in np.argsort(-scores, kind="stable")))
    shares = [len(one.relevant.intersection(found[:k])) / len(one.relevant) for k in (5, 10, 20)]
    gain = sum(
        1 / np.log2(place + 2) for place, id_ in enumerate(found[:10]) if id_ in one.relevant
    )
    most = sum(1 / np.log2(place + 2) for place in range(min(10, len(one.relevant))))
    return np.array([*shares, gain / most])


if __name__ == "__main__":
    main()
