"""Whom a sentence is about, and who is who: "my sister Clara" makes Clara and the sister one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from chat.builtin import taxonomy
from chat.builtin.asked import Asked, Wanted
from chat.builtin.taxonomy import Kind
from memories.text import content_words

_NAME = r"[A-ZÀ-ÖØ-Þ][\w'’-]*\w"
_APPOSITION = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|his|her|their) (?:\w+ )?(?P<who>[\w-]+)"
    rf"(?:,? | (?:is|are) (?:called|named) |['’]s names? (?:is|are) |s['’] names are | (?:is|are) )"
    rf"(?P<one>{_NAME})(?:,? and (?P<two>{_NAME}))?"
    rf"|\b(?:one|two|three|four|an?) (?P<who2>[\w-]+)(?:,|:| called| named)+ "
    rf"(?P<one2>{_NAME})(?:,? and (?P<two2>{_NAME}))?"
    rf"|\b(?P<one3>{_NAME}) (?:is|was) (?:my|our) (?:\w+ )?(?P<who3>[\w-]+)"
)
_SUBJECT = re.compile(r"^(?:my|our) (?P<who>[\w'’-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Who:
    """Names and the relations they stand for, as some passages tell."""

    pairs: frozenset[tuple[str, Kind]]

    def is_(self, name: str) -> set[Kind]:
        return {kind for known, kind in self.pairs if known == name}


def who_is_who(passages: Iterable[str]) -> Who:
    pairs = set()
    for passage in passages:
        for match in _APPOSITION.finditer(passage):
            kind = relation(match["who"] or match["who2"] or match["who3"])
            for group in ("one", "two", "one2", "two2", "one3"):
                if kind and match[group]:
                    pairs.add((match[group].lower(), kind))
    return Who(frozenset(pairs))


def relation(word: str) -> Kind | None:
    """The relation a single word names, if any."""
    stem = next((found.stem for found in content_words(word)), "")
    return taxonomy.relations().get(stem)


def fits(asked: Kind, found: Kind) -> bool:
    """Whether one relation may be the other: a sibling may be a sister, a brother may not."""
    return asked.family == found.family and (
        not asked.member or not found.member or asked.member == found.member
    )


def absent(asked: Asked, relations: frozenset[Kind], names: frozenset[str], who: Who) -> float:
    """How surely a passage leaves out somebody the question speaks of, 0..1.

    1 where another of the family stands there instead, ½ where it may yet be them.
    """
    worst = 0.0
    for person in asked.people:
        if any(fits(person, found) for found in relations):
            continue
        if any(fits(person, kind) for name in names for kind in who.is_(name)):
            continue
        instead = any(found.family in taxonomy.FAMILY for found in relations)
        worst = max(worst, 1.0 if instead and person.family in taxonomy.FAMILY else 0.5)
    return worst


def about_another(asked: Asked, passage: str) -> bool:
    """Whether the question is about the person themself and the passage about a relative."""
    if asked.people or asked.names or asked.wanted is Wanted.PERSON:
        return False
    subject = _SUBJECT.match(passage)
    if not subject or about_family(asked):
        return False
    return relation(subject["who"]) is not None


def about_family(asked: Asked) -> bool:
    """Whether it is about the family as such, and any relative will do."""
    return re.search(r"\b(?:family|relatives?|relations)\b", asked.text, re.IGNORECASE) is not None
