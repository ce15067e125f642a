"""What the readers make of two texts: the heads above the network.

llm/reader.py, llm/pair_reader.py and llm/asked_reader.py do the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as nn

from bench.reader.network import WIDTH, Network
from bench.reader.package import BGE
from llm.pair_reader import StatementRelation

# Vectors of length 1 are as long again as the network makes them, so that a head learns as fast.
SCALE = WIDTH**0.5
QUESTION, STATEMENT = 0, 1
# What the weights of the heads are before training.
NEAR, NOTHING, ALIKE = 14.0, 18.0, 22.0


class Read(NamedTuple):
    """Texts as read: (texts, 384), (texts, tokens, 384), each of length 1; and which there are."""

    wholes: torch.Tensor
    tokens: torch.Tensor
    there: torch.Tensor


class Reader(torch.nn.Module):
    """The network, what tells whether a statement answers, and whether it says the same."""

    def __init__(self) -> None:
        super().__init__()
        self.network = Network(BGE)
        # How much both count: near as wholes, and token by token.
        self.answers_mix = torch.nn.Parameter(torch.tensor([NEAR, NEAR]))
        self.answers_gate = _linear(0.0)
        self.nothing = _linear(NOTHING)
        # As wholes, what was said before in what is said now, and back.
        self.same_mix = torch.nn.Parameter(torch.tensor([NEAR, NEAR / 2, NEAR / 2]))
        self.same_gate = _linear(0.0)
        self.same_bias = torch.nn.Parameter(torch.tensor(-ALIKE))

    def read(self, texts: Sequence[str], part: int) -> Read:
        hidden, there = self.network(texts, part)
        wholes = _mean(hidden, there)
        return Read(nn.normalize(wholes, dim=-1), nn.normalize(hidden, dim=-1), there)

    def answers(self, questions: Read, statements: Read) -> torch.Tensor:
        """(questions, statements): how much likelier it answers than nothing does, as logits."""
        near = questions.wholes @ statements.wholes.T
        met = _met(questions, statements, self.answers_gate)
        nothing = self.nothing(questions.wholes * SCALE)
        return self.answers_mix[0] * near + self.answers_mix[1] * met - nothing

    def same(self, said: Read, again: Read) -> torch.Tensor:
        """(said, again): whether it says the same again, as logits."""
        near = said.wholes @ again.wholes.T
        there, back = _met(said, again, self.same_gate), _met(again, said, self.same_gate).T
        mix = self.same_mix
        return mix[0] * near + mix[1] * there + mix[2] * back + self.same_bias


class PairReader(torch.nn.Module):
    """The network, and what tells what the later of two statements does to the earlier."""

    def __init__(self) -> None:
        super().__init__()
        self.network = Network(BGE)
        self.relation = torch.nn.Linear(WIDTH, len(StatementRelation._fields))

    def forward(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        """(pairs, relations) as logits."""
        hidden, there = self.network.together(pairs)
        logits: torch.Tensor = self.relation(_mean(hidden, there))
        return logits


class AskedReader(torch.nn.Module):
    """The network, what tells whether a statement answers a question, and what tells whether it is
    what a request to forget names.
    """

    def __init__(self) -> None:
        super().__init__()
        self.network = Network(BGE)
        self.answers = torch.nn.Linear(WIDTH, 1)
        self.meant = torch.nn.Linear(WIDTH, 1)

    def forward(self, pairs: Sequence[tuple[str, str]], head: torch.nn.Linear) -> torch.Tensor:
        """(pairs,) what one of the heads makes of each pair, as logits."""
        logits: torch.Tensor = head(_mean(*self.network.together(pairs))).squeeze(1)
        return logits.float()


def _mean(hidden: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    return (hidden * there[..., None]).sum(1) / there.sum(1, keepdim=True)


def _linear(bias: float) -> torch.nn.Linear:
    made = torch.nn.Linear(WIDTH, 1)
    torch.nn.init.zeros_(made.weight)
    torch.nn.init.constant_(made.bias, bias)
    return made


def _met(ones: Read, others: Read, gate: torch.nn.Linear) -> torch.Tensor:
    """How near the tokens of each one come to some token of each other, as far as they count."""
    near = torch.einsum("qid,sjd->qsij", ones.tokens, others.tokens)
    near = near.masked_fill(~others.there[None, :, None, :], -1).amax(-1)
    counts = nn.softplus(gate(ones.tokens * SCALE).squeeze(-1)) * ones.there
    return (near * counts[:, None, :]).sum(-1) / counts.sum(-1)[:, None]
