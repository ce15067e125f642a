"""Train llm/asked_reader.npz further: `python -m bench.reader.train_asked`, half an hour.

Whether a statement answers a question, and whether it is what a request to forget names: see
asked_pairs.py. It begins with the weights in use. Prints how likely what was asked for is above
what comes near, of lives that the readers are not trained on and of a tenth of the rest.

With --figures those of what is in llm/asked_reader.npz.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
import torch.nn.functional as nn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer import written  # noqa: E402
from bench.reader import asked_pairs, packing  # noqa: E402
from bench.reader.asked_pairs import AskedPair, area_under_curve  # noqa: E402
from bench.reader.descent import Descent  # noqa: E402
from bench.reader.scores import AskedReader  # noqa: E402
from llm import asked_reader  # noqa: E402

RATE, HEAD_RATE = 5e-5, 2e-4
# So many pairs make a step: of questions of lives, of near misses, follow-ups, and of requests.
QUESTIONS, NEAR_MISSES, FOLLOW_UPS, REQUESTS = 32, 32, 12, 16
# Of each life's questions this share.
SHARE, SHARE_LEFT_OUT, LIVES_LEFT_OUT = 0.25, 0.35, 60
# So many are read at a time where nothing is learned.
LOOKED_AT = 32

Read = Callable[[Sequence[tuple[str, str]]], Sequence[float]]


@dataclass(frozen=True)
class Step:
    """The pairs that are read at a time."""

    questions: list[AskedPair]
    requests: list[AskedPair]


def main() -> None:
    if "--figures" in sys.argv:
        print(_figures(asked_reader.answers, asked_reader.meant))
        return
    torch.manual_seed(0)
    steps = _steps(random.Random(0))
    print(f"{len(steps)} steps", flush=True)
    model = AskedReader().train()
    packing.unpack(model, model.network, asked_reader.CHANGES)
    descent = Descent(model, len(steps), rate=RATE, head_rate=HEAD_RATE)
    start = time.monotonic()
    for step in steps:
        descent.step(partial(_both, model, step))
    print(f"{time.monotonic() - start:.0f} s: {_of(model)}", flush=True)
    packing.pack(model.network, packing.heads_of(model), asked_reader.CHANGES)


def _steps(chance: random.Random) -> list[Step]:
    """All questions of lives once, a few for every step, beside the others as they come."""
    near = asked_pairs.near_misses(left_out=False)
    follow_ups = asked_pairs.follow_ups(chance, left_out=False)
    requests = asked_pairs.of_requests(chance, left_out=False)
    questions = list(asked_pairs.of_lives(written.for_training(), chance, SHARE))
    chance.shuffle(questions)
    return [
        Step(
            [
                *questions[at : at + QUESTIONS],
                *chance.sample(near, NEAR_MISSES),
                *chance.sample(follow_ups, FOLLOW_UPS),
            ],
            chance.sample(requests, REQUESTS),
        )
        for at in range(0, len(questions), QUESTIONS)
    ]


def _both(model: AskedReader, step: Step) -> torch.Tensor:
    """How wrong it is of questions and of requests."""
    return _loss(model, step.questions, model.answers) + _loss(model, step.requests, model.meant)


def _loss(model: AskedReader, pairs: Sequence[AskedPair], head: torch.nn.Linear) -> torch.Tensor:
    logits = model([(each.asked, each.statement) for each in pairs], head)
    right = torch.tensor([float(each.right) for each in pairs])
    return nn.binary_cross_entropy_with_logits(logits, right)


def _of(model: AskedReader) -> str:
    model.eval()

    def read(head: torch.nn.Linear) -> Read:
        def of(pairs: Sequence[tuple[str, str]]) -> list[float]:
            some = [pairs[at : at + LOOKED_AT] for at in range(0, len(pairs), LOOKED_AT)]
            return [likely for each in some for likely in model(each, head).tolist()]

        return of

    with torch.no_grad():
        found = _figures(read(model.answers), read(model.meant))
    model.train()
    return found


def _figures(answers: Read, meant: Read) -> str:
    told = []
    lives = written.for_fitting()[:LIVES_LEFT_OUT]
    of_lives = list(asked_pairs.of_lives(lives, random.Random(1), SHARE_LEFT_OUT))
    near = asked_pairs.near_misses(left_out=True)
    follow_ups = asked_pairs.follow_ups(random.Random(1), left_out=True)
    requests = asked_pairs.of_requests(random.Random(1), left_out=True)
    for name, pairs, read in (
        ("lives", of_lives, answers),
        ("near misses", near, answers),
        ("follow-ups", follow_ups, answers),
        ("requests", requests, meant),
    ):
        found = np.array(read([(each.asked, each.statement) for each in pairs]), np.float32)
        right = np.array([each.right for each in pairs])
        area, rightly = area_under_curve(found, right), ((found > 0) == right).mean()
        told.append(f"{name}: {area:.3f} above, {rightly:.3f} right of {len(pairs)}")
    return ", ".join(told)


if __name__ == "__main__":
    main()
