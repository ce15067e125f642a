"""A sentence as numbers: its words and their pieces, and its meaning as the built-in model sees it.

What tells topics (memories.tagging.tags) and what tells lasting facts
(memories.learning.reading.lasting) are linear classifiers over these.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import embedding, small_bert
from memories.text.meaning.concepts import gloss

Floats = NDArray[np.float32]
# A feature by name and how much it counts.
Named = tuple[str, float]

# How long a row of named features and one of meaning are: how much each counts.
_NAMED, _MEANING = 4.5, 3.0
# Number of cached vectors: a message's is asked for several times while it is learned from.
_KEPT = 200
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]")
_meant: dict[str, Floats] = {}


def hashed(named: Iterable[Named], columns: int) -> Floats:
    """Named features hashed into a row of shape (columns,), scaled to length 1."""
    row = np.zeros(columns, np.float32)
    for name, weight in named:
        number = zlib.crc32(name.encode())
        row[number % columns] += weight if number & 0x80000000 else -weight
    size = float(np.linalg.norm(row))
    return row * (_NAMED / size) if size else row


def meant(texts: Sequence[str]) -> Floats:
    """What sentences of known languages mean, (n, 384): some milliseconds each, once."""
    known = {text: row for text in texts if (row := _meant.get(text)) is not None}
    new = [text for text in dict.fromkeys(texts) if text not in known]
    model = small_bert.load(small_bert.MINILM.model.name, threads=settings.YARNNN_EMBEDDING_THREADS)
    known |= zip(new, embedding.embed_texts([gloss(text) for text in new], model), strict=True)
    if len(_meant) + len(new) > _KEPT:
        _meant.clear()
    _meant.update((text, known[text]) for text in new)
    return np.array([known[text] for text in texts], np.float32) * _MEANING


def words_and_pieces(text: str) -> Iterator[Named]:
    """The words of a sentence, their pairs and pieces."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'")
    tokens = _TOKEN.findall(text)
    words = ["0" if token.isdigit() else token.lower() for token in tokens]
    yield from ((f"w {word}", 1.0) for word in words)
    yield from ((f"p {a} {b}", 0.8) for a, b in pairwise(words))
    for word in words:
        marked = f"<{word}>"
        if len(word) > 3:
            for start in range(len(marked) - 3):
                yield f"c {marked[start : start + 4]}", 0.3
    if words:
        yield f"first {words[0]}", 1.5
        yield f"last {words[-1]}", 1.0
        yield f"second {' '.join(words[:2])}", 1.0
    if any(token[0].isupper() for token in tokens[1:]):
        yield "a name", 1.0
    if any(token.isdigit() for token in tokens):
        yield "a number", 1.0
    yield f"length {min(6, len(words) // 4)}", 1.0
