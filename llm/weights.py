"""The weights of a model of a package as further training changed them, kept in four bits a weight.

bench/reader/packing.py writes them: for each matrix how many steps every weight moved (two of them
a byte), how long a step is, and where in the package's file the untouched weights lie.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def changed_weights(changes: Path, untouched: Path) -> dict[str, Any]:
    """The weights as onnxruntime takes them, by name; `untouched` is the package's file of them."""
    import onnxruntime

    mapped = np.memmap(untouched, np.uint8, mode="r")
    found = {}
    with np.load(changes) as stored:
        for name in stored["names"]:
            kind, shape = np.dtype(str(stored[f"{name} kind"])), stored[f"{name} shape"]
            start, size = int(stored[f"{name} offset"]), int(shape.prod())
            weight = mapped[start : start + kind.itemsize * size].view(kind).reshape(shape)
            if f"{name} bits" in stored:
                moved = _unpacked(stored[f"{name} bits"], size).reshape(shape)
                weight = (weight.astype(np.float32) - stored[f"{name} zero"]) * stored[
                    f"{name} scale"
                ] + moved * stored[f"{name} step"]
            found[str(name)] = onnxruntime.OrtValue.ortvalue_from_numpy(
                np.ascontiguousarray(weight)
            )
    return found


def _unpacked(bits: NDArray[np.uint8], size: int) -> NDArray[np.int8]:
    """Two changes a byte, each from -7 to 7 steps."""
    both = np.empty(2 * len(bits), np.int8)
    both[0::2], both[1::2] = bits >> 4, bits & 15
    return both[:size] - 8
