"""Embeddings from any server with OpenAI's /v1/embeddings: OpenAI, Ollama, llama.cpp, vLLM, …"""

import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

import numpy as np

from llm import tokens
from llm.calibration import PAIRS, typical_cosines
from llm.embedding import EmbeddingModel, Vectors
from llm.endpoints import Endpoint, client_for
from llm.errors import (
    BadAnswer,
    ContextTooLong,
    RequestRejected,
    TimedOut,
    Unreachable,
    WrongDimension,
    model_errors,
)

_BATCH = 32
# What nearly every embedding model reads; the search's windows are far shorter.
_MAX_TOKENS = 512
_HALVINGS = 4
_QUERY_SECONDS = 10.0
_PROBE_SECONDS = 30.0  # a server may load its model for it
_REST_SECONDS = 15.0
# What some families were trained to see before a text and before a question.
_PREFIXES = {
    "nomic-embed": ("search_document: ", "search_query: "),
    "e5-": ("passage: ", "query: "),
    "-en-v1.5": ("", "Represent this sentence for searching relevant passages: "),  # BGE
    "mxbai-embed": ("", "Represent this sentence for searching relevant passages: "),
    "snowflake-arctic-embed": ("", "Represent this sentence for searching relevant passages: "),
}


class ServedEmbedder:
    """A model behind an address; `shorten` asks the server for vectors of `model.dimension`."""

    def __init__(
        self, endpoint: Endpoint, model: EmbeddingModel, *, shorten: bool, read_seconds: float
    ) -> None:
        self.model = model
        self._endpoint = endpoint
        self._read_seconds = read_seconds
        self._dimensions = model.dimension if shorten else None
        self._text_prefix, self._query_prefix = _prefixes(endpoint.model)
        self._silent_until = 0.0

    def embed(self, texts: Sequence[str], *, as_query: bool) -> Vectors:
        if as_query:
            vectors = self._embed_while_someone_waits(texts)
        else:
            ready = self._ready(texts, self._text_prefix)
            starts = range(0, len(ready), _BATCH)
            vectors = np.concatenate([self._batch(ready[at : at + _BATCH]) for at in starts])
        if vectors.shape[1] != self.model.dimension:
            raise _wrong_dimension(self.model.name, vectors.shape[1], self.model.dimension)
        return vectors

    def embed_tokens(self, texts: Sequence[str]) -> tuple[Vectors, None]:
        return self.embed(texts, as_query=False), None

    def _embed_while_someone_waits(self, texts: Sequence[str]) -> Vectors:
        """Not every question of a conversation may wait for a server that just kept silent."""
        if time.monotonic() < self._silent_until:
            raise Unreachable
        try:
            return self._ask(
                self._ready(texts, self._query_prefix),
                read_seconds=min(self._read_seconds, _QUERY_SECONDS),
            )
        except (TimedOut, Unreachable):
            self._silent_until = time.monotonic() + _REST_SECONDS
            raise

    def _ready(self, texts: Sequence[str], prefix: str) -> list[str]:
        return [prefix + (self.head(text).strip() or " ") for text in texts]

    def _ask(self, texts: Sequence[str], *, read_seconds: float | None = None) -> Vectors:
        return _request(
            self._endpoint,
            texts,
            dimensions=self._dimensions,
            read_seconds=read_seconds or self._read_seconds,
        )

    def count_tokens(self, text: str) -> int:
        return tokens.count_tokens(text)

    def head(self, text: str) -> str:
        return tokens.truncate(text, _MAX_TOKENS)

    def _batch(self, texts: Sequence[str]) -> Vectors:
        try:
            return self._ask(texts)
        except (ContextTooLong, RequestRejected):
            # One text too long for this model must not keep the others out of the search.
            return np.concatenate([self._one(text) for text in texts])

    def _one(self, text: str) -> Vectors:
        for _ in range(_HALVINGS):
            try:
                return self._ask([text])
            except ContextTooLong:
                text = text[: len(text) // 2]
        return self._ask([text])


def load(endpoint: Endpoint, *, dimension: int | None, read_seconds: float) -> ServedEmbedder:
    """Give this process's embedder for `endpoint`; the first call asks the server what it gives.

    `dimension` is what the settings promise, None for whatever the model gives. Raises ModelError,
    WrongDimension where the promise and the model disagree.
    """
    key = (endpoint, dimension, read_seconds)
    with _Known.lock:
        if key not in _Known.embedders:
            if time.monotonic() < _Known.silent_until:
                raise Unreachable
            try:
                _Known.embedders[key] = _connect(endpoint, dimension, read_seconds)
            except (TimedOut, Unreachable):
                _Known.silent_until = time.monotonic() + _REST_SECONDS
                raise
        return _Known.embedders[key]


def forget() -> None:
    """Ask the servers anew, after a change of settings or in a test."""
    with _Known.lock:
        _Known.embedders.clear()
        _Known.silent_until = 0.0


class _Known:
    embedders: ClassVar[dict[tuple[Endpoint, int | None, float], ServedEmbedder]] = {}
    silent_until = 0.0
    lock = threading.Lock()


def _connect(endpoint: Endpoint, dimension: int | None, read_seconds: float) -> ServedEmbedder:
    """Ask for sample vectors, to learn their length and what their cosines mean."""
    text_prefix, _ = _prefixes(endpoint.model)
    samples = [text_prefix + text for pair in PAIRS for text in pair]
    ask = partial(_request, endpoint, read_seconds=min(read_seconds, _PROBE_SECONDS))
    vectors = ask(samples)
    shorten = False
    if dimension is not None and vectors.shape[1] != dimension:
        found = vectors.shape[1]
        with suppress(RequestRejected):  # some models can be asked for shorter vectors
            vectors = ask(samples, dimensions=dimension)
        if vectors.shape[1] != dimension:
            raise _wrong_dimension(endpoint.model, found, dimension)
        shorten = True
    unrelated, related = typical_cosines(vectors)
    model = EmbeddingModel(
        name=endpoint.model,
        dimension=vectors.shape[1],
        max_tokens=_MAX_TOKENS,
        unrelated_cosine=unrelated,
        related_cosine=related,
    )
    return ServedEmbedder(endpoint, model, shorten=shorten, read_seconds=read_seconds)


def _request(
    endpoint: Endpoint,
    texts: Sequence[str],
    *,
    read_seconds: float,
    dimensions: int | None = None,
) -> Vectors:
    import openai

    with model_errors():
        response = client_for(endpoint, read_seconds=read_seconds).embeddings.create(
            model=endpoint.model,
            input=list(texts),
            # Left out, the library asks for base64, which many servers do not know.
            encoding_format="float",
            dimensions=openai.omit if dimensions is None else dimensions,
        )
    try:
        rows = sorted(response.data, key=lambda item: item.index)
        vectors = np.asarray([row.embedding for row in rows], np.float32)
    except (AttributeError, TypeError, ValueError):
        raise BadAnswer from None
    if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.size:
        raise BadAnswer
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or not (norms > 0).all():
        raise BadAnswer
    return np.asarray(vectors / norms, np.float32)


def _prefixes(name: str) -> tuple[str, str]:
    family = name.rpartition("/")[2].lower()
    for part, prefixes in _PREFIXES.items():
        if part in family and "instruct" not in family:
            return prefixes
    return "", ""


def _wrong_dimension(name: str, found: int, promised: int) -> WrongDimension:
    return WrongDimension(
        f"The model {name} returns vectors of {found} floats, but YARNNN_EMBEDDING_DIMENSION says "
        f"{promised}. Set it to {found}, or leave it out."
    )


def _start_anew_after_fork() -> None:
    _Known.lock = threading.Lock()


os.register_at_fork(after_in_child=_start_anew_after_fork)
