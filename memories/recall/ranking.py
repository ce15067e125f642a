"""Which of the candidates answer best: pure scoring, no database, no model.

Each candidate gets a handful of features between 0 and 1; their weighted sum is its score. The
weights stand in weights.toml.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from llm.embedding import EmbeddingModel
from memories.recall.weights import FEATURES, LIMITS, RANKING
from memories.text import ENGLISH, ParsedQuestion
from memories.text.calendar.names import months, weekdays
from web import stored_words

Floats = NDArray[np.float64]

# What of it is about the words, not about who says them or when.
_TOLD = ("meaning", "coverage", "turn before", "turn after", "answer", "question")

_TIMES = frozenset(
    "yesterday today tonight tomorrow last next ago week weeks weekend month months year years day"
    " days since morning evening".split()
) | frozenset((*months("en"), *weekdays("en")))
_YEAR_OR_DAY = re.compile(r"\d{4}|\d+(?:st|nd|rd|th)")
_WORD = re.compile(r"\w+")
_ONLY_ASKS = re.compile(r"(?:[^.!?\n]{1,200}\?\s*)+")
_PROPER = re.compile(r"[a-z,] [A-Z][a-z]+")


# Candidates and what is made of them are named tuples: a hundred and more come into being with
# every question, and a frozen dataclass takes several times as long to make.
class Candidate(NamedTuple):
    """Something that may answer, with everything its rank depends on.

    `author` is a Source.Author; what the person quotes is another's. `cosine` is that of its best
    window (None while not embedded); `coverage` is the share of the question's stems, weighted by
    idf, that occur in it (0..1). `turn` counts within `thread`: neighbours differ by 1. `common` is
    how much nearer than the others that were found with it that window lies to the middle of them
    all (in cosines), `about` how much nearer than the others its document as a whole lies to the
    question; 0 of what is none. `speaks_of` is 1 where it speaks of whom the question names, by
    whatever name, more where nothing else is asked, and -1 where it means another of the name.
    """

    item: int
    text: str
    cosine: float | None
    coverage: float
    thread: str
    turn: int
    speaker: str
    author: str
    happened_at: datetime
    common: float = 0.0
    about: float = 0.0
    speaks_of: float = 0.0


class RankedCandidate(NamedTuple):
    """A candidate with its score (0..1) and, in plain words, why it is there.

    `total` is the weighted sum behind the score, `told` that of what is said here and right around
    it, whoever says it; `meaning` and `coverage` are those features, and meaning 0 where the model
    does not read the question's language. `asks` means that it is the question, asked before.
    """

    candidate: Candidate
    score: float
    why: tuple[str, ...]
    total: float
    told: float
    meaning: float
    coverage: float
    asks: bool


def features(
    asked: ParsedQuestion, candidates: Sequence[Candidate], model: EmbeddingModel | None
) -> dict[str, Floats]:
    """The ranking features: for each name in RANKING one number per candidate, mostly 0..1."""
    found: dict[str, Floats] = {}
    texts = [c.text for c in candidates]
    found["speaks of the named"] = np.array([c.speaks_of for c in candidates], np.float64)
    near = np.array([c.cosine or 0.0 for c in candidates])
    common = np.array([c.common for c in candidates])
    about = np.array([c.about for c in candidates])
    corrected = near - FEATURES.common * common + FEATURES.about * about
    found["meaning"] = calibrated(corrected, model)
    found["coverage"] = np.array([c.coverage for c in candidates]) ** FEATURES.coverage_power
    # What each is worth by itself, as its neighbours see it.
    base = (calibrated(near, model) + found["coverage"]) / 2

    turns = _Turns(candidates, base)
    found["turn before"] = turns.at(-1)
    found["turn after"] = turns.at(1)
    found["two before"] = turns.at(-2)
    found["two after"] = turns.at(2)
    found["conversation"] = turns.together()
    itself = (found["meaning"] + found["coverage"]) / 2
    found["alone"] = itself * _holds([not c.thread for c in candidates])

    nobody = np.zeros(len(candidates))
    found["said by the named"] = (
        _holds([c.speaker == asked.names[0] for c in candidates])
        if len(asked.names) == 1
        else nobody
    )
    asks = _holds(["?" in text for text in texts])
    asking = [text.rstrip().endswith("?") for text in texts]
    question = _holds(asking)
    found["question"] = question
    found["only asks"] = _holds(
        [
            ends and _ONLY_ASKS.fullmatch(text) is not None
            for text, ends in zip(texts, asking, strict=True)
        ]
    )
    found["asks the same"] = (
        found["only asks"] * np.maximum(found["meaning"], found["coverage"]) ** 3
    )
    found["answer"] = turns.at(-1, asks * base) * (1 - question)

    found["in time"] = found["soon after"] = nobody
    if (period := asked.period) is not None:
        days = [period.days_from(c.happened_at) for c in candidates]
        found["in time"] = _holds([away == 0 for away in days])
        found["soon after"] = _holds(
            [
                c.happened_at >= period.until and away <= FEATURES.soon
                for c, away in zip(candidates, days, strict=True)
            ]
        )
    found["tells a time"] = _tells(texts, _names_a_time, asked.wants_time)
    found["tells a name"] = _tells(texts, _PROPER.search, asked.wants_name)
    found["others' words"] = _holds([c.author == "other" for c in candidates])
    by_assistant = _holds([c.author == "assistant" for c in candidates])
    found["assistant, asked for"] = by_assistant * asked.about_assistant
    found["assistant, not asked for"] = by_assistant * (not asked.about_assistant)
    return found


def rank(
    asked: ParsedQuestion, candidates: Sequence[Candidate], model: EmbeddingModel | None
) -> list[RankedCandidate]:
    """Order candidates, best first. Those listed should include the neighbours of good hits."""
    if not candidates:
        return []
    found = features(asked, candidates, model)
    # It finds in other languages as well, but too much looks near there to say that it is known.
    reads = model is None or not model.english or asked.language in ("", ENGLISH)
    total = np.asarray(sum(weight * found[name] for name, weight in RANKING.items()))
    # What is known goes by what is near, however much else is.
    near = calibrated(np.array([each.cosine or 0.0 for each in candidates]), model)
    by_words = found | {"meaning": near}
    told = np.asarray(sum(RANKING[name] * by_words[name] for name in _TOLD)).tolist()
    # As plain lists: hundreds of single reads from an array cost more than all that came before.
    totals, columns = total.tolist(), {name: column.tolist() for name, column in found.items()}
    order = sorted(range(len(candidates)), key=lambda i: (-totals[i], -candidates[i].item))
    meaning, coverage = near.tolist(), columns["coverage"]
    asks_the_same = columns["asks the same"]
    return [
        RankedCandidate(
            candidates[i],
            squeezed((totals[i] - FEATURES.even) / FEATURES.spread),
            _why(asked, candidates[i], columns, i),
            totals[i],
            told[i],
            meaning[i] if reads else 0.0,
            coverage[i],
            asks_the_same[i] >= FEATURES.asks_the_same,
        )
        for i in order
    ]


def reordered(
    ranked: Sequence[RankedCandidate], relevances: Mapping[int, float]
) -> list[RankedCandidate]:
    """Put those with a relevance, by item, in its order, into the places that they have together.

    The scores belong to the places: a score means the same whoever put something there.
    """
    places = [place for place, one in enumerate(ranked) if one.candidate.item in relevances]
    best = sorted(
        (ranked[place] for place in places), key=lambda one: -relevances[one.candidate.item]
    )
    order = list(ranked)
    for place, one in zip(places, best, strict=True):
        why = (
            one.why
            if one is ranked[place]
            else (*one.why, gettext_noop("ranked here by the reranker"))
        )
        order[place] = one._replace(score=ranked[place].score, why=why)
    return order


def squeezed(value: float) -> float:
    """A sum of any size as a number between 0 and 1; 0 becomes .5."""
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0


def calibrated(cosines: Floats, model: EmbeddingModel | None) -> Floats:
    """Cosines on a scale where 0 is unrelated and 1 the same in other words."""
    if model is None:
        return np.zeros_like(cosines)
    span = model.related_cosine - model.unrelated_cosine
    return np.clip((cosines - model.unrelated_cosine) / span, 0, 1)


def _holds(each: Sequence[bool]) -> Floats:
    """1 for each candidate that something holds of, else 0."""
    return np.array(each, np.float64)


def _tells(texts: Sequence[str], of_it: Callable[[str], object], wanted: bool) -> Floats:
    if not wanted:
        return np.zeros(len(texts))
    return _holds([bool(of_it(text[: LIMITS.read])) for text in texts])


def _names_a_time(text: str) -> bool:
    # One pattern for all of them takes three times as long.
    words = _WORD.findall(text.lower())
    return not _TIMES.isdisjoint(words) or any(
        word[0].isdigit() and _YEAR_OR_DAY.fullmatch(word) for word in words
    )


class _Turns:
    """Neighbouring turns of a conversation, with their own scores."""

    def __init__(self, candidates: Sequence[Candidate], base: Floats) -> None:
        threads = {
            thread: i for i, thread in enumerate(dict.fromkeys(c.thread for c in candidates))
        }
        # Far enough apart that a turn's neighbours are never another conversation's.
        self._apart = 2 * max((c.turn for c in candidates), default=0) + 10
        self._thread = np.array([threads[c.thread] for c in candidates])
        turns = np.array([c.turn for c in candidates])
        self._in_thread = np.array([bool(c.thread) for c in candidates])
        self._key = self._thread * self._apart + turns
        # The same turn may be there by several of its chunks: where each turn starts, in order.
        self._order = np.argsort(self._key, kind="stable")
        self._turns, self._starts = np.unique(self._key[self._order], return_index=True)
        self._base = base

    def at(self, step: int, worth: Floats | None = None) -> Floats:
        """For each candidate what the turn `step` further on is worth; its best chunk counts."""
        worth = np.where(self._in_thread, self._base if worth is None else worth, 0.0)
        best = np.maximum.reduceat(worth[self._order], self._starts)
        wanted = self._key + step
        places = np.minimum(np.searchsorted(self._turns, wanted), len(self._turns) - 1)
        there = (self._turns[places] == wanted) & self._in_thread
        return np.where(there, np.maximum(best[places], 0.0), 0.0)

    def together(self) -> Floats:
        """For each candidate the mean worth of the three best in its conversation."""
        order = np.lexsort((-self._base, self._thread))
        ordered = self._thread[order]
        starts = np.searchsorted(ordered, ordered, "left")
        best = np.where(np.arange(len(order)) - starts < 3, self._base[order], 0.0)
        means = np.bincount(ordered, best) / 3
        return np.where(self._in_thread, means[self._thread], 0.0)


_SAID_BY = gettext_noop("said by %(name)s")
_FROM = gettext_noop("from %(when)s")
# "In May" is from May.
_LEADING = re.compile(r"^(?:in|on|at|im|am|en)\s+", re.IGNORECASE)
stored_words.register(_SAID_BY, _FROM)


def _why(
    asked: ParsedQuestion, c: Candidate, found: Mapping[str, Sequence[float]], i: int
) -> tuple[str, ...]:
    reasons = []
    if found["coverage"][i] >= 0.5:
        reasons.append(gettext_noop("has the same words"))
    if found["meaning"][i] >= 0.5:
        reasons.append(gettext_noop("means nearly the same"))
    if found["speaks of the named"][i] > 0:
        reasons.append(gettext_noop("mentions who is named"))
    if found["said by the named"][i]:
        reasons.append(_SAID_BY % {"name": c.speaker})
    if found["in time"][i] and asked.period:
        reasons.append(_FROM % {"when": _LEADING.sub("", asked.period.words)})
    if max(found["turn before"][i], found["turn after"][i]) >= 0.5:
        reasons.append(gettext_noop("said right around a match"))
    return tuple(reasons) or (gettext_noop("close to what was asked"),)
