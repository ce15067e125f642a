"""Tags: the plain topics that a sentence is about, in any known language; and how much it matters.

One linear classifier for each topic, over the words of the sentence and their pieces, its words in
English and its meaning as the built-in sentence model sees it. Trained by
bench/learning/train_tags.py on sentences that people filed under topics.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from memories.tagging.features import Floats, Named, hashed, meant, words_and_pieces
from memories.text import written_out
from memories.text.meaning.english_words import in_english
from memories.text.words import content_words

TOPICS = (
    "family",
    "people",
    "work",
    "learning",
    "food",
    "home",
    "health",
    "travel",
    "pets",
    "music",
    "sport",
    "hobbies",
    "reading",
    "money",
    "tech",
    "dates",
    "clothes",
    "vehicles",
    "things",
    "habits",
    "plans",
)
# What else is told of a sentence: whether it holds for long, or is of the day.
STABLE, PASSING = len(TOPICS), len(TOPICS) + 1
# Maximum number of tags of a text, and minimum probability of each.
MOST, LIKELY = 3, 0.35
# Distance from 0.5 of the importance of what surely lasts, or surely passes.
SPREAD = 0.3
# Columns that named features are hashed into, and those of English; the embedding follows.
COLUMNS, ENGLISH = 1 << 13, 1 << 12
# Longer ones were pasted: their beginning tells enough, in characters.
_READ = 400
_WEIGHTS = Path(__file__).with_suffix(".npz")


@dataclass(frozen=True)
class TopicReading:
    """What a text is about, the likeliest first, and how much it will matter (0..1).

    Where somebody lives matters more than what broke today.
    """

    tags: list[str]
    importance: float


def tags_of(text: str) -> list[str]:
    """Up to three topics, the likeliest first: some milliseconds."""
    return read_topics([text])[0].tags


def read_topics(texts: Sequence[str]) -> list[TopicReading]:
    """Read each text: together they take half the time."""
    return [_reading(likely) for likely in _likely(texts)] if texts else []


def _reading(likely: Floats) -> TopicReading:
    best = np.argsort(-likely[: len(TOPICS)])[:MOST]
    tags = [TOPICS[topic] for topic in best if likely[topic] >= LIKELY]
    stable, passing = float(likely[STABLE]), float(likely[PASSING])
    return TopicReading(tags, round(0.5 + (stable - passing) * SPREAD, 2))


def _likely(texts: Sequence[str]) -> Floats:
    """How likely each topic is, and whether it is stable or passing, (n, topics + 2)."""
    weights, biases = _weights()
    likely: Floats = 1 / (1 + np.exp(-(rows(texts) @ weights + biases)))
    return likely


def rows(texts: Sequence[str]) -> Floats:
    """Sentences as rows of features, (n, COLUMNS + ENGLISH + 384)."""
    texts = [written_out(text[:_READ].strip().rstrip(".…")) for text in texts]
    named = np.array([hashed(words_and_pieces(text), COLUMNS) for text in texts])
    english = np.array([hashed(_in_english(text), ENGLISH) for text in texts])
    return np.concatenate([named, english, meant(texts)], axis=1, dtype=np.float32)


def _in_english(text: str) -> Iterator[Named]:
    for word in content_words(in_english(text)):
        yield word.stem, 1.0


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, Floats]:
    with np.load(_WEIGHTS) as stored:
        return stored["weights"].astype(np.float32), stored["biases"].astype(np.float32)
