"""How well a statement answers a question, by a small model trained to tell.

bge-small-en-v1.5, whose weights bench/reader changed: question and statement are read each by
itself, so that a statement is read once for all questions. A question is answered the better, the
nearer each of its tokens comes to one in the statement, and both texts as wholes to each other
(late interaction, as in ColBERT: Khattab and Zaharia, 2020). The changes lie in reader.npz, in four
bits a weight, and the graph that runs it in reader.onnx; the weights they are added to are those of
the package.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from llm import small_bert
from llm.cleaning import encodable
from llm.kept import kept

Floats = NDArray[np.float32]

CHANGES = Path(__file__).with_name("reader.npz")


@dataclass(frozen=True)
class EncodedText:
    """A text as the model sees it: (384,) and (tokens, 384) floats, each row of length 1."""

    whole: Floats
    tokens: Floats


def read(texts: Sequence[str], *, as_questions: bool) -> list[EncodedText]:
    """Read questions, or statements, in English."""
    if not texts:
        return []
    model = small_bert.load_kind(_KIND, threads=settings.YARNNN_EMBEDDING_THREADS)
    wholes, tokens = model.embed_part([encodable(text) for text in texts], int(not as_questions))
    return [EncodedText(*each) for each in zip(wholes, tokens, strict=True)]


def statements(texts: Sequence[str]) -> list[EncodedText]:
    """Read statements in English, each once for all that is asked of it, and learned beside it."""
    return kept(("read",), texts, lambda new: read(new, as_questions=False))


def answers(question: EncodedText, statement: EncodedText) -> float:
    """How much likelier a statement is to answer a question than nothing is, as a logit."""
    head = _head()
    near, by_token = head["answers_mix"]
    met = _met(question, statement, head["answers_gate.weight"], head["answers_gate.bias"])
    nothing = _linear(question.whole, head["nothing.weight"], head["nothing.bias"])
    return float(near * (question.whole @ statement.whole) + by_token * met - nothing)


def counts(question: EncodedText) -> Floats:
    """(tokens,) how much each token of a question counts, together 1."""
    head = _head()
    each = _counts(question, head["answers_gate.weight"], head["answers_gate.bias"])
    return np.asarray(each / each.sum(), np.float32)


def covered(question: EncodedText, statement: EncodedText) -> Floats:
    """(tokens,) how near each token of a question comes to some token of a statement: a cosine."""
    return np.asarray((question.tokens @ statement.tokens.T).max(axis=1), np.float32)


def same(said: EncodedText, again: EncodedText) -> float:
    """How likely one statement says the same as another, as a logit: both read as statements."""
    head = _head()
    near, there, back = head["same_mix"]
    gate = head["same_gate.weight"], head["same_gate.bias"]
    met, met_back = _met(said, again, *gate), _met(again, said, *gate)
    whole = said.whole @ again.whole
    return float(near * whole + there * met + back * met_back + head["same_bias"])


def _met(one: EncodedText, other: EncodedText, weight: Floats, bias: Floats) -> float:
    """How near the tokens of one come to those of the other, weighted by how much each counts."""
    each = _counts(one, weight, bias)
    return float(covered(one, other) @ each / each.sum())


def _counts(read: EncodedText, weight: Floats, bias: Floats) -> Floats:
    return np.asarray(np.logaddexp(0, _linear(read.tokens, weight, bias)), np.float32)


def _linear(vectors: Floats, weight: Floats, bias: Floats) -> Floats:
    return np.asarray(vectors @ weight[0] + bias[0], np.float32)


@lru_cache(maxsize=1)
def _head() -> dict[str, Floats]:
    """The weights of what makes one number of both texts: see bench/reader/scores.py."""
    with np.load(CHANGES) as stored:
        return {name: stored[name] for name in _HEAD}


_HEAD = (
    "answers_mix",
    "answers_gate.weight",
    "answers_gate.bias",
    "nothing.weight",
    "nothing.bias",
    "same_mix",
    "same_gate.weight",
    "same_gate.bias",
    "same_bias",
)


_KIND = small_bert.trained("yarnnn reader", CHANGES)
