"""Which passage tells the other half, where a question takes two facts.

"Could Malik and I share a boeuf bourguignon?" takes what Malik eats and what I do. The reader tells
of each token of a question how well a passage answers it: what answers the tokens that the best
passage leaves open is the other half, the likelier the more the question is like those that take
two. `python -m bench.answerer.tune_other_half` fits the weights.
"""

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.scoring.reads import Reads

WEIGHTS = Path(__file__).with_suffix(".json")
# So many of the likeliest are tried; and it must be so likely that one of them is the other half.
TRIED, LEAST = 7, 0.1

Floats = NDArray[np.float64]


def takes_two(reads: Reads) -> float:
    """How likely it is that a question takes two facts, as a logit."""
    asked = _weights()[0]
    return float(reads.asked @ asked[:-1] + asked[-1])


def other_half(reads: Reads, texts: Sequence[str], order: Sequence[int]) -> int | None:
    """The place of what tells the other half beside the first of `order`, likeliest first."""
    best, tried = order[0], different(reads, texts, order)
    if not tried:
        return None
    _, weights, bias = _weights()
    others = [texts[n] for n in tried]
    found = columns(reads, texts[best], others, takes_two(reads)) @ weights + bias
    likeliest = int(found.argmax())
    return tried[likeliest] if 1 / (1 + math.exp(-found[likeliest])) >= LEAST else None


def different(reads: Reads, texts: Sequence[str], order: Sequence[int]) -> list[int]:
    """The next in order of which none says the same as another, or a part of it."""
    found = [order[0]]
    for n in order[1:]:
        if len(found) > TRIED:
            break
        if not any(
            texts[n] in texts[one] or texts[one] in texts[n] or reads.same(texts[one], texts[n])
            for one in found
        ):
            found.append(n)
    return found[1:]


def columns(reads: Reads, best: str, others: Sequence[str], of_two: float) -> Floats:
    """(others, 9): what tells whether each other is the half that the best leaves open."""
    first, of_best = reads.answers(best), reads.covered(best)
    rows = []
    for rank, text in enumerate(others):
        answers, more = reads.answers(text), reads.covered(text) - of_best
        gains = float(reads.counts @ np.maximum(0, more))
        loses = float(reads.counts @ np.maximum(0, -more))
        ratio = gains / (loses + 0.02)
        most = float(max(0, more.max()))
        rows.append((first, answers, first - answers, gains, loses, most, rank + 1, ratio, of_two))
    return np.array(rows, float)


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, Floats, float]:
    """(385,) whether a question takes two facts, (9,) whether a passage is the other, a bias."""
    stored = json.loads(WEIGHTS.read_text())
    return np.array(stored["asked"]), np.array(stored["weights"]), float(stored["bias"])
