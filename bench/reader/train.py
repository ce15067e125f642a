"""Train llm/reader.npz further: `python -m bench.reader.train 8`, half an hour.

On the lives of files of this number and above, beside a third as many of those it knows already;
1 is all of them.
Read are lives and what is asked of them (bench/answerer/data), stories of change (bench/learning/
data), and facts beside what says them again or something else (bench/forgetting/data). It begins
with the weights in use. Prints how often the right statement of a life that was not trained on
comes first, and how often it is sure, where a quarter of the questions without an answer would be.
"""

import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
import torch.nn.functional as nn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from bench.answerer import written  # noqa: E402
from bench.forgetting import pairs  # noqa: E402
from bench.reader import packing  # noqa: E402
from bench.reader.descent import Descent  # noqa: E402
from bench.reader.lives import Life, in_full, of_stories  # noqa: E402
from bench.reader.scores import QUESTION, SCALE, STATEMENT, Reader  # noqa: E402
from llm.reader import CHANGES  # noqa: E402
from memories.text.meaning.concepts import gloss  # noqa: E402

EPOCHS = 1
RATE, HEAD_RATE = 5e-5, 2e-4
# So many facts with all that is said beside them make one step, so much of one of lives.
FACTS, LIGHTER = 10, 0.5
# What was written beside other facts says none of them: so much that counts.
OTHERS = 0.1
UNANSWERED = 0.25
MOST_QUESTIONS = 90
# Beside so many new lives one that is known already is read again.
AS_MANY = 3


@dataclass(frozen=True)
class Facts:
    """Facts, what is said beside them, and whether it says them again: (facts, said).

    `own` is which of it was written beside which.
    """

    facts: list[str]
    said: list[str]
    again: torch.Tensor
    own: torch.Tensor


def main() -> None:
    torch.manual_seed(0)
    chance = random.Random(0)
    lives = [*in_full(_new(int(sys.argv[1]), chance), chance), *of_stories()]
    held = in_full(written.for_fitting(), chance)
    reader = Reader().train()
    packing.unpack(reader, reader.network, CHANGES, scale=SCALE)
    total = EPOCHS * (len(lives) + len(list(_facts(chance))))
    descent = Descent(reader, total, rate=RATE, head_rate=HEAD_RATE)
    start = time.monotonic()
    for epoch in range(EPOCHS):
        steps: list[Life | Facts] = [*lives, *_facts(chance)]
        chance.shuffle(steps)
        for step in steps:
            descent.step(partial(_loss, reader, step, chance))
        print(
            f"{epoch + 1} of {EPOCHS}, {time.monotonic() - start:.0f} s: {_figures(reader, held)}"
        )
        torch.save(reader.state_dict(), sys.argv[2] if len(sys.argv) > 2 else "reader.pt")
    packing.pack(reader.network, _heads(reader), CHANGES)


def _loss(reader: Reader, step: Life | Facts, chance: random.Random) -> torch.Tensor:
    if isinstance(step, Life):
        return _answering(reader, step, chance)
    return LIGHTER * _saying(reader, step)


def _new(first: int, chance: random.Random) -> list[written.Life]:
    """The lives of files from this number on, and a few of the others, that they stay known."""
    lives = written.for_training()
    new = [life for life in lives if life.file >= first]
    known = [life for life in lives if life.file < first]
    return [*new, *chance.sample(known, min(len(known), len(new) // AS_MANY))]


def _heads(reader: Reader) -> dict[str, packing.Floats]:
    """The weights of the heads as the application has them: it reads vectors of length 1."""
    return {
        name: weight * SCALE if name.endswith(".weight") else weight
        for name, weight in packing.heads_of(reader).items()
    }


def _facts(chance: random.Random) -> Iterator[Facts]:
    """All facts for training, some at a time; what is said beside one says none of the others."""
    every = pairs.for_training()
    chance.shuffle(every)
    for start in range(0, len(every), FACTS):
        some = every[start : start + FACTS]
        said = [(text, at, again) for at, f in enumerate(some) for text, again in f.beside]
        again, own = torch.zeros(2, len(some), len(said))
        for place, (_, at, is_again) in enumerate(said):
            again[at, place], own[at, place] = is_again, 1
        yield Facts(
            [gloss(each.text.rstrip(" .!"), every_word=True) for each in some],
            [gloss(text.rstrip(" .!"), every_word=True) for text, _, _ in said],
            again,
            own,
        )


def _answering(reader: Reader, life: Life, chance: random.Random) -> torch.Tensor:
    """Which statement answers, or that none does, as cross entropy."""
    asked = chance.sample(range(len(life.questions)), min(MOST_QUESTIONS, len(life.questions)))
    questions = reader.read([life.questions[n] for n in asked], QUESTION)
    logits = reader.answers(questions, reader.read(life.statements, STATEMENT))
    logits = torch.cat([logits, logits.new_zeros(len(asked), 1)], 1)
    right = torch.zeros_like(logits)
    for row, n in enumerate(asked):
        places = life.right[n] or [len(life.statements)]
        right[row, places] = 1 / len(places)
    return -(right * nn.log_softmax(logits, -1)).sum(-1).mean()


def _saying(reader: Reader, facts: Facts) -> torch.Tensor:
    """Whether each says each fact again, as cross entropy."""
    said, again = reader.read(facts.facts, STATEMENT), reader.read(facts.said, STATEMENT)
    logits = reader.same(said, again)
    each = nn.binary_cross_entropy_with_logits(logits, facts.again, reduction="none")
    return (each * (facts.own + OTHERS * (1 - facts.own))).sum() / facts.own.sum()


def _figures(reader: Reader, lives: Sequence[Life]) -> str:
    reader.eval()
    with torch.no_grad():
        found = _tried(reader, lives)
    reader.train()
    return found


def _tried(reader: Reader, lives: Sequence[Life]) -> str:
    first: list[tuple[float, bool]] = []
    nothing: list[float] = []
    for life in lives:
        questions = reader.read(life.questions, QUESTION)
        logits = reader.answers(questions, reader.read(life.statements, STATEMENT))
        for row, right in zip(logits, life.right, strict=True):
            if len(right) == 1:
                first.append((float(row.max()), int(row.argmax()) == right[0]))
            elif not right:
                nothing.append(float(row.max()))
    limit = float(np.quantile(nothing, 1 - UNANSWERED))
    shares = [
        sum(right for _, right in first),
        sum(right for sure, right in first if sure > limit),
        sum(not right for sure, right in first if sure > limit),
    ]
    came, sure, wrong = (f"{share / len(first):.3f}" for share in shares)
    return f"first {came}, sure {sure}, wrong and sure {wrong} of {len(first)}"


if __name__ == "__main__":
    main()
