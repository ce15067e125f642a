"""Compare two statements said one after the other: does the later change the earlier?

"We finally signed for the flat in Bath" changes "still in the tiny studio in Leeds" without sharing
a word with it, so no rule over words can tell. A linear classifier reads the words and the meaning
of both for news; boosted trees weigh that against what both are taken for
(memories.learning.reading.classifier) and have in common: news of the choir changes nothing of the
dentist. Trained by bench/learning/train_pairs.py on pairs written for it, in three languages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from django.conf import settings

from llm import embedding, small_bert
from memories.learning.reading import classifier
from memories.learning.reading.classifier import Floats
from memories.text import Trees, content_words, statement

_WEIGHTS = Path(__file__).with_suffix(".npz")
# How much each group of features counts before it is learned what it says.
_DENSE, _NEW_WORDS, _OLD_WORDS, _MEANING = 0.25, 0.6, 0.4, 3.0
# How alike two statements mean at the least, as a cosine: of a hundred changes of one thing, 99 do.
_ALIKE = 0.28
_NUMBER = re.compile(r"\d[\d.,:/]*\d|\d")


@dataclass(frozen=True)
class Pair:
    """What was said first, and what was said then."""

    old: str
    new: str


def changes(pairs: Sequence[Pair]) -> list[float]:
    """How likely it is that the later of each pair says that the earlier no longer holds, 0..1.

    0 where both are about different things, however much the later sounds like news: nobody who
    stopped having coffee gave up a walk. Some 5 ms a sentence: each is embedded once.
    """
    if not pairs:
        return []
    stored = _weights()
    read = Read(pairs)
    dense = read.dense()
    news = read.rows(dense, stored.mean, stored.spread) @ stored.weights + stored.bias
    sure = stored.sure(np.concatenate([dense, news[:, None]], axis=1))
    return [float(x) for x in np.where(read.alike() >= _ALIKE, sure, 0.0)]


class Read:
    """Pairs read once: by what each is taken for, by its words, by its meaning."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = pairs
        texts = [text for pair in pairs for text in (pair.old, pair.new)]
        different = list(dict.fromkeys(texts))
        place = {text: number for number, text in enumerate(different)}
        at = [place[text] for text in texts]
        model = small_bert.load(
            small_bert.MINILM.model.name, threads=settings.YARNNN_EMBEDDING_THREADS
        )
        words = classifier.features(different)
        self.words: Floats = words[at]
        self.shares = {task: rows[at] for task, rows in classifier.shares(words).items()}
        self.vectors: Floats = embedding.embed_texts(different, model)[at]

    def alike(self) -> Floats:
        """How alike both of each pair mean: the cosine of their meanings."""
        alike: Floats = (self.vectors[0::2] * self.vectors[1::2]).sum(axis=1)
        return alike

    def dense(self) -> Floats:
        """What both are taken for and have in common, a row for each pair, not yet scaled."""
        old, new = slice(0, None, 2), slice(1, None, 2)
        found = [
            np.array([_in_common(pair) for pair in self.pairs], np.float32),
            self.alike()[:, None],
        ]
        for task in sorted(self.shares):
            first, second = self.shares[task][old], self.shares[task][new]
            found += [np.log(first + 1e-3), np.log(second + 1e-3)]
            found += [np.sqrt(first * second), (first * second).sum(axis=1)[:, None]]
        return np.concatenate(found, axis=1).astype(np.float32)

    def rows(self, dense: Floats, mean: Floats, spread: Floats) -> Floats:
        """All features of each pair: the dense ones scaled, the words and the meaning of both."""
        old, new = slice(0, None, 2), slice(1, None, 2)
        meanings = [
            np.abs(self.vectors[old] - self.vectors[new]),
            self.vectors[old] * self.vectors[new],
            self.vectors[new],
        ]
        return np.concatenate(
            [
                (dense - mean) / spread * _DENSE,
                self.words[new] * _NEW_WORDS,
                self.words[old] * _OLD_WORDS,
                np.concatenate(meanings, axis=1) * _MEANING,
            ],
            axis=1,
        ).astype(np.float32)


def _in_common(pair: Pair) -> list[float]:
    """Words, names and numbers that both have or one alone has; of whom each speaks."""
    old, new = statement(pair.old), statement(pair.new)
    ours, theirs = set(old.stems), set(new.stems)
    shared = ours & theirs
    names = [
        {w.stem for w in content_words(t) if w.spelling[:1].isupper()} for t in (pair.old, pair.new)
    ]
    numbers = [set(_NUMBER.findall(text)) for text in (pair.old, pair.new)]
    return [
        len(shared),
        len(shared) / max(1, min(len(ours), len(theirs))),
        len(shared) / max(1, len(ours | theirs)),
        float(bool(names[0] & names[1])),
        len(names[0] - names[1]),
        len(names[1] - names[0]),
        float(bool(numbers[0] & numbers[1])),
        float(bool(numbers[0] - numbers[1])),
        float(bool(numbers[1] - numbers[0])),
        float(bool(numbers[0] and numbers[1]) and not numbers[0] & numbers[1]),
        float(old.of_mine and new.of_mine),
        float(old.of_mine and not new.of_mine),
        float(bool(old.subjects & new.subjects)),
        float(bool(old.others & new.others)),
        float(bool(new.others) and not old.others),
        float(old.signs != new.signs),
        float("not" in new.signs),
        float(bool(old.turned & theirs) or bool(new.turned & ours)),
        min(40.0, len(pair.old.split())),
        min(40.0, len(pair.new.split())),
    ]


@dataclass(frozen=True)
class _Weights(Trees):
    """Of the linear part, beside the trees."""

    weights: Floats
    bias: Floats
    mean: Floats
    spread: Floats


@lru_cache(maxsize=1)
def _weights() -> _Weights:
    with np.load(_WEIGHTS) as stored:
        found = {name: stored[name] for name in stored.files}
    found["weights"] = found["weights"].astype(np.float32)
    return _Weights(**found)
