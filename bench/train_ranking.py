"""Find the weights of memories/ranking.py on development data, and what each part brings.

    python -m bench.train_ranking locomo.jsonl longmemeval.jsonl bench/data/facts.jsonl

The files are those of `manage.py bench_recall`. The candidates are those that `recall` ranks: each
line is told to a person of its own, who is then removed. Each file weighs the same, however many
questions it has. Weights are a listwise logistic regression: the share of the answers in a softmax
over the candidates of one question. Figures are of lines that were left out of the fit (a third at
a time), the weights printed last those of a fit to all. Lists are kept in --cache.

So that it holds for more than these files, each question is used three times: as it is, with the
rare words taken from it, as in a paraphrase, and with some candidates torn from their conversation.
"""

import argparse
import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bench.application import application

if TYPE_CHECKING:
    from memories.asking import Asked
    from memories.ranking import Candidate

Floats = NDArray[np.float64]

FOLDS = 3
SHRINK = 1e-2
ROUNDS = 400
PARTS = {
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


@dataclass(frozen=True)
class Listed:
    """One question with its candidates, the ids they belong to, and the ids that answer it."""

    file: str
    line: int
    asked: "Asked"
    candidates: "list[Candidate]"
    ids: list[str]
    relevant: frozenset[str]

    @property
    def answers(self) -> Floats:
        return np.array([id_ in self.relevant for id_ in self.ids], np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path)
    asked = parser.parse_args()
    with application():
        _train([listed for file in asked.files for listed in _lists(file, asked.cache)])


def _train(lists: "list[Listed]") -> None:
    from memories.ranking import WEIGHTS

    names = list(WEIGHTS)
    _say("as shipped", lists, [_rate(one, _scores(one, names, WEIGHTS)) for one in lists])
    _left_out("all parts", lists, names)
    for part, of_it in PARTS.items():
        _left_out(f"without {part}", lists, [name for name in names if name not in of_it])
    fitted = dict(zip(names, _fit(_multiplied(lists), names), strict=True))
    sys.stdout.write("".join(f"{name!r}: {weight:.1f},\n" for name, weight in fitted.items()))


def _lists(file: Path, cache: Path | None) -> list[Listed]:
    kept = cache / f"{file.stem}.lists" if cache else None
    if kept and kept.exists():
        lists: list[Listed] = pickle.loads(kept.read_bytes())  # noqa: S301 - our own file
        return lists
    lists = list(_looked_up(file))
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(lists))
    return lists


def _looked_up(file: Path) -> Iterator[Listed]:
    from memories.measuring import Measured, read, settle, somebody, tell
    from memories.query import Query
    from memories.recall import look

    with file.open(encoding="utf-8") as lines:
        for line, case in enumerate(read(lines)):
            with somebody() as user:
                ids = tell(user, case.items, Measured())
                settle(user, Measured())
                for question in case.questions:
                    if not question.relevant:
                        continue
                    asked, details = look(user, Query(question.text, now=question.at))
                    # Memories are left out: they stand for the passages they rest on.
                    found = [d for d in details if d.row.source in ids]
                    yield Listed(
                        file.stem,
                        line,
                        asked,
                        [d.candidate for d in found],
                        [ids[d.row.source] for d in found if d.row.source],
                        question.relevant,
                    )


def _multiplied(lists: Sequence[Listed]) -> list[Listed]:
    chance = random.Random(1)
    more: list[Listed] = []
    for one in lists:
        torn = [replace(c, thread="") if chance.random() < 0.25 else c for c in one.candidates]
        least = [replace(c, coverage=min(c.coverage, 0.3)) for c in one.candidates]
        more += [one, replace(one, candidates=torn), replace(one, candidates=least)]
    return [one for one in more if one.answers.any()]


def _matrix(one: Listed, names: Sequence[str]) -> Floats:
    from llm.embedding import current_model
    from memories.ranking import features

    found = features(one.asked, one.candidates, current_model())
    return np.stack([found[name] for name in names], axis=1)


def _scores(one: Listed, names: Sequence[str], weights: dict[str, float]) -> Floats:
    return np.asarray(_matrix(one, names) @ np.array([weights[name] for name in names]))


def _fit(lists: Sequence[Listed], names: Sequence[str]) -> Floats:
    """Adam on the mean cross-entropy, features brought to one scale, weights shrunk a little."""
    rows = [_matrix(one, names) for one in lists]
    everything = np.concatenate(rows)
    scale = everything.std(axis=0) + 1e-9
    everything = everything / scale
    starts = np.cumsum([0, *(len(r) for r in rows[:-1])])
    of_list = np.repeat(np.arange(len(rows)), [len(r) for r in rows])
    goal = np.concatenate([one.answers / one.answers.sum() for one in lists])
    files = [one.file for one in lists]
    share = np.array([1 / files.count(file) for file in files]) / len(set(files))
    weights = np.zeros(len(names))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, ROUNDS + 1):
        total = everything @ weights
        raised = np.exp(total - np.maximum.reduceat(total, starts)[of_list])
        guess = raised / np.add.reduceat(raised, starts)[of_list]
        slope = everything.T @ ((guess - goal) * share[of_list]) + SHRINK * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return np.asarray(weights / scale)


def _left_out(label: str, lists: Sequence[Listed], names: Sequence[str]) -> None:
    rates: dict[int, Floats] = {}
    for fold in range(FOLDS):
        fitted = _fit(_multiplied([one for one in lists if one.line % FOLDS != fold]), names)
        weights = dict(zip(names, fitted, strict=True))
        for place, one in enumerate(lists):
            if one.line % FOLDS == fold:
                rates[place] = _rate(one, _scores(one, names, weights))
    _say(label, lists, [rates[place] for place in range(len(lists))])


def _rate(one: Listed, scores: Floats) -> Floats:
    """Recall at 5, 10 and 20, and nDCG at 10."""
    found = list(dict.fromkeys(one.ids[i] for i in np.argsort(-scores, kind="stable")))
    shares = [len(one.relevant.intersection(found[:k])) / len(one.relevant) for k in (5, 10, 20)]
    gain = sum(
        1 / np.log2(place + 2) for place, id_ in enumerate(found[:10]) if id_ in one.relevant
    )
    most = sum(1 / np.log2(place + 2) for place in range(min(10, len(one.relevant))))
    return np.array([*shares, gain / most])


def _say(label: str, lists: Sequence[Listed], rates: Sequence[Floats]) -> None:
    for file in sorted({one.file for one in lists}):
        mean = np.mean([r for r, one in zip(rates, lists, strict=True) if one.file == file], axis=0)
        sys.stdout.write(f"{label:42} {file:20} {' '.join(f'{value:.3f}' for value in mean)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    # Under its own name, so that what it keeps can be read by whoever imports it.
    from bench import train_ranking

    train_ranking.main()
