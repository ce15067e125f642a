"""How sure it is that something which was found answers: the honest "I don't know that".

What is near need not answer. Most of all, what one person did is asked of another, and all that is
found lies as near as an answer would. docs/recall.md says what these rules catch, and what not.
"""

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from llm import embedding
from llm.embedding import Embedder
from memories.recall.ranking import READ, Ranked, squeezed
from memories.text import ENGLISH, Asked, in_english, language_of

# From this on, something that was found is taken to answer.
KNOWN = 0.5

# What speaks for its having been the doing of the one who is named, by `signs`; found by
# bench/train_absence.py. In sum above 0 it counts as known: "always" is what it takes.
OWN: dict[str, float] = {
    "always": -3.9,
    "told of oneself": 0.51,
    # Near, but nothing they tell of themselves: they asked about it, or the other did it.
    "nearest": -1.1,
    "covered": 2.56,
    "among the best": 3.46,
    "told to them": 2.16,
}

# So many of the best are looked at for whose they are.
_TOP = 10
# Of several who are named, much stands about equally near: that nothing stands out says nothing.
_SEVERAL = 1.0
# By how many standard deviations the best cosine stands out where something answers; of few
# candidates nothing can be said, so they count as if so many more had stood out like that.
_STANDS_OUT = 1.1
_USUAL, _AS_IF = 2.2, 4
# What is less than this near to the question, by meaning and by words, is hardly ever an answer.
NEAR = 0.3
_FAR = 6.0

# Where somebody is named of whom nothing is told anywhere, only what means nearly the same answers
# (it has them under another name), and what means much the same is worth showing.
_OTHERWISE_NAMED, _PERHAPS = 0.75, 0.5
_DOUBTED = 0.3
# What is less near than this by meaning, and has less of the words' weight, is about other things:
# it is not even shown as the closest. Found by trial on facts and questions that have nothing to do
# with each other (tests/memories/test_pages_list.py).
NEARLY, SOME_WORDS = 0.25, 0.2
# A model made for English takes whatever is in another language for alike: there, what is near by
# meaning alone must be so in English words, or nearer than one language makes it.
IN_ENGLISH, BEYOND_LANGUAGE = 0.4, 0.6
# So many of the best are compared so although nothing else says that they come near.
_IN_OTHER_WORDS = 10

I_WORDS = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|us|our)\b", re.IGNORECASE)
YOU_WORDS = re.compile(r"\b(?:you|your|yours|you're|you've|you'd)\b", re.IGNORECASE)


def known(
    asked: Asked,
    ranked: Sequence[Ranked],
    own: Mapping[str, float] = OWN,
    *,
    stranger: bool = False,
) -> float:
    """How sure it is that one of the best answers the question, 0..1; below KNOWN it is not.

    Where the question names a speaker, it must be their own doing that was told. Where it names
    nobody, the best must stand out from the rest. And something must be near at all. The question
    itself, asked before, says nothing. `stranger`: it names somebody who stands nowhere.
    """
    ranked = [one for one in ranked if not one.asks]
    if not ranked:
        return 0.0
    near = max(max(r.meaning, r.coverage) for r in ranked[:3])
    if told := signs(asked, ranked):
        sure = sum(own[name] * sign for name, sign in told.items())
    elif len(asked.names) > 1:
        sure = _SEVERAL
    else:
        sure = _standing_out(ranked) - _STANDS_OUT
    sure = squeezed(sure + _FAR * min(0.0, near - NEAR))
    if stranger and max(r.meaning for r in ranked[:3]) < _OTHERWISE_NAMED:
        return min(sure, _DOUBTED)
    return sure


def comes_near(meaning: float, coverage: float, *, stranger: bool) -> bool:
    """Whether something found may have to do with the question at all.

    `meaning` and `coverage` are those of its rank. In the words that stand around the name of
    a stranger, everything that is told of others comes near.
    """
    if stranger:
        return meaning >= _PERHAPS
    return meaning >= NEARLY or coverage >= SOME_WORDS


