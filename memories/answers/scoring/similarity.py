"""How alike words and sentences are, by the model that compares, on one scale for every model."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import numpy as np
from numpy.typing import NDArray

from llm import embedding
from llm.embedding import Embedder, EmbeddingModel
from llm.errors import ModelError
from llm.kept import kept

Vectors = NDArray[np.float32]

# On that scale two words are unrelated below the first, as good as the same above the second:
# single words lie closer together than sentences.
WORDS_APART, WORDS_SAME = 0.29, 0.95


class Similarity:
    """The likeness of texts to each other; vectors are made once for each.

    Where the embedding model cannot be reached, everything is equally unlike.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._vectors: dict[str, Vectors] = {}
        with suppress(ModelError):
            comparer = embedding.comparer()
            self._model = comparer.model
            self._vectors = dict(zip(texts, _vectors(texts, comparer), strict=True))

    def of(self, first: str, second: str) -> float:
        """The likeness of two of the texts: 0 unrelated, 1 the same in other words."""
        one, other = self._vectors.get(first), self._vectors.get(second)
        if one is None or other is None:
            return 0.0
        return scaled(float(one @ other), self._model)


def scaled(cosine: float, model: EmbeddingModel) -> float:
    """A cosine on the scale of its model: 0 unrelated, 1 the same in other words."""
    return (cosine - model.unrelated_cosine) / (model.related_cosine - model.unrelated_cosine)


def likeness(text: str, others: Sequence[str]) -> list[float]:
    """How alike each of some texts is to a text: 0 unrelated, 1 the same in other words."""
    near = Similarity([text, *others])
    return [near.of(text, other) for other in others]


def nearest_word(word: str, others: Sequence[str]) -> float:
    """How close the nearest of some words comes to a word: 0 far, 1 as good as the same."""
    if not others:
        return 0.0
    try:
        comparer = embedding.comparer()
        own, *rest = _of_words([word, *others], comparer)
    except ModelError:
        return 0.0
    alike = scaled(float((np.stack(rest) @ own).max()), comparer.model)
    return min(1.0, max(0.0, (alike - WORDS_APART) / (WORDS_SAME - WORDS_APART)))


def learn_words(words: Sequence[str]) -> None:
    """Embed words in one batch, before `nearest_word` compares them: one by one takes seconds."""
    with suppress(ModelError):
        _of_words(words, embedding.comparer())


def _of_words(words: Sequence[str], by: Embedder) -> list[Vectors]:
    return _vectors([word.lower() for word in words], by)


def _vectors(texts: Sequence[str], by: Embedder) -> list[Vectors]:
    what = ("vectors", by.model.name, by.model.dimension)
    made: list[Vectors] = kept(what, texts, partial(_embedded, by))
    return made


def _embedded(by: Embedder, texts: Sequence[str]) -> list[Vectors]:
    return list(embedding.embed_texts(texts, by))
