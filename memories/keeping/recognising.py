"""Recognise what was forgotten when it is said in other words.

What was forgotten and what is said are compared by their words, names, numbers and by whose they
are (memories.text.sameness.restating), by how the two small built-in models read them, token by
token, and by what the reader (llm.reader) makes of both. Trained trees weigh all of that;
bench/forgetting/train.py says on what, and how well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import embedding, reader
from llm.reader import EncodedText
from memories.text import Gist, gist
from memories.text.meaning.concepts import gloss
from memories.text.sameness.restating import RestatementFeatures, features
from memories.text.trees import Trees

WEIGHTS = Path(__file__).parent / "data" / "recognising.npz"
_WORDS = fields(RestatementFeatures)
# Beside those of words: of each model how the tokens of both meet (10), and all of both (1); of the
# reader that they say the same, and how near they are.
_COLUMNS = len(_WORDS) + 2 * 11 + 2

Floats = NDArray[np.float32]

# From here on a sentence says what was forgotten; from here on it may, and the person is asked.
# docs/adr/0003-forgetting.md says how often other statements are taken for either.
SAME, NEAR = 0.95, 0.4
# Where nobody is there to be asked at once, from here on it waits until they say.
LIKELY = 0.75
# The same two thresholds for a sentence that has all of a fact's words and differs in nothing.
SAME_OF_ALL, NEAR_OF_ALL = 0.4, 0.1
# Without a model's eyes (what was erased has left none) only what is surer counts.
SAME_BY_WORDS = 0.95
# Minimum cosine of two tokens that mean the same.
_MET = 0.8
_ENDINGS = " .!"
# Minimum share of a fact's words and maximum share of others in a sentence that says all of it.
_COVERED, _EXTRA = 0.85, 0.2
# Maximum share of other words that adds nothing, and minimum share of a fact's words that is most
# of it.
_NOTHING_NEW, _HALF = 0.05, 0.5
# Minimum share of a fact's words beside its number (one word of four).
_SHARED = 0.25


# Number of stored sentences compared by words with what is being forgotten; how many of them the
# models read too (10 ms each), and the minimum certainty of those.
_BY_WORDS, _CLOSELY, _WORTH = 40, 4, 0.05


class TombstoneMatch(IntEnum):
    """What a sentence is to something forgotten."""

    OTHER = 0
    NEAR = 1
    LIKELY = 2
    SAME = 3


@dataclass(frozen=True)
class SentenceMeaning:
    """A sentence as the two small models read it: its tokens and all of it, a pair for each.

    And as the reader does.
    """

    tokens: tuple[Floats, ...]
    whole: tuple[Floats, ...]
    read: EncodedText


@dataclass(frozen=True)
class ComparedSentence:
    """One side of a comparison: a sentence's gist, and what it means where its words are known."""

    gist: Gist
    meaning: SentenceMeaning | None = None


def read_meanings(texts: Sequence[str]) -> list[SentenceMeaning]:
    """Read sentences by the built-in models, German and Spanish ones through their English gloss.

    Some 10 milliseconds a sentence: it runs in this process. How a sentence ends says nothing.
    """
    if not texts:
        return []
    glossed = [gloss(text.rstrip(_ENDINGS), every_word=True) for text in texts]
    compared = embedding.tokens_compared(glossed)
    return [
        SentenceMeaning(
            tuple(tokens[at] for _, tokens in compared),
            tuple(whole[at] for whole, _ in compared),
            read,
        )
        for at, read in enumerate(reader.read(glossed, as_questions=False))
    ]


def verdicts(pairs: Sequence[tuple[ComparedSentence, ComparedSentence]]) -> list[TombstoneMatch]:
    """Whether what is said second restates the fact that stands first, of many pairs at once.

    An identifier that means one thing is enough.
    """
    compared = [features(fact.gist, said.gist) for fact, said in pairs]
    sure = _sureness(pairs, compared)
    return [
        _verdict(fact, said, each, likely)
        for (fact, said), each, likely in zip(pairs, compared, sure, strict=True)
    ]


def _verdict(
    fact: ComparedSentence, said: ComparedSentence, each: RestatementFeatures, sure: float
) -> TombstoneMatch:
    if fact.gist.unique & said.gist.unique:
        return TombstoneMatch.SAME
    if sure >= NEAR_OF_ALL and _all_of_it(each):
        by_words = _sureness([(ComparedSentence(fact.gist), ComparedSentence(said.gist))], [each])
        surest = max(sure, *by_words) if each.same_whose else sure
        return (
            TombstoneMatch.SAME
            if surest >= SAME_OF_ALL
            else max(_by_sureness(sure), TombstoneMatch.NEAR)
        )
    if fact.meaning is None or said.meaning is None:
        found = TombstoneMatch.SAME if sure >= SAME_BY_WORDS else TombstoneMatch.OTHER
    else:
        found = _by_sureness(sure)
        if _is_part_of_it(each):
            found = max(found, TombstoneMatch.NEAR)
    # However alike they are, what is denied, over or another's is not what was forgotten.
    return TombstoneMatch(max(found - 1, TombstoneMatch.OTHER)) if _turned(each) else found


