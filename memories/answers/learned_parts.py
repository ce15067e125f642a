"""A sentence and the facts learned from it: which of them is cited, and which is told."""

from collections.abc import Sequence
from dataclasses import replace

from memories.answers.passages import AnswerPassage, distinct
from memories.answers.shapes import Answer
from memories.recall import Item

# A fact as good as this share of the sentence it was learned from is told without the rest.
ALONE = 0.9


def by_best_part(passages: Sequence[AnswerPassage], likely: Sequence[float]) -> list[AnswerPassage]:
    """A sentence that was learned in parts is cited by the part that answers best."""
    best: dict[str, tuple[float, Item]] = {}
    for passage, sure in zip(passages, likely, strict=True):
        within = passage.item.within
        if within and passage.text != within and sure > best.get(within, (-1.0, None))[0]:
            best[within] = sure, passage.item
    return [replace(p, item=best[p.text][1]) if p.text == p.item.within else p for p in passages]


def in_whole_sentences(
    chosen: Sequence[AnswerPassage], passages: Sequence[AnswerPassage]
) -> list[AnswerPassage]:
    """A part of a sentence stands for the sentence it was learned from, where that was found."""
    whole = {p.text: p for p in passages}
    return [whole.get(p.item.within, p) for p in chosen]


def facts_in(
    passages: Sequence[AnswerPassage], likely: Sequence[float]
) -> dict[str, AnswerPassage]:
    """By the words of a sentence that was learned in parts: the one that answers as well."""
    sure = {passage.text: each for passage, each in zip(passages, likely, strict=True)}
    best: dict[str, AnswerPassage] = {}
    for passage, each in sorted(zip(passages, likely, strict=True), key=lambda one: -one[1]):
        within = passage.item.within
        if within and passage.text != within and each >= ALONE * sure.get(within, 1.0):
            best.setdefault(within, passage)
    return best


def fact_by_fact(found: Answer) -> Answer:
    """The answer without the rest of the sentence it was learned from."""
    told = tuple(distinct([found.facts.get(p.text, p) for p in found.passages]))
    return replace(found, passages=told, facts={})
