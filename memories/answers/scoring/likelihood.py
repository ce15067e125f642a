"""How likely a passage answers, by its features: boosted trees.

`python -m bench.answerer.tune -w` grows them.
"""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.scoring.features import NAMES, READ_TENTH, AnswerFeatures
from memories.text.trees import read_trees

Floats = NDArray[np.float32]

TREES = Path(__file__).parent / "data" / "likelihood.npz"

# What nothing makes up for, however seldom it came up in the questions at hand, as logits.
HELD = {"sibling": -6.0, "opposed": -2.0, "told": -6.0, "over": -3.0}
# What the trees look at.
COLUMNS = tuple(name for name in NAMES if name not in HELD)


def likelihoods(found: Sequence[AnswerFeatures]) -> list[float]:
    """How likely each passage answers, 0..1."""
    if not found:
        return []
    likely: list[float] = weighed(
        read_trees(TREES).sure(rows(found, COLUMNS)), rows(found, HELD)
    ).tolist()
    return likely


def together_alone(each: AnswerFeatures) -> float:
    """How likely a passage answers by the model alone that reads it and the question at once."""
    return 1 / (1 + math.exp(-READ_TENTH * each.together))


def weighed(sure: Floats, held: Floats) -> Floats:
    """What the trees say of each (rows,), less what is held against it (rows, len(HELD))."""
    less = held @ np.array(list(HELD.values()), np.float32)
    return np.asarray(sure / (sure + (1 - sure) * np.exp(-less)), np.float32)


def rows(found: Sequence[AnswerFeatures], names: Iterable[str]) -> Floats:
    """(passages, names) floats: these features of each."""
    wanted = tuple(names)
    return np.array([[getattr(each, name) for name in wanted] for each in found], np.float32)
