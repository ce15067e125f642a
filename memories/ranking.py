"""Which of the candidates answer best: pure scoring, no database, no model.

Each candidate gets a handful of features between 0 and 1; their weighted sum is its score. The
weights are found by bench/train_ranking.py on development data. What each part brings is measured
in docs/recall.md.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from llm.embedding import EmbeddingModel
from memories.asking import Asked, Wanted

Floats = NDArray[np.float64]

# How much each feature counts. Order and names are those of `features`.
WEIGHTS: dict[str, float] = {
    "meaning": 5.3,
    "coverage": 4.0,
    "turn before": 0.6,
    "turn after": 2.1,
    "two before": 1.2,
    "two after": 1.0,
    "conversation": 5.7,
    "alone": 6.5,
    "said by the named": 1.6,
    "question": -0.4,
    "answer": 3.3,
    "in time": 4.6,
    "soon after": 1.9,
    "tells a time": 2.8,
    "tells a name": 1.5,
    "assistant, asked for": 4.0,
    "assistant, not asked for": -4.0,
}

# What a candidate is worth by itself, as its neighbours see it.
_BASE = {"meaning": 0.5, "coverage": 0.5}
_SOON = 14.0  # days: what happened is told within so many
_READ = 600  # characters of a candidate that are looked at for times, amounts and names

_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|days?"
    r"|since|january|february|march|april|may|june|july|august|september|october|november"
    r"|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|evening|\d{4}"
    r"|\d+(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_PROPER = re.compile(r"[a-z,] [A-Z][a-z]+")


@dataclass(frozen=True)
class Candidate:
    """Something that may answer, with everything its rank depends on.

    `layer` is an index.Layer's name in lower case, `author` a Source.Author. `cosine` is that of
    its best window (None while not embedded); `words` is raw BM25 (k1 1.2, b .75, the idf of the
    person's own items); `coverage` is the share of the question's stems, weighted by idf, that
    occur in it (0..1). `turn` counts within `thread`: neighbours differ by 1.
    """

    item: int
    layer: str
    text: str
    cosine: float | None
    words: float
    coverage: float
    thread: str
    turn: int
    speaker: str
    author: str
    own_words: bool
    happened_at: datetime
    importance: float = 0.5
    confidence: float = 1.0
    pinned: bool = False


@dataclass(frozen=True)
class Ranked:
    """A candidate with its score (0..1) and, in plain words, why it is there."""

    candidate: Candidate
    score: float
    why: tuple[str, ...]


def features(
    asked: Asked, candidates: Sequence[Candidate], model: EmbeddingModel | None
) -> dict[str, Floats]:
    """What the score depends on: for each name in WEIGHTS one number per candidate, mostly 0..1."""
    found: dict[str, Floats] = {}
    cosines = np.array([c.cosine or 0.0 for c in candidates])
    found["meaning"] = _calibrated(cosines, model)
    found["coverage"] = np.array([c.coverage for c in candidates])
    base = np.asarray(sum(share * found[name] for name, share in _BASE.items()))

    turns = _Turns(candidates, base)
    found["turn before"] = turns.at(-1)
    found["turn after"] = turns.at(1)
    found["two before"] = turns.at(-2)
    found["two after"] = turns.at(2)
    found["conversation"] = turns.together()
    found["alone"] = base * _each(candidates, lambda c: not c.thread)

    named = frozenset(asked.names) if len(asked.names) == 1 else frozenset()
    found["said by the named"] = _each(candidates, lambda c: c.speaker in named)
    asks = _each(candidates, lambda c: "?" in c.text)
    question = _each(candidates, lambda c: c.text.rstrip().endswith("?"))
    found["question"] = question
    found["answer"] = turns.at(-1, asks * base) * (1 - question)

    period = asked.period
    found["in time"] = _each(
        candidates, lambda c: period is not None and period.days_from(c.happened_at) == 0
    )
    found["soon after"] = _each(
        candidates,
        lambda c: (
            period is not None
            and c.happened_at >= period.until
            and period.days_from(c.happened_at) <= _SOON
        ),
    )
    found["tells a time"] = _tells(candidates, _TIME, asked.wanted is Wanted.TIME)
    found["tells a name"] = _tells(
        candidates, _PROPER, asked.wanted in (Wanted.PERSON, Wanted.PLACE)
    )
    by_assistant = _each(candidates, lambda c: c.author == "assistant")
    found["assistant, asked for"] = by_assistant * asked.about_assistant
    found["assistant, not asked for"] = by_assistant * (not asked.about_assistant)
    return found


def rank(
    asked: Asked, candidates: Sequence[Candidate], model: EmbeddingModel | None
) -> list[Ranked]:
    """Order candidates, best first. Those listed should include the neighbours of good hits."""
    if not candidates:
        return []
    found = features(asked, candidates, model)
    total = np.asarray(sum(weight * found[name] for name, weight in WEIGHTS.items()))
    scores = 1 / (1 + np.exp((_EVEN - total) / _SPREAD))
    order = sorted(range(len(candidates)), key=lambda i: (-total[i], -candidates[i].item))
    return [
        Ranked(candidates[i], float(scores[i]), _why(asked, candidates[i], found, i)) for i in order
    ]


# From this on, something that was found is taken to answer.
KNOWN = 0.35
_EVEN = 9.0
_SPREAD = 2.0


def known(ranked: Sequence[Ranked]) -> float:
    """How sure it is that one of the best answers the question, 0..1."""
    return max((r.score for r in ranked[:3]), default=0.0)


def _calibrated(cosines: Floats, model: EmbeddingModel | None) -> Floats:
    """Cosines on a scale where 0 is unrelated and 1 the same in other words."""
    if model is None:
        return np.zeros_like(cosines)
    span = model.related_cosine - model.unrelated_cosine
    return np.clip((cosines - model.unrelated_cosine) / span, 0, 1)


def _each(candidates: Sequence[Candidate], holds: Callable[[Candidate], bool]) -> Floats:
    return np.fromiter((holds(c) for c in candidates), np.float64, len(candidates))


def _tells(candidates: Sequence[Candidate], what: re.Pattern[str], wanted: bool) -> Floats:
    if not wanted:
        return np.zeros(len(candidates))
    return _each(candidates, lambda c: bool(what.search(c.text[:_READ])))


class _Turns:
    """Who stands next to whom in a conversation, and what they are worth by themselves."""

    def __init__(self, candidates: Sequence[Candidate], base: Floats) -> None:
        self._candidates = candidates
        self._base = base

    def at(self, step: int, worth: Floats | None = None) -> Floats:
        """For each candidate what the turn `step` further on is worth; its best chunk counts."""
        worth = self._base if worth is None else worth
        best: dict[tuple[str, int], float] = {}
        for c, value in zip(self._candidates, worth.tolist(), strict=True):
            if c.thread and value > best.get((c.thread, c.turn), 0.0):
                best[c.thread, c.turn] = value
        return np.array([best.get((c.thread, c.turn + step), 0.0) for c in self._candidates])

    def together(self) -> Floats:
        """For each candidate the mean worth of the three best in its conversation."""
        threads: dict[str, list[float]] = {}
        for c, value in zip(self._candidates, self._base.tolist(), strict=True):
            threads.setdefault(c.thread, []).append(value)
        means = {
            thread: sum(sorted(worth, reverse=True)[:3]) / 3 for thread, worth in threads.items()
        }
        return np.array([means[c.thread] if c.thread else 0.0 for c in self._candidates])


def _why(asked: Asked, c: Candidate, found: dict[str, Floats], i: int) -> tuple[str, ...]:
    reasons = []
    if found["coverage"][i] >= 0.5:
        reasons.append("shares its words")
    if found["meaning"][i] >= 0.5:
        reasons.append("means much the same")
    if found["said by the named"][i]:
        reasons.append(f"said by {c.speaker}")
    if found["in time"][i] and asked.period:
        reasons.append(f"from {asked.period.words}")
    if max(found["turn before"][i], found["turn after"][i]) >= 0.5:
        reasons.append("said right around a match")
    return tuple(reasons) or ("close to what was asked",)