def _by_sureness(sure: float) -> TombstoneMatch:
    if sure >= SAME:
        return TombstoneMatch.SAME
    if sure >= LIKELY:
        return TombstoneMatch.LIKELY
    return TombstoneMatch.NEAR if sure >= NEAR else TombstoneMatch.OTHER


def said_again(fact: str, said: Sequence[tuple[str, bool]]) -> list[bool]:
    """Which of these sentences restate a fact for sure; with each, whether it is the person's own.

    Only the few that share most with it are looked at closely.
    """
    whole = gist(fact)
    read = [gist(text, mine=mine) for text, mine in said]
    again = [False] * len(said)
    near = _near(whole, read)
    if near:
        own, *meanings = read_meanings([fact, *(said[n][0] for n in near)])
        compared = [ComparedSentence(read[n], its) for n, its in zip(near, meanings, strict=True)]
        found = verdicts([(ComparedSentence(whole, own), each) for each in compared])
        for n, what in zip(near, found, strict=True):
            again[n] = what is TombstoneMatch.SAME
    return again


def _near(fact: Gist, read: Sequence[Gist]) -> list[int]:
    """Which of these are worth the models' reading: those whose words come nearest to a fact's."""
    shared = [len(each.telling & fact.telling) + len(each.unique & fact.unique) for each in read]
    most = sorted((n for n, many in enumerate(shared) if many), key=lambda n: -shared[n])
    most = most[:_BY_WORDS]
    sure = sureness([(ComparedSentence(fact), ComparedSentence(read[n])) for n in most])
    ranked = sorted(zip(sure, most, strict=True), reverse=True)
    return [n for by_words, n in ranked if by_words >= _WORTH][:_CLOSELY]


def _all_of_it(each: RestatementFeatures) -> bool:
    """Whether every word says the same of the same one, in whatever language, and little else.

    Or the fact's number stands there with a word of its own.
    """
    if _differs(each):
        return False
    if _all_there(each) and each.extra <= _EXTRA:
        return True
    whose = not each.missing_people or each.nobodys
    return bool(each.has_values and each.shared >= _SHARED and whose)


def _all_there(each: RestatementFeatures) -> bool:
    """Whether every word of the fact stands there, said of the same one, and nothing differs."""
    return bool(each.covered >= _COVERED and each.same_whose and not _differs(each))


def _turned(each: RestatementFeatures) -> bool:
    """Whether one denies or ends what the other says, turns it round, or says of another
    what the person said of themselves."""
    return bool(_ended(each) or each.turned or (each.mine and each.another_whose))


def _ended(each: RestatementFeatures) -> bool:
    return bool(each.denied or each.ended or each.was_ended)


def _differs(each: RestatementFeatures) -> bool:
    """Whether one denies, ends or wishes what the other says, or names what the other does not."""
    return _says_else(each) or each.values < 1


def _is_part_of_it(each: RestatementFeatures) -> bool:
    """Whether what is said tells nothing but what was forgotten, without its number or day.

    "I'm the treasurer", of "I've been the treasurer since 2011".
    """
    part = each.values < 1 and each.same_whose and each.extra <= _NOTHING_NEW
    return bool(part and each.covered >= _HALF and each.shared and not _says_else(each))


def _says_else(each: RestatementFeatures) -> bool:
    """Whether they differ in more than that a number is missing."""
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
    return any(differs) or each.names < 1


def sureness(pairs: Sequence[tuple[ComparedSentence, ComparedSentence]]) -> list[float]:
    """How surely each second restates its first, 0 to 1."""
    return _sureness(pairs, [features(fact.gist, said.gist) for fact, said in pairs])


def _sureness(
    pairs: Sequence[tuple[ComparedSentence, ComparedSentence]],
    compared: Sequence[RestatementFeatures],
) -> list[float]:
    found = np.zeros(len(pairs), np.float32)
    rows = [_row(*pair, each) for pair, each in zip(pairs, compared, strict=True)]
    for which, columns in (("words", len(_WORDS)), ("meaning", _COLUMNS)):
        of_these = [at for at, numbers in enumerate(rows) if len(numbers) == columns]
        if of_these:
            found[of_these] = _trees()[which].sure(np.stack([rows[at] for at in of_these]))
    return [float(sure) for sure in found]


def row(fact: ComparedSentence, said: ComparedSentence) -> Floats:
    """The numbers the classifier weighs: of words, and of meaning where both sides have one."""
    return _row(fact, said, features(fact.gist, said.gist))


def _row(fact: ComparedSentence, said: ComparedSentence, compared: RestatementFeatures) -> Floats:
    numbers = compared.row()
    if fact.meaning is not None and said.meaning is not None:
        for one, other in zip(fact.meaning.tokens, said.meaning.tokens, strict=True):
            numbers += _aligned(one, other)
        for one, other in zip(fact.meaning.whole, said.meaning.whole, strict=True):
            numbers.append(float(one @ other))
        read, again = fact.meaning.read, said.meaning.read
        numbers += [reader.same(read, again), float(read.whole @ again.whole)]
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
    with np.load(WEIGHTS) as stored:
        names = [each.name for each in fields(Trees)]
        return {
            which: Trees(**{name: stored[f"{which}_{name}"] for name in names})
            for which in ("meaning", "words")
        }
