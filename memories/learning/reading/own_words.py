"""How likely a message is in the person's own words, and meant: not pasted, quoted or in jest.

What is set off as another's is left out before (memories.learning.reading.own_parts); an advert, a
recipe or a poem that stands there with no word before it is known by how it speaks alone. A linear
classifier over the features that tell what lasts (memories.learning.reading.lasting), trained by
bench/learning/train_own_words.py.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from memories.learning.reading.lasting import rows
from memories.learning.reading.own_parts import own_parts
from memories.tagging.features import Floats

WEIGHTS = Path(__file__).with_suffix(".npz")
# A message is read when it is learned from, and again for what it changes and what to ask.
_KEPT = 64


@lru_cache(maxsize=_KEPT)
def own_and_meant(text: str) -> float:
    """How likely it is that what a message says besides what it quotes is meant so, 0..1."""
    parts = own_parts(text)
    if not parts or any(part.reported for part in parts):
        return 1.0
    weights, bias = _weights()
    score = rows([" ".join(part.words for part in parts)])[0] @ weights + bias
    return float(1 / (1 + np.exp(-score)))


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, Floats]:
    with np.load(WEIGHTS) as stored:
        return stored["weights"].astype(np.float32), stored["bias"]
