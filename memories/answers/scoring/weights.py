"""How likely a passage answers, by its features: a logistic regression.

`python -m bench.answerer.tune` fits the weights.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.scoring.features import NAMES, Features

Floats = NDArray[np.float64]

WEIGHTS = Path(__file__).with_name("weights.json")


def likelihoods(found: Sequence[Features]) -> list[float]:
    """How likely each passage answers, 0..1."""
    if not found:
        return []
    weights, bias = _weights()
    names, columns = expanded(rows(found))
    total = columns @ np.array([weights.get(name, 0.0) for name in names]) + bias
    likely: list[float] = (1 / (1 + np.exp(-total))).tolist()
    return likely


def rows(found: Sequence[Features]) -> Floats:
    """Features as rows, in the order of NAMES."""
    return np.array([[getattr(each, name) for name in NAMES] for each in found], float)


def expanded(features: Floats) -> tuple[list[str], Floats]:
    """The features by name, the kind of thing asked for as two: it is there, it is missing."""
    every = dict(zip(NAMES, features.T, strict=True))
    kind = every.pop("kind")
    every |= {"holds": (kind > 0).astype(float), "lacks": (kind < 0).astype(float)}
    return list(every), np.stack(list(every.values()), axis=1)


@lru_cache(maxsize=1)
def _weights() -> tuple[dict[str, float], float]:
    stored = json.loads(WEIGHTS.read_text())
    return stored["weights"], float(stored["bias"])
