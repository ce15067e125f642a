"""A small relative of BERT in PyTorch, from the weights of the package the application runs it by.

Tokens of all texts lie one after the other, so that none of the work goes into padding.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
import torch.nn.functional as nn
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bench.reader.package import Package

HEADS, WIDTH = 12, 384
# No statement of the training texts is longer, in tokens.
LONGEST = 120
DROPPED = 0.1
# Numbers of half the length are faster where the processor has them, and far slower elsewhere.
HALF = torch.cpu._is_avx512_bf16_supported()
_EPSILON = 1e-12
# So little as good as shuts out what is padding.
SHUT_OUT = -10_000.0
EMBEDDINGS = ("word", "token_type", "position")


class Network(torch.nn.Module):
    """The model; all but the embeddings of words, places and parts can be trained."""

    def __init__(self, package: Package) -> None:
        super().__init__()
        self.package = package
        self.tokenizer = Tokenizer.from_file(str(package.folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        weights = {name: torch.tensor(each.weight) for name, each in package.stored().items()}
        for name in EMBEDDINGS:
            self.register_buffer(name, weights.pop(name))
        self.trained = torch.nn.ParameterDict({_key(name): w for name, w in weights.items()})

    def set_weights(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Begin from these weights, by name."""
        with torch.no_grad():
            for name, weight in weights.items():
                self.trained[_key(name)].copy_(torch.tensor(weight))

    def weight(self, name: str) -> torch.Tensor:
        found: torch.Tensor = self.trained[_key(name)]
        return found

    def forward(self, texts: Sequence[str], part: int) -> tuple[torch.Tensor, torch.Tensor]:
        """(texts, longest, 384) vectors of tokens, and (texts, longest) which of them there are.

        `part`: as which of a pair each is read.
        """
        rows = [self.tokenizer.encode(text).ids for text in texts]
        return self._read(rows, [[part] * len(row) for row in rows])

    def together(self, pairs: Sequence[tuple[str, str]]) -> tuple[torch.Tensor, torch.Tensor]:
        """The same of both texts of each pair, read together."""
        read = [self.tokenizer.encode(*pair) for pair in pairs]
        return self._read([each.ids for each in read], [each.type_ids for each in read])

    def _read(
        self, rows: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        longest = max(len(row) for row in rows)
        there = torch.zeros(len(rows), longest, dtype=torch.bool)
        for at, row in enumerate(rows):
            there[at, : len(row)] = True
        ids = torch.tensor([each for row in rows for each in row])
        kinds = torch.tensor([each for part in parts for each in part])
        places = torch.arange(longest).expand(len(rows), -1)[there]
        x = self.word[ids] + self.position[places] + self.token_type[kinds]
        x = self._dropped(self._normed(x, "first_norm"))
        for layer in range(self.package.layers):
            x = self._layer(x, f"layer.{layer}", there)
        return self._padded(x.float(), there), there

    def _layer(self, x: torch.Tensor, name: str, there: torch.Tensor) -> torch.Tensor:
        asks, keys, values = (
            self._padded(self._linear(x, f"{name}.{which}"), there)
            .unflatten(-1, (HEADS, -1))
            .transpose(1, 2)
            for which in ("query", "key", "value")
        )
        # Plain products: scaled_dot_product_attention takes six times as long here to learn from.
        met = asks @ keys.transpose(2, 3) / (WIDTH // HEADS) ** 0.5
        shares = nn.softmax(met.masked_fill(~there[:, None, None, :], SHUT_OUT), -1)
        seen = (shares @ values).transpose(1, 2).flatten(2)
        attended = self._linear(seen[there], f"{name}.attended")
        x = self._normed(x + self._dropped(attended), f"{name}.attended_norm")
        inner = self._linear(nn.gelu(self._linear(x, f"{name}.inner")), f"{name}.outer")
        return self._normed(x + self._dropped(inner), f"{name}.outer_norm")

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return x @ self.weight(f"{name}.weight") + self.weight(f"{name}.bias")

    def _normed(self, x: torch.Tensor, name: str) -> torch.Tensor:
        weight, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return nn.layer_norm(x, (WIDTH,), weight, bias, _EPSILON)

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        return nn.dropout(x, DROPPED, self.training)

    def _padded(self, x: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        return x.new_zeros(*there.shape, x.shape[-1]).masked_scatter(there[..., None], x)


def _key(name: str) -> str:
    return name.replace(".", "/")
