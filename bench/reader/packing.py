"""Write what training changed: in four bits a weight, beside where it belongs (llm/weights.py).

Each column of a matrix has a step of its own; a change is -7 to 7 of them. The step is the one of a
few that loses least: the largest change of a column is seldom worth a coarse one.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from bench.reader.network import EMBEDDINGS, Network
from llm.weights import changed_weights

MOST = 7
SHARES = (1.0, 0.8, 0.65, 0.5, 0.4, 0.3)

Floats = NDArray[np.float32]


def pack(network: Network, heads: Mapping[str, Floats], to: Path) -> None:
    """Write the changes of a network's weights, and the weights of the heads above it."""
    stored: dict[str, object] = {}
    names = []
    for name, each in network.package.stored().items():
        if name in EMBEDDINGS and each.stored.dtype == np.float32:
            # The package's own graph brings them.
            continue
        names.append(each.in_graph)
        stored |= {
            f"{each.in_graph} kind": np.array(each.stored.dtype.str),
            f"{each.in_graph} shape": np.array(each.stored.shape),
            f"{each.in_graph} offset": np.array(each.offset),
        }
        if name not in EMBEDDINGS:
            steps, step = _packed(network.weight(name).detach().numpy() - each.weight)
            stored |= {
                f"{each.in_graph} bits": _bits(steps),
                f"{each.in_graph} step": step,
                f"{each.in_graph} scale": np.array(each.scale, np.float32),
                f"{each.in_graph} zero": np.array(each.zero, np.float32),
            }
    np.savez_compressed(to, names=np.array(names), **stored, **heads)  # type: ignore[arg-type]


def unpack(model: torch.nn.Module, network: Network, of: Path, *, scale: float = 1.0) -> None:
    """Give a model the weights that were packed; those of its heads are longer there by `scale`."""
    package = network.package
    begin = changed_weights(of, package.folder / package.kind.file)
    network.set_weights(
        {
            name: begin[each.in_graph].numpy()
            for name, each in package.stored().items()
            if name not in EMBEDDINGS
        }
    )
    with np.load(of) as stored, torch.no_grad():
        for name, weight in model.named_parameters():
            if not name.startswith("network."):
                of_head = torch.tensor(stored[name])
                weight.copy_(of_head / scale if name.endswith(".weight") else of_head)


def heads_of(model: torch.nn.Module) -> dict[str, Floats]:
    """The weights of a model that are not its network's."""
    return {
        name: weight.detach().numpy()
        for name, weight in model.named_parameters()
        if not name.startswith("network.")
    }


def _packed(change: Floats) -> tuple[NDArray[np.int8], Floats]:
    """How many steps each change is, and how long a step is."""
    over = None if change.ndim == 1 else 0
    most = np.abs(change).max(axis=over, keepdims=True) + 1e-12
    lost = np.full(most.shape, np.inf)
    steps, step = np.zeros(change.shape), most
    for share in SHARES:
        tried = most * share / MOST
        rounded = np.clip(np.round(change / tried), -MOST, MOST)
        loses = ((rounded * tried - change) ** 2).sum(axis=over, keepdims=True)
        better = loses < lost
        lost = np.where(better, loses, lost)
        steps, step = np.where(better, rounded, steps), np.where(better, tried, step)
    return steps.astype(np.int8), step.astype(np.float32)


def _bits(steps: NDArray[np.int8]) -> NDArray[np.uint8]:
    flat = (steps.reshape(-1) + MOST + 1).astype(np.uint8)
    if len(flat) % 2:
        flat = np.append(flat, np.uint8(MOST + 1))
    return np.asarray((flat[0::2] << 4) | flat[1::2], np.uint8)
