"""How alike words and sentences are, by the model that compares, on one scale for every model."""

import threading
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from llm import embedding
from llm.embedding import EmbeddingModel
from llm.errors import ModelError

Vectors = NDArray[np.float32]

# On that scale two words are unrelated below the first, as good as the same above the second:
# single words lie closer together than sentences.
WORDS_APART, WORDS_SAME = 0.29, 0.95


class Nearness:
    """The likeness of texts to one question; vectors are made once for each text.

    Where the embedding model cannot be reached, everything is equally unlike.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._vectors: dict[str, Vectors] = {}
        self._tokens: dict[str, Vectors] = {}
        different = list(dict.fromkeys(texts))
        try:
            comparer = embedding.comparer()
            vectors, tokens = embedding.embed_tokens(different, comparer)
        except ModelError:
            return
        self._model = comparer.model
        self._vectors.update(zip(different, vectors, strict=True))
        self._tokens.update(zip(different, tokens or (), strict=False))

    def learn(self, texts: Sequence[str]) -> None:
        """Embed texts in one batch, before they are compared one by one."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        try:
            vectors = embedding.embed_texts(new, embedding.comparer())
        except ModelError:
            return
        self._vectors.update(zip(new, vectors, strict=True))

    def of(self, first: str, second: str) -> float:
        """The likeness of two learned texts: 0 unrelated, 1 the same in other words."""
        one, other = self._vectors.get(first), self._vectors.get(second)
        if one is None or other is None:
            return 0.0
        return scaled(float(one @ other), self._model)

    def by_word(self, question: str, text: str) -> float:
        """How close the question's words come to some word of the text, as both stand there.

        0 to 1, on average. Of a model that tells nothing of single words, their likeness as wholes.
        """
        asked, told = self._tokens.get(question), self._tokens.get(text)
        if asked is None or told is None or not len(asked) or not len(told):
            return self.of(question, text)
        return float((asked @ told.T).max(axis=1).mean())


def scaled(cosine: float, model: EmbeddingModel) -> float:
    """A cosine on the scale of its model: 0 unrelated, 1 the same in other words."""
    return (cosine - model.unrelated_cosine) / (model.related_cosine - model.unrelated_cosine)


def nearest_word(word: str, others: Sequence[str]) -> float:
    """How close the nearest of some words comes to a word: 0 far, 1 as good as the same."""
    if not others:
        return 0.0
    try:
        model = embedding.comparer().model
        own, *rest = _vectors_of([word, *others])
    except ModelError:
        return 0.0
    alike = scaled(float((np.stack(rest) @ own).max()), model)
    return min(1.0, max(0.0, (alike - WORDS_APART) / (WORDS_SAME - WORDS_APART)))


def learn_words(words: Sequence[str]) -> None:
    """Embed words in one batch, before `nearest_word` compares them: one by one takes seconds."""
    with suppress(ModelError):
        _vectors_of(words)


def _vectors_of(words: Sequence[str]) -> list[Vectors]:
    """The vectors of single words, in the order given; those of the latest are kept."""
    lower = [word.lower() for word in words]
    found = {word: vector for word in lower if (vector := _known.get(word)) is not None}
    new = [word for word in dict.fromkeys(lower) if word not in found]
    if new:
        vectors = embedding.embed_texts(new, embedding.comparer())
        found.update(zip(new, vectors, strict=True))
        with _lock:
            _known.update((word, found[word]) for word in new)
            for oldest in list(_known)[: max(0, len(_known) - _KEPT)]:
                del _known[oldest]
    return [found[word] for word in lower]


_lock = threading.Lock()
_known: dict[str, Vectors] = {}
_KEPT = 8_000
