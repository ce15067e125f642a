"""The small model as its package has it, under our names.

`word`, `position`, `token_type`, `first_norm`, and of each layer `layer.3.query`, `key`, `value`,
`attended`, `attended_norm`, `inner`, `outer`, `outer_norm`, each with `.weight` and `.bias`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from llm import small_bert

Floats = NDArray[np.float32]

# From the names of the package to ours, in this order.
_RENAMED = (
    (r"^embeddings\.(\w+)_embeddings\.weight$", r"\1"),
    (r"^embeddings\.LayerNorm", "first_norm"),
    (r"^encoder\.", ""),
    (r"\.attention\.self\.(query|key|value)", r".\1"),
    (r"\.attention\.output\.dense", ".attended"),
    (r"\.attention\.output\.LayerNorm", ".attended_norm"),
    (r"\.intermediate\.dense", ".inner"),
    (r"\.output\.dense", ".outer"),
    (r"\.output\.LayerNorm", ".outer_norm"),
)


@dataclass(frozen=True)
class Stored:
    """One of the weights: its name in the graph that runs it, and where in which file it lies.

    `stored` is what lies there; where that is whole numbers, one is `scale` long, from `zero`.
    """

    in_graph: str
    stored: NDArray[np.generic]
    offset: int
    scale: float = 1.0
    zero: int = 0

    @cached_property
    def weight(self) -> Floats:
        return np.asarray((self.stored.astype(np.float32) - self.zero) * self.scale, np.float32)


@dataclass(frozen=True)
class Package:
    """A model of a package: its kind, and how many layers it has."""

    kind: small_bert.ModelSpec
    layers: int

    @property
    def folder(self) -> Path:
        return small_bert.folder_of(self.kind)

    def stored(self) -> dict[str, Stored]:
        """Its weights, by our names."""
        return dict(_whole_numbers(self))


BGE = Package(small_bert.BGE, 12)


def _whole_numbers(package: Package) -> Iterator[tuple[str, Stored]]:
    """Those of matrices are whole numbers, in the file of the graph itself, which ours replaces."""
    file = package.folder / package.kind.file
    graph, held = onnx.load(str(file)).graph, file.read_bytes()
    stored = {each.name: each for each in graph.initializer}
    for name, each in stored.items():
        base = name.removesuffix("_quantized")
        if name.endswith(("_scale", "_zero_point")):
            continue
        offset = held.index(each.raw_data)
        full = numpy_helper.to_array(each)
        if base == name:
            ours = _renamed(name)
            yield ours, Stored(ours, full, offset)
            continue
        scale = float(numpy_helper.to_array(stored[f"{base}_scale"]))
        zero = int(numpy_helper.to_array(stored[f"{base}_zero_point"]))
        if base.startswith("onnx::"):
            (node,) = (node for node in graph.node if name in node.input)
            base = node.name.strip("/").replace("/", ".").replace(".MatMul_quant", ".weight")
        ours = _renamed(base)
        yield ours, Stored(ours, full, offset, scale, zero)


def _renamed(name: str) -> str:
    """A name of the package as ours."""
    for pattern, instead in _RENAMED:
        name = re.sub(pattern, instead, name)
    return name
