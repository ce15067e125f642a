"""What a later statement does to an earlier one, by a small model that reads both together.

bge-small-en-v1.5, whose weights bench/reader changed (pair_reader.npz). "We got the keys to the
cottage in Falmouth" takes the place of "we rent off Union Street" without a word in common: that
takes both at once (a cross-encoder), where llm/reader.py reads each text by itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import small_bert
from llm.cleaning import encodable

Floats = NDArray[np.float32]

CHANGES = Path(__file__).with_name("pair_reader.npz")
_HEAD = ("relation.weight", "relation.bias")


class StatementRelation(NamedTuple):
    """What the later of two statements does to the earlier: how likely each is, together 1."""

    # They are about different things.
    unrelated: float
    # It says the same again.
    same: float
    # Both hold: another of a kind, or more of the same.
    both: float
    # The earlier no longer holds.
    changed: float


def relations(pairs: Sequence[tuple[str, str]]) -> list[StatementRelation]:
    """What the second of each pair of English statements does to the first.

    Some 7 milliseconds a pair of short ones.
    """
    if not pairs:
        return []
    model = small_bert.load_kind(_KIND, threads=settings.YARNNN_EMBEDDING_THREADS)
    read = model.embed_pairs([(encodable(first), encodable(then)) for first, then in pairs])
    weight, bias = _head()
    scores = read @ weight.T + bias
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = grown / grown.sum(axis=1, keepdims=True)
    return [StatementRelation(*(float(share) for share in row)) for row in shares]


@lru_cache(maxsize=1)
def _head() -> tuple[Floats, Floats]:
    with np.load(CHANGES) as stored:
        weight, bias = (stored[name] for name in _HEAD)
    return weight, bias


_KIND = small_bert.trained("yarnnn pair reader", CHANGES, packed=False)