def comes_closely(meaning: float, coverage: float) -> bool:
    """Whether something comes near by its words, or nearer than one language makes it."""
    return coverage >= SOME_WORDS or meaning >= BEYOND_LANGUAGE


def near_in_english(
    question: str,
    texts: Sequence[str],
    near: Sequence[bool],
    closely: Sequence[bool],
    *,
    stranger: bool,
) -> list[bool]:
    """Which of some texts, the best first, come near a question where a model reads English alone.

    It takes whatever is in one other language for alike, or for nothing at all: German and Spanish
    are compared in English words, and in other languages only what comes `closely` is near.
    Where a stranger is named, this finds nothing that was not `near` before.
    """
    finder = embedding.finder()
    asked = language_of(question)
    kept: list[bool] = []
    for at, text in enumerate(texts):
        told = language_of(text)
        in_words = in_english(question, told), in_english(text, asked)
        if in_words == (question, text):
            kept.append(near[at] and (closely[at] or {asked, told} <= {"", ENGLISH}))
        elif near[at] and closely[at]:
            kept.append(True)
        else:
            worth_it = near[at] or (at < _IN_OTHER_WORDS and not stranger)
            kept.append(worth_it and _alike(*in_words, finder))
    return kept


def _alike(question: str, text: str, finder: Embedder) -> bool:
    """Whether a question and a text, both in English words, mean much the same."""
    asked = embedding.embed_query(question, finder)
    (told,) = embedding.embed_texts([text], finder)
    model = finder.model
    cosine = float(told @ asked)
    alike = (cosine - model.unrelated_cosine) / (model.related_cosine - model.unrelated_cosine)
    return alike >= IN_ENGLISH


def signs(asked: Asked, ranked: Sequence[Ranked]) -> dict[str, float]:
    """What tells whether it was the doing of the one who is named, by the names in OWN.

    Who tells of himself says "I", and is told of by others as "you". Empty where the question
    names nobody or several, or only one of them speaks in what was found.
    """
    theirs = [r for r in ranked if r.candidate.speaker in asked.names]
    others = [r for r in ranked if r.candidate.speaker and r.candidate.speaker not in asked.names]
    if len(asked.names) != 1 or not theirs or not others:
        return {}
    top = ranked[:_TOP]
    return {
        "always": 1.0,
        "told of oneself": _told_of_oneself(theirs) - _told_of_oneself(others),
        "nearest": max(r.meaning for r in theirs) - max(r.meaning for r in others),
        # The share as it was found.
        "covered": math.pow(max(r.coverage for r in theirs), 1 / 1.5),
        "among the best": sum(r.candidate.speaker in ("", *asked.names) for r in top) / len(top),
        "told to them": _told_to_another(others),
    }


# Both look at the best first: words are looked for in as few texts as it takes.
def _told_of_oneself(some: Sequence[Ranked]) -> float:
    """The most that somebody tells of himself here."""
    for one in sorted(some, key=lambda one: -one.told):
        text = one.candidate.text
        if not text.rstrip().endswith("?") and I_WORDS.search(text[:READ]):
            return one.told
    return 0.0


def _told_to_another(some: Sequence[Ranked]) -> float:
    """How near the nearest comes that tells another of himself."""
    for one in sorted(some, key=lambda one: -one.meaning):
        text = one.candidate.text[:READ]
        if YOU_WORDS.search(text) and not I_WORDS.search(text):
            return one.meaning
    return 0.0


def _standing_out(ranked: Sequence[Ranked]) -> float:
    if not any(one.meaning for one in ranked):
        return _USUAL  # there are no vectors, or none that mean something
    cosines = np.array([r.candidate.cosine or 0.0 for r in ranked])
    spread = float(cosines.std())
    best = max((float(cosines[:3].max()) - float(cosines.mean())) / spread, 0) if spread else _USUAL
    return (best * len(ranked) + _USUAL * _AS_IF) / (len(ranked) + _AS_IF)
