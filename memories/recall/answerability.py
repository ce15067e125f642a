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
from memories.recall.ranking import RankedCandidate, squeezed
from memories.recall.weights import ANSWERABLE, FEATURES, LIMITS, OWN
from memories.text import ENGLISH, ParsedQuestion, first_person, in_english, language_of

YOU_WORDS = re.compile(r"\b(?:you|your|yours|you're|you've|you'd)\b", re.IGNORECASE)


def known(
    asked: ParsedQuestion,
    ranked: Sequence[RankedCandidate],
    own: Mapping[str, float] = OWN,
    *,
    stranger: bool = False,
) -> float:
    """How sure it is that one of the best answers the question, 0..1; see `ANSWERABLE.known`.

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
        sure = ANSWERABLE.several
    else:
        sure = _standing_out(ranked) - ANSWERABLE.stands_out
    sure = squeezed(sure + ANSWERABLE.far * min(0.0, near - ANSWERABLE.near))
    if stranger and max(r.meaning for r in ranked[:3]) < ANSWERABLE.otherwise_named:
        return min(sure, ANSWERABLE.doubted)
    return sure


def comes_near(meaning: float, coverage: float, *, stranger: bool) -> bool:
    """Whether something found may have to do with the question at all.

    `meaning` and `coverage` are those of its rank. In the words that stand around the name of
    a stranger, everything that is told of others comes near.
    """
    if stranger:
        return meaning >= ANSWERABLE.perhaps
    return meaning >= ANSWERABLE.nearly or coverage >= ANSWERABLE.some_words


def comes_closely(meaning: float, coverage: float) -> bool:
    """Whether something comes near by its words, or nearer than one language makes it."""
    return coverage >= ANSWERABLE.some_words or meaning >= ANSWERABLE.beyond_language


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
            worth_it = near[at] or (at < LIMITS.in_other_words and not stranger)
            kept.append(worth_it and _alike(*in_words, finder))
    return kept


def _alike(question: str, text: str, finder: Embedder) -> bool:
    """Whether a question and a text, both in English words, mean much the same."""
    asked = embedding.embed_query(question, finder)
    (told,) = embedding.embed_texts([text], finder)
    model = finder.model
    cosine = float(told @ asked)
    alike = (cosine - model.unrelated_cosine) / (model.related_cosine - model.unrelated_cosine)
    return alike >= ANSWERABLE.in_english


def signs(asked: ParsedQuestion, ranked: Sequence[RankedCandidate]) -> dict[str, float]:
    """Features of whether the named person did it themselves, by their names in OWN.

    Who tells of himself says "I", and is told of by others as "you". Empty where the question
    names nobody or several, or only one of them speaks in what was found.
    """
    theirs = [r for r in ranked if r.candidate.speaker in asked.names]
    others = [r for r in ranked if r.candidate.speaker and r.candidate.speaker not in asked.names]
    if len(asked.names) != 1 or not theirs or not others:
        return {}
    top = ranked[: LIMITS.about_whom]
    return {
        "always": 1.0,
        "told of oneself": _told_of_oneself(theirs) - _told_of_oneself(others),
        "nearest": max(r.meaning for r in theirs) - max(r.meaning for r in others),
        # The share as it was found.
        "covered": math.pow(max(r.coverage for r in theirs), 1 / FEATURES.coverage_power),
        "among the best": sum(r.candidate.speaker in ("", *asked.names) for r in top) / len(top),
        "told to them": _told_to_another(others),
    }


# Both look at the best first: words are looked for in as few texts as it takes.
def _told_of_oneself(some: Sequence[RankedCandidate]) -> float:
    """The most that somebody tells of himself here."""
    for one in sorted(some, key=lambda one: -one.told):
        text = one.candidate.text
        if not text.rstrip().endswith("?") and first_person.IN_ENGLISH.search(text[: LIMITS.read]):
            return one.told
    return 0.0


def _told_to_another(some: Sequence[RankedCandidate]) -> float:
    """How near the nearest comes that tells another of himself."""
    for one in sorted(some, key=lambda one: -one.meaning):
        text = one.candidate.text[: LIMITS.read]
        if YOU_WORDS.search(text) and not first_person.IN_ENGLISH.search(text):
            return one.meaning
    return 0.0


def _standing_out(ranked: Sequence[RankedCandidate]) -> float:
    if not any(one.meaning for one in ranked):
        return ANSWERABLE.usual  # there are no vectors, or none that mean something
    cosines = np.array([r.candidate.cosine or 0.0 for r in ranked])
    spread = float(cosines.std())
    best = (
        max((float(cosines[:3].max()) - float(cosines.mean())) / spread, 0)
        if spread
        else ANSWERABLE.usual
    )
    return (best * len(ranked) + ANSWERABLE.usual * ANSWERABLE.as_if) / (
        len(ranked) + ANSWERABLE.as_if
    )
