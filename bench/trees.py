"""Boosted trees that scikit-learn has grown, as memories.text.Trees reads them.

The application does without scikit-learn: `pip install scikit-learn` to grow new ones.
"""

from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier


def flat(fitted: HistGradientBoostingClassifier) -> dict[str, Any]:
    """All trees' nodes one after the other."""
    parts: dict[str, list[Any]] = {
        name: [] for name in ("roots", "column", "limit", "left", "right", "value")
    }
    first = 0
    for (tree,) in fitted._predictors:
        nodes = tree.nodes
        leaf = nodes["is_leaf"].astype(bool)
        parts["roots"].append([first])
        parts["column"].append(np.where(leaf, -1, nodes["feature_idx"].astype(np.int32)))
        parts["limit"].append(nodes["num_threshold"].astype(np.float32))
        parts["left"].append(nodes["left"].astype(np.int32) + first)
        parts["right"].append(nodes["right"].astype(np.int32) + first)
        parts["value"].append(nodes["value"].astype(np.float32))
        first += len(nodes)
    found = {name: np.concatenate(part) for name, part in parts.items()}
    whole = {name: found[name].astype(np.int32) for name in ("roots", "column", "left", "right")}
    return {**found, **whole, "start": np.float32(fitted._baseline_prediction.ravel()[0])}
