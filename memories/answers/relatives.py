"""Who is what to whom, where that is all a question asks.

"Do I have kids?", "Is Lena married?", "What are my grandchildren called?", "Who's in my family?":
that "my daughter is called Lena" answers these is no likeness of words; it is read of all
passages.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memories.answers.persons.kinship import ME, Kinship, PersonRef, fits
from memories.answers.persons.people import relation
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.vocabulary.taxonomy import FAMILY, Category

_HAVE = frozenset("have has had got".split())
_BESIDE = frozenset("do does did am is are still any a an some one more of my own".split())
_I = frozenset("i we".split())
_OWNERS = frozenset("my our i we".split())
_WHO = frozenset("who whos what whats which how name names list".split())
_BESIDE_WHO = frozenset(
    """is are was s re called named name names the of all in belong belongs to too and do does have
    has tell me""".split()
)
# Of these one may be followed by another, unless several are asked for.
_ONE_AT_A_TIME = frozenset({"spouse", "ex"})
_FAMILY = "family"
_MARRIED = (Category("spouse", "husband"), Category("spouse", "wife"))


@dataclass(frozen=True)
class Relatives:
    """The places of the passages that tell of them, and whether there are any, if that is asked."""

    told: list[int]
    whether: bool | None = None


@dataclass(frozen=True)
class _Had:
    """What relation is asked for, and whose."""

    owners: frozenset[str]
    kinds: tuple[Category, ...]


def relatives_told(
    asked: AnalysedQuestion,
    readings: Sequence[AnalysedPassage],
    who: Kinship,
    likely: Sequence[float],
) -> Relatives | None:
    """Whom the passages tell of, where a question asks for somebody's relatives and nothing else.

    `likely` is how likely each passage answers.
    """
    if had := _had(asked):
        telling = [n for n, reading in enumerate(readings) if _tells_of(reading, had, who)]
        return Relatives(sorted(telling, key=lambda n: -likely[n]), whether=bool(telling) or None)
    if named := _named(asked):
        return Relatives(_who_they_are(named, readings, who, likely))
    return None


def _tells_of(reading: AnalysedPassage, had: _Had, who: Kinship) -> bool:
    return any(
        owner in had.owners and any(_is_one(told, kind) for kind in had.kinds)
        for ref in reading.told.refs
        for owner, told in who.kinds_of(ref)
    )


def _who_they_are(
    had: _Had, readings: Sequence[AnalysedPassage], who: Kinship, likely: Sequence[float]
) -> list[int]:
    """The passages that tell who somebody's relatives are: one for each, likeliest first."""
    telling: dict[str, list[int]] = {}
    for n, reading in enumerate(readings):
        for ref in reading.told.refs:
            if _is_any_of(had, who.kinds_of(ref)):
                for name in _names_of(ref, who):
                    telling.setdefault(name, []).append(n)
    found: list[int] = []
    for name in sorted(telling, key=lambda name: -max(likely[n] for n in telling[name])):
        if not set(found) & set(telling[name]):
            found.append(max(telling[name], key=likely.__getitem__))
    return found


def _names_of(ref: PersonRef, who: Kinship) -> list[str]:
    """What somebody goes by; who has no name goes by what they are."""
    names = ref.names or who.resolved(ref)
    return sorted(names) or [
        f"{o} {kind.member or kind.family}" for o, kind in sorted(ref.kinds, key=str)
    ]


def _is_any_of(had: _Had, kinds: Iterable[tuple[str, Category]]) -> bool:
    return any(o in had.owners and any(fits(one, kind) for one in had.kinds) for o, kind in kinds)


def is_another(asked: AnalysedQuestion, reading: AnalysedPassage, who: Kinship) -> bool:
    """Whether a passage tells of relatives, and of none that a question asks for."""
    named = _named(asked) or _had(asked)
    kinds = [told for ref in reading.told.refs for told in who.kinds_of(ref)]
    return named is not None and bool(kinds) and not _is_any_of(named, kinds)


def is_of_the_others(asked: AnalysedQuestion, reading: AnalysedPassage, who: Kinship) -> bool:
    """Whether one of somebody's relatives is asked for, and a passage tells of their others.

    Where my brother lives, my sister's town does not tell.
    """
    wanted = {kind for ref in asked.told.refs if not ref.names for kind in ref.kinds}
    told = {kind for ref in reading.told.refs for kind in who.kinds_of(ref)}
    pairs = [(one, kind) for owner, one in wanted for other, kind in told if owner == other]
    near = any(one.family == kind.family for one, kind in pairs)
    return near and not any(fits(one, kind) for one, kind in pairs)


def _named(asked: AnalysedQuestion) -> _Had | None:
    """Of whom a question asks who they are: "my brother", "Tom's kids", "my family"."""
    words = re.findall(r"[^\W\d_]+", asked.text.lower())
    rest = [w for w in words if w not in _WHO | _BESIDE_WHO | _OWNERS and w not in asked.names]
    if len(rest) != 1 or not _WHO & set(words):
        return None
    owners = frozenset({ME}) if _OWNERS & set(words) else asked.names
    if rest == [_FAMILY]:
        return _Had(owners, tuple(Category(family, "") for family in sorted(FAMILY)))
    kind = relation(rest[0])
    several = rest[0].endswith("s") and not rest[0].endswith("ss")
    if kind is None or not (several or kind.family in FAMILY - _ONE_AT_A_TIME):
        return None
    return _Had(owners, (kind,))


def _is_one(told: Category, asked: Category) -> bool:
    """Whether one told of is surely one asked for: a child is no son yet, nor a partner a wife."""
    return fits(asked, told) and (told.member == asked.member or not asked.member)


def _had(asked: AnalysedQuestion) -> _Had | None:
    words = re.findall(r"[^\W\d_]+", asked.text.lower())
    names = asked.names
    if len(words) < 3 or names & {words[-1]}:
        return None
    *before, last = words
    owners = frozenset({ME}) if _I & set(before) else names
    if not owners or any(word not in _HAVE | _BESIDE | _I | names for word in before):
        return None
    if last in ("married", "marry") and not _HAVE & set(before):
        return _Had(owners, _MARRIED)
    kind = relation(last)
    return _Had(owners, (kind,)) if kind and _HAVE & set(before) else None
