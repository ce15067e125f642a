"""Whether a question takes two facts.

"Could Malik and I share a boeuf bourguignon?" takes what Malik eats and what I do. What such
questions are like is told by how the reader reads them as a whole. Which facts these are is told by
pairs.py. `python -m bench.answerer.tune_facts_needed` fits the weights.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.scoring.reader_scores import ReaderScores

WEIGHTS = Path(__file__).parent / "data" / "facts_needed.json"
Floats = NDArray[np.float64]


def takes_two(reads: ReaderScores) -> float:
    """How likely it is that a question takes two facts, as a logit."""
    asked = _weights()
    return float(reads.asked @ asked[:-1] + asked[-1])


def different(
    reads: ReaderScores, texts: Sequence[str], order: Sequence[int], most: int
) -> list[int]:
    """The first in order of which none says the same as another, or a part of it."""
    found: list[int] = []
    for n in order:
        if len(found) == most:
            break
        if not any(
            texts[n] in texts[one] or texts[one] in texts[n] or reads.same(texts[one], texts[n])
            for one in found
        ):
            found.append(n)
    return found


@lru_cache(maxsize=1)
def _weights() -> Floats:
    """(385,) of the question as a whole, and a bias."""
    return np.array(json.loads(WEIGHTS.read_text())["asked"])
