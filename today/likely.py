"""How likely a sentence is a task: what its writer will do, or what it asks of its reader.

Linear classifiers over the features by which a sentence is read (memories.learning), trained by
bench/learning/train_tasks.py on sentences written for it. They know what no list of words does:
"Expect chapter seven in your inbox on Monday", "Still waiting for the July statement".
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.learning import sentence_features

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_suffix(".npz")
# A message is read for its tasks, and again for what is done by it: so many readings are kept.
KEPT = 500
_known: dict[tuple[str, str], float] = {}


def promised(texts: Sequence[str]) -> list[float]:
    """How likely each sentence of the person's own binds them to do something, 0..1."""
    return _likely("promised", texts)


def asked(texts: Sequence[str]) -> list[float]:
    """How likely each sentence of a letter asks something of its reader, 0..1."""
    return _likely("asked", texts)


def _likely(which: str, texts: Sequence[str]) -> list[float]:
    new = [text for text in dict.fromkeys(texts) if (which, text) not in _known]
    if len(_known) + len(new) > KEPT:
        _known.clear()
        new = list(dict.fromkeys(texts))
    if new:
        weights, bias = _weights()[which]
        scores = sentence_features(new) @ weights + bias
        for text, sure in zip(new, 1 / (1 + np.exp(-scores)), strict=True):
            _known[which, text] = float(sure)
    return [_known[which, text] for text in texts]


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[Floats, float]]:
    with np.load(WEIGHTS) as stored:
        return {
            which: (stored[which].astype(np.float32), float(stored[f"{which}_bias"]))
            for which in ("promised", "asked")
        }
