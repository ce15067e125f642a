"""How likely the later of two statements takes the place of the earlier: boosted trees.

A model that reads both together (learning.changing.comparing) is sure of too much where many
statements are compared with one: of all that is known, most is about something else. How alike both
are, whether they last, and how sure it is of the others beside them tell those apart.
`python -m bench.learning.train_changes` grows the trees.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import reader
from memories.learning.changing.comparing import StatementPair, relations
from memories.learning.changing.corrections import topics
from memories.learning.reading import lasting
from memories.text import in_english
from memories.text.trees import read_trees

Floats = NDArray[np.float32]

TREES = Path(__file__).with_suffix(".npz")


@dataclass(frozen=True)
class ChangeFeatures:
    """What is read of a pair, and of it among the others with the same later statement."""

    # How likely each is, by the model that reads both together, all four together 1.
    changed: float
    unrelated: float
    same: float
    both: float
    # How alike both are as wholes, a cosine; and how likely they say the same, a logit.
    alike: float
    says_same: float
    # How likely each tells something lasting, 0..1.
    old_lasts: float
    new_lasts: float
    # How many words both have that tell what they are about.
    shared: float
    # How many of the other pairs are likelier changed, and how far ahead of the best of them.
    behind: float
    ahead: float


# The columns of a row, in their order.
NAMES = tuple(field.name for field in fields(ChangeFeatures))


def change_likelihoods(pairs: Sequence[StatementPair]) -> list[float]:
    """How likely each pair's later statement says that the earlier holds no longer, 0..1.

    Pairs with the same later statement stand beside each other, and are compared.
    """
    if not pairs:
        return []
    found: list[float] = read_trees(TREES).sure(features(pairs)).tolist()
    return found


def features(pairs: Sequence[StatementPair]) -> Floats:
    """Pairs as rows of features, (pairs, features)."""
    rows = [
        row
        for _, group in groupby(pairs, key=lambda pair: pair.new)
        for row in _of_one(list(group))
    ]
    return np.array([astuple(row) for row in rows], np.float32)


def _of_one(pairs: Sequence[StatementPair]) -> list[ChangeFeatures]:
    """The features of pairs with one later statement."""
    read = relations(pairs)
    texts = [pairs[0].new, *(pair.old for pair in pairs)]
    now, *olds = reader.statements([in_english(text) for text in texts])
    lasts, *last = lasting.read(texts)
    changed = [relation.changed for relation in read]
    return [
        ChangeFeatures(
            *(relation.changed, relation.unrelated, relation.same, relation.both),
            alike=float(old.whole @ now.whole),
            says_same=reader.same(old, now),
            old_lasts=was.lasting,
            new_lasts=lasts.lasting,
            shared=len(topics(pair.old, pair.new) & topics(pair.new, pair.old)),
            behind=sum(other > relation.changed for other in changed),
            ahead=relation.changed - max([*changed[:at], *changed[at + 1 :]], default=0.0),
        )
        for at, (pair, relation, old, was) in enumerate(zip(pairs, read, olds, last, strict=True))
    ]
