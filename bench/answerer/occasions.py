"""Each question asked again of somebody who knows less: what was left out makes it unanswerable.

Questions that somebody thought up without an answer are few. Taken from a memory, the passages that
answer leave behind what is nearest to them: hundreds of unanswerable questions to the point, and
memories as small as on the first day.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bench.answerer.people import Person, Question

SIZES = (1, 3, 8)


class Known(StrEnum):
    """How much is known when the question is asked."""

    ALL = "all"
    ALL_BUT_THE_ANSWER = "all but the answer"
    FEW = "few things"
    FEW_BUT_THE_ANSWER = "few things, none of them the answer"


# Of each group so many of the occasions on which less is known.
SHARES = {
    "written": 0.1,
    "lives": 0.3,
    "sets": 0.3,
    "others": 0.3,
    "own": 0.3,
    "talkers": 0.3,
    "changes": 0.2,
    "near": 0.1,
}
# How much an occasion counts in the fit, so that each of these counts about as much as the others.
WEIGHTS = {
    Known.ALL: 3.0,
    Known.ALL_BUT_THE_ANSWER: 1.0,
    Known.FEW: 1.0,
    Known.FEW_BUT_THE_ANSWER: 2.0,
}


@dataclass(frozen=True)
class Occasion:
    """A question, and the passages that are known when it is asked."""

    person: int
    group: str
    known: Known
    question: str
    passages: tuple[str, ...]
    right: frozenset[str]

    @property
    def answerable(self) -> bool:
        return any(passage in self.right for passage in self.passages)


def occasions(people: Iterable[Person], chance: random.Random) -> Iterator[Occasion]:
    """Every question of everybody, on every occasion."""
    for number, person in enumerate(people):
        for question in person.questions:
            for known, passages in _memories(person.passages, question, chance):
                if known is not Known.ALL and chance.random() > SHARES[person.group]:
                    continue
                if not passages:
                    continue
                yield Occasion(number, person.group, known, question.text, passages, question.right)


def _memories(
    passages: tuple[str, ...], question: Question, chance: random.Random
) -> Iterator[tuple[Known, tuple[str, ...]]]:
    others = [passage for passage in passages if passage not in question.right]
    yield Known.ALL, passages
    if question.right:
        yield Known.ALL_BUT_THE_ANSWER, tuple(others)
    near = [passage for passage in others if passage in question.near]
    far = [passage for passage in others if passage not in question.near]
    for size in SIZES:
        # On the first day, too, what comes near may be what was told.
        some = near[: chance.randint(0, size)]
        some += chance.sample(far, min(size - len(some), len(far)))
        yield Known.FEW_BUT_THE_ANSWER, tuple(some)
        if question.right:
            yield Known.FEW, (chance.choice(sorted(question.right)), *some[: size - 1])
