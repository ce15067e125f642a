"""How likely a sentence is a task: what its writer will do, or what it asks of its reader.

Linear classifiers over the features by which a sentence is read (memories.learning), of promises
also over what the built-in reader makes of it (llm.reader), trained by
bench/learning/train_tasks.py on sentences written for it. They know what no list of words does:
"Expect chapter seven in your inbox on Monday", "Still waiting for the July statement".
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import reader
from llm.kept import kept
from memories.learning import sentence_features
from memories.text import in_english

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_suffix(".npz")
# Weight of the reader's vector (length 1) beside thousands of words and word pieces.
_READER_WEIGHT = 4


def promised(texts: Sequence[str]) -> list[float]:
    """How likely each sentence of the person's own binds them to do something, 0..1."""
    return _likely("promised", texts)


def asked(texts: Sequence[str]) -> list[float]:
    """How likely each sentence of a letter asks something of its reader, 0..1."""
    return _likely("asked", texts)


def features(which: str, texts: Sequence[str]) -> Floats:
    """Sentences as rows of features, of what is "promised" or "asked"."""
    rows = sentence_features(texts)
    if which == "asked":
        return rows
    read = reader.read([in_english(text) for text in texts], as_questions=False)
    whole = np.array([each.whole for each in read], np.float32)
    return np.concatenate([rows, whole * _READER_WEIGHT], axis=1)


def _likely(which: str, texts: Sequence[str]) -> list[float]:
    def read(new: Sequence[str]) -> list[float]:
        weights, bias = _weights()[which]
        scores = features(which, new) @ weights + bias
        found: list[float] = (1 / (1 + np.exp(-scores))).tolist()
        return found

    # A message is read for its tasks, and again for what is done by it.
    return kept(("task", which), texts, read)


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[Floats, float]]:
    with np.load(WEIGHTS) as stored:
        return {
            which: (stored[which].astype(np.float32), float(stored[f"{which}_bias"]))
            for which in ("promised", "asked")
        }
