"""Whether a statement is what was asked for, by a small model that reads both together.

bge-small-en-v1.5, whose weights bench/reader changed (asked_reader.npz). That "my dog is called
Rusty" tells no breed, and "I take 5 mg" not how often, takes both at once (a cross-encoder), where
llm/reader.py, which reads each text by itself, finds what comes near.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import small_bert
from llm.cleaning import encodable

Floats = NDArray[np.float32]

CHANGES = Path(__file__).with_name("asked_reader.npz")
_HEADS = ("answers", "meant")


def answers(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How likely the second of each pair, a statement, answers the first, a question: as logits.

    Both in English; some 8 milliseconds a pair of short ones.
    """
    return _read(pairs, "answers")


def meant(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How likely the first of each pair, what a request to forget names, means the second: as
    logits. Both in English.
    """
    return _read(pairs, "meant")


def _read(pairs: Sequence[tuple[str, str]], head: str) -> list[float]:
    """What a head above the network makes of each pair."""
    if not pairs:
        return []
    model = small_bert.load_kind(_KIND, threads=settings.YARNNN_EMBEDDING_THREADS)
    read = model.embed_pairs([(encodable(asked), encodable(said)) for asked, said in pairs])
    weight, bias = _heads()[head]
    return [float(each) for each in read @ weight[0] + bias[0]]


@lru_cache(maxsize=1)
def _heads() -> dict[str, tuple[Floats, Floats]]:
    with np.load(CHANGES) as stored:
        return {name: (stored[f"{name}.weight"], stored[f"{name}.bias"]) for name in _HEADS}


_KIND = small_bert.trained("yarnnn asked reader", CHANGES, packed=False)
