"""Of a sentence that is forgotten in part, what else of it goes: nothing stays but what is true.

"Its GreenOtter#5 now" says nothing but what was forgotten before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.text import Span, language_meant, with_what_hangs_on
from memories.text.sameness.standing_alone import told_of_its_subject
from memories.text.sameness.verbs import has_verb


@dataclass(frozen=True)
class WidenedPassages:
    """What goes of sentences, and whether more goes of one than was found."""

    passages: tuple[Passage, ...]
    wider: bool = False


def widened(
    units: Sequence[Unit], passages: Sequence[Passage], *, keeps_subject: bool
) -> WidenedPassages:
    """These passages, each with what of its sentence does not stand by itself without it.

    Whom they tell of stays with what is left where it `keeps_subject`, and is not what goes.
    """
    found: list[Passage] = []
    for passage in passages:
        unit = next((each for each in units if _is_of(each, passage)), None)
        together = [p for p in passages if unit and _is_of(unit, p)]
        if unit is None or unit.passage in together or any(p.listed for p in together):
            found.append(passage)
        elif passage == together[0]:
            found += _of_sentence(unit, together, keeps_subject=keeps_subject)
    return WidenedPassages(tuple(found), any(_says_more(p, passages) for p in found))


def _says_more(wider: Passage, passages: Sequence[Passage]) -> bool:
    """Whether more is told in a passage than in those that were found, and no mere value."""
    within = [p for p in passages if p.source == wider.source]
    inside = sorted(
        (max(p.start, wider.start), min(p.stop, wider.stop))
        for p in within
        if p.start < wider.stop and wider.start < p.stop
    )
    edges = [wider.start, *(edge for span in inside for edge in span), wider.stop]
    rest = [
        wider.words[a - wider.start : b - wider.start]
        for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]
    return any(has_verb(words, language_meant(wider.words)) for words in rest)


def _is_of(unit: Unit, passage: Passage) -> bool:
    mine = unit.passage
    same = mine.source == passage.source
    return same and mine.start <= passage.start and passage.stop <= mine.stop


def _of_sentence(
    unit: Unit, passages: Sequence[Passage], *, keeps_subject: bool
) -> Sequence[Passage]:
    at = unit.passage.start
    ordered = sorted(passages, key=lambda each: each.start)
    goes = [Span(p.start - at, p.stop - at) for p in ordered]
    spans = with_what_hangs_on(unit.text, goes, keeps_subject=keeps_subject)
    if spans == goes:
        return passages
    return [
        replace(
            unit.passage,
            start=at + s.start,
            stop=at + s.stop,
            words=s.of(unit.text),
            listed=told_of_its_subject(unit.text, s),
        )
        for s in spans
    ]
