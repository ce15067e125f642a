"""How likely a passage answers, by its features: a logistic regression.

`python -m bench.answerer.tune` fits the weights. A few count double where others hold: that the
matter is near says more where the right people are spoken of.
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
    """The features with those made of two, and their names."""
    one = dict(zip(NAMES, features.T, strict=True))
    somebody = (one["aims"] > 0).astype(float)
    theirs = somebody * (one["met"] >= 1)
    holds, lacks = (one["kind"] > 0).astype(float), (one["kind"] < 0).astype(float)
    keyless = (one["asked_length"] == 0).astype(float)
    two = {
        "left out": somebody * (1 - one["met"]),
        "holds": holds,
        "lacks": lacks,
        "about them": theirs * one["about_them"],
        "of them": theirs * one["about_another"],
        "only them": keyless * theirs,
        "only them, holds": keyless * theirs * holds,
        "head missing": (one["head_named"] < 0) * (one["kind"] == 0),
        "head missing, shares": (one["head_named"] < 0) * (one["shared"] > 0),
        "misses the point": (one["shared"] < 0).astype(float),
        "shares": np.maximum(one["shared"], 0.0),
        "astray, shares": one["astray"] * (one["shared"] > 0),
        "astray, pointless": one["astray"] * one["pointless"],
        "found, far": np.maximum(one["found"] - 0.5, 0.0),
        "whole, far": np.maximum(one["whole"] - 0.6, 0.0),
        "first": (one["place"] == 1).astype(float),
        "first of theirs": (one["place_among_theirs"] == 1).astype(float),
        "first of theirs, about them": (one["place_among_theirs"] == 1) * theirs,
    }
    for name in _DOUBLY:
        two |= {
            f"{name}, theirs": one[name] * theirs,
            f"{name}, lacks": one[name] * lacks,
            f"{name}, holds": one[name] * holds,
        }
    for name in _WANTS:
        two |= {
            f"{name}, found": one[name] * one["found"],
            f"{name}, covered": one[name] * one["covered_by_weight"],
            f"{name}, holds": one[name] * holds,
            f"{name}, lacks": one[name] * lacks,
        }
    for name in ("kind", "shared", "length"):
        del one[name]
    every = one | two
    return list(every), np.stack(list(every.values()), axis=1)


_DOUBLY = ("whole", "matter", "found", "by_word", "covered_by_weight", "place_among_theirs")
_WANTS = ("wants_time", "wants_number", "wants_person", "wants_place", "wants_whether")


@lru_cache(maxsize=1)
def _weights() -> tuple[dict[str, float], float]:
    stored = json.loads(WEIGHTS.read_text())
    return stored["weights"], float(stored["bias"])
