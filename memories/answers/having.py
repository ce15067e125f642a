"""Whether somebody has a relation: "Do I have kids?", "Is Lena married?"

That "my daughter is called Lena" tells of a child is no likeness of words: it is who is what to
whom, which is read of every passage.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memories.answers.persons.kinship import ME, fits
from memories.answers.persons.people import relation
from memories.answers.scoring.asked import Asked
from memories.answers.scoring.reading import Reading
from memories.answers.vocabulary.taxonomy import Kind

_HAVE = frozenset("have has had got".split())
_BESIDE = frozenset("do does did am is are still any a an some one more of my own".split())
_I = frozenset("i we".split())
_MARRIED = (Kind("spouse", "husband"), Kind("spouse", "wife"))


@dataclass(frozen=True)
class _Had:
    """What relation is asked for, and whose."""

    owners: frozenset[str]
    kinds: tuple[Kind, ...]


def asks_for_relation(asked: Asked) -> bool:
    """Whether a question asks if somebody has a relation, and nothing else."""
    return _had(asked) is not None


def that_have_it(asked: Asked, readings: Sequence[Reading]) -> list[int]:
    """The passages that tell of whom a question asks whether there is one."""
    had = _had(asked)
    if had is None:
        return []
    return [
        n
        for n, reading in enumerate(readings)
        if any(
            owner in had.owners and any(_is_one(told, kind) for kind in had.kinds)
            for ref in reading.told.refs
            for owner, told in ref.kinds
        )
    ]


def _is_one(told: Kind, asked: Kind) -> bool:
    """Whether one told of is surely one asked for: a child is no son yet, nor a partner a wife."""
    return fits(asked, told) and (told.member == asked.member or not asked.member)


def _had(asked: Asked) -> _Had | None:
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
