"""Learn which words of a request name what is to be forgotten: the weights of a likelihood.

Of all runs of words of a request the marked one shall be the likeliest, by the features of
chat.builtin.requests.learned.topic_span. Needs SciPy.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from chat.builtin.requests.learned.tokens import TaggedWord
from chat.builtin.requests.learned.topic_span import (
    LONGEST,
    WHOLE,
    Floats,
    TopicFeatures,
    features,
    scores,
)
from memories.text import Span

# A feature of fewer words tells nothing; a weight below the least is as good as none.
LEAST, LIGHT = 2, 0.03
# How much weights are held back, and how often they are moved at most.
PENALTY, STEPS = 2.0, 120


@dataclass(frozen=True)
class Marked:
    """A request, its words, where its topic stands among them, and how much it counts."""

    text: str
    words: Sequence[TaggedWord]
    topic: Span
    counts: float

    @property
    def run(self) -> tuple[int, int] | None:
        """The first and last word of the topic, marks aside; None where it is too long."""
        inside = [
            n
            for n, word in enumerate(self.words)
            if self.topic.start <= word.start < self.topic.stop and not word.is_mark
        ]
        if not inside or inside[-1] - inside[0] >= LONGEST:
            return None
        return inside[0], inside[-1]


@dataclass(frozen=True)
class Weights:
    """What is learned: the weights of features of words by their names, and those of runs."""

    words: Mapping[str, float]
    runs: Floats


def fit(requests: Sequence[Marked], asks: Mapping[str, float]) -> Weights:
    """Learn from requests, given the weights of the features of what asks."""
    marked = [request for request in requests if request.run]
    found = [features(request.text, request.words, asks) for request in marked]
    names = _names(found)
    likelihood = _Likelihood(marked, found, names)
    start = np.zeros(len(names) + len(WHOLE))
    options = {"maxiter": STEPS}
    best = minimize(likelihood, start, jac=True, method="L-BFGS-B", options=options).x
    words = {name: float(best[n]) for name, n in names.items() if abs(best[n]) >= LIGHT}
    return Weights(words, best[len(names) :])


def _names(found: Sequence[TopicFeatures]) -> dict[str, int]:
    count: Counter[str] = Counter()
    for each in found:
        for rows in (each.opens, each.inside, each.closes):
            for row in rows:
                count.update(set(row))
    often = sorted(name for name, times in count.items() if times >= LEAST)
    return {name: n for n, name in enumerate(often)}


class _Likelihood:
    """How unlikely the marked topics are by some weights, and how that changes with each."""

    def __init__(
        self, marked: Sequence[Marked], found: Sequence[TopicFeatures], names: Mapping[str, int]
    ) -> None:
        self._marked, self._found, self._size = marked, found, len(names)
        # All words of all requests, one below the other: three products serve them all.
        self._opens = _columns([row for each in found for row in each.opens], names)
        self._inside = _columns([row for each in found for row in each.inside], names)
        self._closes = _columns([row for each in found for row in each.closes], names)
        self._starts = np.concatenate([[0], np.cumsum([len(each.opens) for each in found])])

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        of_words, of_runs = weights[: self._size], weights[self._size :]
        opens, inside, closes = (m @ of_words for m in (self._opens, self._inside, self._closes))
        slopes = [np.zeros(len(each)) for each in (opens, inside, closes)]
        loss, slope = 0.0, np.zeros_like(weights)
        for n, (marked, found) in enumerate(zip(self._marked, self._found, strict=True)):
            at = slice(self._starts[n], self._starts[n + 1])
            total = scores(found, opens[at], inside[at], closes[at], of_runs)
            highest = total.max()
            likely = np.exp(total - highest)
            every = likely.sum()
            likely /= every
            first, last = marked.run or (0, 0)
            loss += marked.counts * (highest + np.log(every) - total[first, last])
            likely[first, last] -= 1
            likely *= marked.counts
            by_first, by_last = likely.sum(axis=1), likely.sum(axis=0)
            slopes[0][at], slopes[2][at] = by_first, by_last
            slopes[1][at] = np.cumsum(by_first) - np.concatenate([[0.0], np.cumsum(by_last)[:-1]])
            slope[self._size :] += np.tensordot(likely, found.whole, 2)
        matrices = (self._opens, self._inside, self._closes)
        slope[: self._size] = sum(m.T @ of_it for m, of_it in zip(matrices, slopes, strict=True))
        return loss + PENALTY / 2 * float(weights @ weights), slope + PENALTY * weights


def _columns(rows: Sequence[Sequence[str]], names: Mapping[str, int]) -> Any:
    places = [[names[name] for name in row if name in names] for row in rows]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in places])])
    columns = np.array([place for row in places for place in row], np.int64)
    shape = (len(rows), len(names))
    return csr_matrix((np.ones(len(columns)), columns, starts), shape=shape)
