"""Boosted trees, as numbers in a file: what they say of rows of features, with numpy alone.

They are grown by scikit-learn outside of the application (`bench.trees.flat`).
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Trees:
    """The nodes of all trees, one after the other; in column -1 stands a leaf.

    Each node asks one number of a row, each leaf adds to a sum.
    """

    start: Floats
    roots: NDArray[np.int32]
    column: NDArray[np.int32]
    limit: Floats
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Floats

    def sure(self, rows: Floats) -> Floats:
        """What the trees say of each row, 0..1."""
        every = np.arange(len(rows))[:, None]
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        while (asking := self.column[at] >= 0).any():
            low = rows[every, np.maximum(self.column[at], 0)] <= self.limit[at]
            at = np.where(asking, np.where(low, self.left[at], self.right[at]), at)
        total = self.start + self.value[at].sum(axis=1)
        return np.asarray(1 / (1 + np.exp(-total)), np.float32)


@lru_cache
def read_trees(path: Path) -> Trees:
    """The trees of a file, read once."""
    with np.load(path) as stored:
        return Trees(**{name: stored[name] for name in stored.files})
