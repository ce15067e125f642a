"""Recognise what was forgotten when it is said in other words.

What was forgotten and what is said are compared by their words, names, numbers and by whose they
are (memories.text.sameness.restating), and by how the two small built-in models read them, token by
token. Trained trees weigh all of that; bench/forgetting/train.py says on what, and how well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import embedding
from memories.text import Features, Gist, Trees, features, gist, gloss

_WEIGHTS = Path(__file__).with_suffix(".npz")

Floats = NDArray[np.float32]

# From here on a sentence says what was forgotten; from here on it may, and the person is asked.
# docs/adr/0003-forgetting.md says how often other statements are taken for either.
SAME, NEAR = 0.9, 0.8
# Where all of a fact's words stand there and nothing differs, so much is enough to ask.
_ALL_THERE = 0.5
# Without a model's eyes (what was erased has left none) only what is surer counts.
SAME_BY_WORDS = 0.9
# So near two tokens mean the same.
_MET = 0.8
_ENDINGS = " .!"
# So much of a fact's words, and so few others, say it whatever the classifier thinks: it is asked.
_COVERED, _EXTRA = 0.9, 0.2
# With its number so much of what it tells (one word of four).
_SHARED = 0.25


# Of what stands already, so many sentences are compared with what is being forgotten.
_CLOSELY = 12


class Verdict(IntEnum):
    """What a sentence is to something forgotten."""

    OTHER = 0
    NEAR = 1
    SAME = 2


@dataclass(frozen=True)
class Meaning:
    """A sentence as the two small models read it: its tokens and all of it, a pair for each."""

    tokens: tuple[Floats, ...]
    whole: tuple[Floats, ...]


@dataclass(frozen=True)
class Compared:
    """One side of a comparison: a sentence's gist, and what it means where its words are known."""

    gist: Gist
    meaning: Meaning | None = None


def read_meanings(texts: Sequence[str]) -> list[Meaning]:
    """Read sentences by the built-in models, German and Spanish ones through their English gloss.

    Some 10 milliseconds a sentence: it runs in this process. How a sentence ends says nothing.
    """
    if not texts:
        return []
    read = embedding.tokens_compared([gloss(text.rstrip(_ENDINGS)) for text in texts])
    return [
        Meaning(
            tuple(tokens[at] for _, tokens in read),
            tuple(whole[at] for whole, _ in read),
        )
        for at in range(len(texts))
    ]


def verdict(fact: Compared, said: Compared) -> Verdict:
    """Whether what is said restates a fact. An identifier that means one thing is enough."""
    if fact.gist.unique & said.gist.unique:
        return Verdict.SAME
    sure = sureness([(fact, said)])[0]
    each = features(fact.gist, said.gist)
    if _all_of_it(each):
        return Verdict.SAME if sure >= NEAR else Verdict.NEAR
    if fact.meaning is None or said.meaning is None:
        return Verdict.SAME if sure >= SAME_BY_WORDS else Verdict.OTHER
    near = _ALL_THERE if _all_there(each) else NEAR
    return Verdict.SAME if sure >= SAME else Verdict.NEAR if sure >= near else Verdict.OTHER


def said_again(fact: str, said: Sequence[tuple[str, bool]]) -> list[bool]:
    """Which of these sentences restate a fact for sure; with each, whether it is the person's own.

    Only the few that share most with it are looked at closely.
    """
    whole = gist(fact)
    read = [gist(text, mine=mine) for text, mine in said]
    shared = [len(each.telling & whole.telling) + len(each.unique & whole.unique) for each in read]
    near = sorted((n for n, many in enumerate(shared) if many), key=lambda n: -shared[n])[:_CLOSELY]
    again = [False] * len(said)
    if near:
        own, *meanings = read_meanings([fact, *(said[n][0] for n in near)])
        for n, its in zip(near, meanings, strict=True):
            found = verdict(Compared(whole, own), Compared(read[n], its))
            again[n] = found is Verdict.SAME
    return again


def _all_of_it(each: Features) -> bool:
    """Whether every word says the same of the same one, in whatever language, and little else.

    Or the fact's number stands there with a word of its own.
    """
    if _differs(each):
        return False
    if _all_there(each) and each.extra <= _EXTRA:
        return True
    whose = not each.missing_people or each.nobodys
    return bool(each.has_values and each.shared >= _SHARED and whose)


def _all_there(each: Features) -> bool:
    """Whether every word of the fact stands there, said of the same one, and nothing differs."""
    return bool(each.covered >= _COVERED and each.same_whose and not _differs(each))


def _differs(each: Features) -> bool:
    """Whether one denies, ends or wishes what the other says, or names what the other does not."""
    differs = (
        each.denied,
        each.ended,
        each.was_ended,
        each.wished,
        each.was_wished,
        each.asks,
        each.reports,
        each.turned,
        each.another_whose,
        each.instead,
        each.other_names,
        each.other_values,
        each.other_people,
    )
    return any(differs) or each.names < 1 or each.values < 1


def sureness(pairs: Sequence[tuple[Compared, Compared]]) -> list[float]:
    """How surely each second restates its first, 0 to 1."""
    found: list[float] = []
    for fact, said in pairs:
        read = fact.meaning is not None and said.meaning is not None
        trees = _trees()["meaning" if read else "words"]
        found.append(float(trees.sure(row(fact, said)[None])[0]))
    return found


def row(fact: Compared, said: Compared) -> Floats:
    """The numbers the classifier weighs: of words, and of meaning where both sides have one."""
    numbers = features(fact.gist, said.gist).row()
    if fact.meaning is not None and said.meaning is not None:
        for one, other in zip(fact.meaning.tokens, said.meaning.tokens, strict=True):
            numbers += _aligned(one, other)
        for one, other in zip(fact.meaning.whole, said.meaning.whole, strict=True):
            numbers.append(float(one @ other))
    return np.array(numbers, np.float32)


def _aligned(fact: Floats, said: Floats) -> list[float]:
    """How well each one's tokens are met in the other: worst, on average, the three at the ends."""
    near = fact @ said.T
    there, back = np.sort(near.max(axis=1)), np.sort(near.max(axis=0))
    whole = fact.mean(axis=0) @ said.mean(axis=0)
    whole /= np.linalg.norm(fact.mean(axis=0)) * np.linalg.norm(said.mean(axis=0))
    return [
        float(value)
        for value in (
            whole,
            there[0],
            there.mean(),
            back[0],
            back.mean(),
            there[:3].mean(),
            back[:3].mean(),
            there[-3:].mean(),
            (there > _MET).mean(),
            (back > _MET).mean(),
        )
    ]


@lru_cache(maxsize=1)
def _trees() -> dict[str, Trees]:
    """The trees that read words and meaning, and those that read words alone."""
    with np.load(_WEIGHTS) as stored:
        names = [each.name for each in fields(Trees)]
        return {
            which: Trees(**{name: stored[f"{which}_{name}"] for name in names})
            for which in ("meaning", "words")
        }
