"""How alike words and sentences are, by the models that compare, on one scale for every model."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from llm import embedding
from llm.embedding import Embedder, EmbeddingModel
from llm.errors import ModelError

Vectors = NDArray[np.float32]

# On that scale two words are unrelated below the first, as good as the same above the second:
# single words lie closer together than sentences.
WORDS_APART, WORDS_SAME = 0.29, 0.95
# So many texts' vectors are kept for the next question, which mostly meets the same passages.
KEPT = 6_000


class Nearness:
    """The likeness of a question to texts; vectors are made once for each text.

    Where the embedding model cannot be reached, everything is equally unlike.
    """

    def __init__(self, question: str, texts: Sequence[str]) -> None:
        self._question = question
        self._vectors: dict[str, Vectors] = {}
        self._tokens: dict[str, Vectors] = {}
        self._finding: dict[str, float] = {}
        different = list(dict.fromkeys([question, *texts]))
        try:
            comparer = embedding.comparer()
            self._model = comparer.model
            for text, (vector, tokens) in zip(
                different, _kept("tokens", different, comparer, _with_tokens), strict=True
            ):
                self._vectors[text] = vector
                if tokens is not None:
                    self._tokens[text] = tokens
            self._found(texts)
        except ModelError:
            self._vectors.clear()

    def _found(self, texts: Sequence[str]) -> None:
        """How near the model that finds takes each to be."""
        finder = embedding.finder()
        asked = embedding.embed_query(self._question, finder)
        for text, (vector, _) in zip(
            texts, _kept("vectors", texts, finder, _without_tokens), strict=True
        ):
            self._finding[text] = scaled(float(vector @ asked), finder.model)

    def learn(self, texts: Sequence[str]) -> None:
        """Embed texts in one batch, before they are compared one by one."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        with suppress(ModelError):
            comparer = embedding.comparer()
            for text, (vector, _) in zip(
                new, _kept("vectors", new, comparer, _without_tokens), strict=True
            ):
                self._vectors[text] = vector

    def of(self, first: str, second: str) -> float:
        """The likeness of two learned texts: 0 unrelated, 1 the same in other words."""
        one, other = self._vectors.get(first), self._vectors.get(second)
        if one is None or other is None:
            return 0.0
        return scaled(float(one @ other), self._model)

    def answers(self, text: str) -> float:
        """How likely the model that finds takes a text to answer the question, on the scale."""
        return self._finding.get(text, 0.0)

    def by_word(self, text: str) -> float:
        """How close the question's words come to some word of the text, as both stand there.

        0 to 1, on average. Of a model that tells nothing of single words, their likeness as wholes.
        """
        asked, told = self._tokens.get(self._question), self._tokens.get(text)
        if asked is None or told is None or not len(asked) or not len(told):
            return self.of(self._question, text)
        return float((asked @ told.T).max(axis=1).mean())


def scaled(cosine: float, model: EmbeddingModel) -> float:
    """A cosine on the scale of its model: 0 unrelated, 1 the same in other words."""
    return (cosine - model.unrelated_cosine) / (model.related_cosine - model.unrelated_cosine)


def likeness(text: str, others: Sequence[str]) -> list[float]:
    """How alike each of some texts is to a text: 0 unrelated, 1 the same in other words."""
    near = Nearness(text, others)
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
    lower = [word.lower() for word in words]
    return [vector for vector, _ in _kept("vectors", lower, by, _without_tokens)]


_Made = tuple[Vectors, Vectors | None]


def _with_tokens(texts: Sequence[str], by: Embedder) -> list[_Made]:
    vectors, tokens = embedding.embed_tokens(texts, by)
    if tokens is None:
        return [(vector, None) for vector in vectors]
    return list(zip(vectors, tokens, strict=True))


def _without_tokens(texts: Sequence[str], by: Embedder) -> list[_Made]:
    return [(vector, None) for vector in embedding.embed_texts(texts, by)]


def _kept(
    what: str,
    texts: Sequence[str],
    by: Embedder,
    make: Callable[[Sequence[str], Embedder], list[_Made]],
) -> list[_Made]:
    """What is made of each text, in the order given; those of the latest are kept.

    Kept by their digest, so that no text lies around in memory longer than it must.
    """
    keys = {text: _key(what, text, by.model) for text in texts}
    with _lock:
        found = {text: _made[key] for text, key in keys.items() if key in _made}
    new = [text for text in keys if text not in found]
    if new:
        found.update(zip(new, make(new, by), strict=True))
    with _lock:
        for text, key in keys.items():
            _made[key] = found[text]
            _made.move_to_end(key)
        while len(_made) > KEPT:
            _made.popitem(last=False)
    return [found[text] for text in texts]


def _key(what: str, text: str, model: EmbeddingModel) -> tuple[str, str, int, bytes]:
    return what, model.name, model.dimension, hashlib.sha256(text.encode()).digest()


_lock = threading.Lock()
_made: OrderedDict[tuple[str, str, int, bytes], _Made] = OrderedDict()
