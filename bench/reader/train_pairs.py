"""Train llm/pair_reader.npz further: `python -m bench.reader.train_pairs`, half an hour.

Read are pairs of bench/learning/data/pairs_*.jsonl: what was said first, what was said later by the
same person, and what the second does to the first; stories_*.jsonl, whose other statements change
nothing of each other; and statements of one life beside each other (bench/answerer/data), of which
none changes another: above all those that the weights in use take for a change. It begins with the
weights in use. Prints for a tenth left out how many of the changes are found where so many of what
is found are changes; and how many of the pairs of a life that lie nearest would be taken for
changes.

With --figures those of what is in llm/pair_reader.npz.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as nn
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer import written  # noqa: E402
from bench.reader import packing  # noqa: E402
from bench.reader.descent import Descent  # noqa: E402
from bench.reader.scores import PairReader  # noqa: E402
from llm import pair_reader, reader  # noqa: E402
from llm.pair_reader import StatementRelation  # noqa: E402
from memories.text import in_english  # noqa: E402

DATA = Path(__file__).parents[1] / "learning" / "data"
EPOCHS = 1
RATE, HEAD_RATE = 5e-5, 2e-4
BATCH = 32
TENTH = 10
# Of each life so many pairs: those most taken for a change of those nearest each other, any of
# these, and any at all.
TAKEN, NEAR, ANY = 8, 3, 3
NEAREST = 40
PRECISIONS = (0.8, 0.9, 0.95)
LIMITS = (0.3, 0.5, 0.8, 0.9, 0.95)
CHANGED = StatementRelation._fields.index("changed")
# What is of one life changes nothing of it, and what is "not changed" in the data is not; which of
# the other relations it is, nobody wrote.
NOT_CHANGED = -1

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Pair:
    """Two statements in English words, and which relation the second has to the first."""

    first: str
    then: str
    relation: int


def main() -> None:
    if "--figures" in sys.argv:
        print(_figures(lambda pairs: np.array(pair_reader.relations(pairs), np.float32)))
        return
    torch.manual_seed(0)
    chance = random.Random(0)
    known = [
        *_pairs(left_out=False),
        *_of_stories(left_out=False),
        *_of_lives(written.for_training(), chance, taken=TAKEN),
    ]
    print(f"{len(known)} pairs", flush=True)
    model = PairReader().train()
    packing.unpack(model, model.network, pair_reader.CHANGES)
    steps = EPOCHS * -(-len(known) // BATCH)
    descent = Descent(model, steps, rate=RATE, head_rate=HEAD_RATE)
    start = time.monotonic()
    for epoch in range(EPOCHS):
        chance.shuffle(known)
        for at in range(0, len(known), BATCH):
            descent.step(partial(_loss, model, known[at : at + BATCH]))
        print(
            f"{epoch + 1} of {EPOCHS}, {time.monotonic() - start:.0f} s: {_of(model)}", flush=True
        )
    packing.pack(model.network, packing.heads_of(model), pair_reader.CHANGES)


def _pairs(*, left_out: bool) -> list[Pair]:
    """Those written by hand: the last tenth of each file is left out of training."""
    found = []
    for line in _lines("pairs_*.jsonl", left_out=left_out):
        told = line["relation"]
        relation = NOT_CHANGED if told == "not changed" else StatementRelation._fields.index(told)
        found.append(Pair(in_english(line["old"]), in_english(line["new"]), relation))
    return found


def _of_stories(*, left_out: bool) -> Iterator[Pair]:
    """All pairs of each story, in the order in which they were told."""
    for story in _lines("stories_*.jsonl", left_out=left_out):
        said = [in_english(text) for text in story["statements"]]
        relations = {
            (first, then): StatementRelation._fields.index(name)
            for name in ("same", "both", "changed")
            for first, then in story[name]
        }
        for first, then in combinations(range(len(said)), 2):
            yield Pair(said[first], said[then], relations.get((first, then), NOT_CHANGED))


def _lines(files: str, *, left_out: bool) -> Iterator[dict[str, Any]]:
    """The lines of each file but its last tenth, or these."""
    for file in sorted(DATA.glob(files)):
        lines = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        cut = len(lines) - len(lines) // TENTH
        yield from lines[cut:] if left_out else lines[:cut]


def _of_lives(
    lives: Sequence[written.Life], chance: random.Random, *, taken: int = 0
) -> Iterator[Pair]:
    """Pairs of statements of one life, of which none changes another."""
    for life in lives:
        said = [in_english(text) for text in life.statements.values()]
        read = np.array([each.whole for each in reader.read(said, as_questions=False)])
        near = np.triu(read @ read.T, 1).ravel()
        nearest = [divmod(int(place), len(said)) for place in np.argsort(-near)[:NEAREST]]
        chosen = _taken_for_changes(said, nearest)[:taken] if taken else []
        chosen += chance.sample(nearest, NEAR)
        chosen += [tuple(sorted(chance.sample(range(len(said)), 2))) for _ in range(ANY)]
        yield from (Pair(said[one], said[other], NOT_CHANGED) for one, other in chosen)


def _taken_for_changes(
    said: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """The pairs, those first that the weights in use take most for a change."""
    read = pair_reader.relations([(said[one], said[other]) for one, other in pairs])
    order = sorted(range(len(pairs)), key=lambda at: -read[at].changed)
    return [pairs[at] for at in order]


def _loss(model: PairReader, pairs: Sequence[Pair]) -> torch.Tensor:
    shares = nn.log_softmax(model([(each.first, each.then) for each in pairs]).float(), -1)
    relations = torch.tensor([each.relation for each in pairs])
    told = -shares.gather(1, relations.clamp(min=0)[:, None]).squeeze(1)
    not_changed = -torch.log1p(-shares[:, CHANGED].exp().clamp(max=0.9999))
    return torch.where(relations == NOT_CHANGED, not_changed, told).mean()


def _of(model: PairReader) -> str:
    model.eval()
    with torch.no_grad():
        found = _figures(
            lambda pairs: np.concatenate(
                [
                    nn.softmax(model(pairs[at : at + BATCH]).float(), -1).numpy()
                    for at in range(0, len(pairs), BATCH)
                ]
            )
        )
    model.train()
    return found


def _figures(relations_of: Callable[[list[tuple[str, str]]], Floats]) -> str:
    pairs = [*_pairs(left_out=True), *_of_stories(left_out=True)]
    found = relations_of([(each.first, each.then) for each in pairs])
    right = np.array([each.relation for each in pairs])
    named = right != NOT_CHANGED
    told = [f"right {(found[named].argmax(1) == right[named]).mean():.3f} of {named.sum()}"]
    sure, changes = found[:, CHANGED], right == CHANGED
    order = np.argsort(-sure)
    precise = np.cumsum(changes[order]) / np.arange(1, len(order) + 1)
    for least in PRECISIONS:
        enough = np.flatnonzero(precise >= least)
        many = int(enough.max()) + 1 if len(enough) else 0
        share = changes[order][:many].sum() / changes.sum()
        told.append(f"{share:.3f} found where {least} are (from {sure[order][many - 1]:.2f})")
    lives = _of_lives(written.for_fitting(), random.Random(1))
    beside = relations_of([(each.first, each.then) for each in lives])[:, CHANGED]
    told.append(f"of {len(beside)} pairs of one life taken for changes")
    told += [f"{(beside >= limit).mean():.3f} from {limit}" for limit in LIMITS]
    return ", ".join(told)


if __name__ == "__main__":
    main()
