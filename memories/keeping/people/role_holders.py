"""Who has a role: "my boss" is who was said to be it last, "my ex" who was the partner before.

What somebody is to somebody is told by others' roles too: my brother's daughter is my niece.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from memories.keeping.people.known_entity import KnownEntity, RoleStatement
from memories.text import NamedEntity
from memories.text.names.lists import Role

# Somebody, and what was said of them that tells who has a role.
Holding = tuple[KnownEntity, RoleStatement]

_EX = "ex"
_SPOUSE = ("husband", "wife", "partner", "girlfriend", "boyfriend")
_SIBLING = ("brother", "sister")
_PARENT = ("mother", "father")
_CHILD = ("son", "daughter")
# My niece is my brother's daughter, and my husband's sister's: a role, and what of whom it is too.
_THROUGH: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {
    "mother-in-law": ((("mother",), _SPOUSE),),
    "father-in-law": ((("father",), _SPOUSE),),
    "brother-in-law": ((("brother",), _SPOUSE), (("husband", "partner", "boyfriend"), _SIBLING)),
    "sister-in-law": ((("sister",), _SPOUSE), (("wife", "partner", "girlfriend"), _SIBLING)),
    "son-in-law": ((("husband", "partner"), _CHILD),),
    "daughter-in-law": ((("wife", "partner"), _CHILD),),
    "niece": ((("daughter",), _SIBLING),),
    "nephew": ((("son",), _SIBLING),),
    "granddaughter": ((("daughter",), _CHILD),),
    "grandson": ((("son",), _CHILD),),
    "grandmother": ((("mother",), _PARENT),),
    "grandfather": ((("father",), _PARENT),),
    "aunt": ((("sister",), _PARENT),),
    "uncle": ((("brother",), _PARENT),),
    "stepfather": ((("husband", "partner", "boyfriend"), ("mother",)),),
    "stepmother": ((("wife", "partner", "girlfriend"), ("father",)),),
}


def who_has(
    known: Sequence[KnownEntity], named: NamedEntity, owner: str, at: datetime
) -> KnownEntity | None:
    """Who has the role that is named, of `owner` ("" the person); None where it is not sure."""
    if named.role is None:
        return None
    role = named.role.role
    held = _held(known, role.key, owner, at)
    if role.key == _EX and not held:
        return _partner_before(known, owner, at)
    if named.role.former:
        return _before(role, held)
    holders = {one.id: one for one, each in held if not each.former}
    if role.one and holders:
        return _latest([*held, *_ended(known, role, at)])
    former = {one.id for one, each in held if each.former}
    current = [one for pk, one in holders.items() if pk not in former]
    if not current and not former:
        current = list({one.id: one for one in _through(known, role.key, owner, at)}.values())
    return current[0] if len(current) == 1 else None


def _held(known: Iterable[KnownEntity], key: str, owner: str, at: datetime) -> list[Holding]:
    return [
        (one, each)
        for one in known
        for each in one.roles
        if each.key == key and each.owner == owner and each.at <= at.timestamp()
    ]


def _before(role: Role, held: Sequence[Holding]) -> KnownEntity | None:
    """Who had it before: "my old boss"."""
    former = {one.id: one for one, each in held if each.former}
    holders = {one.id: one for one, each in held if not each.former}
    now = _latest(held) if role.one else None
    past = former or {pk: one for pk, one in holders.items() if now and one is not now}
    return next(iter(past.values())) if len(past) == 1 else None


def _latest(held: Iterable[Holding]) -> KnownEntity | None:
    """Who was said to be it last, unless it was said since that they are it no more."""
    ordered = sorted(held, key=lambda pair: pair[1].at)
    gone = {one.id: each.at for one, each in ordered if each.former or each.key == _EX}
    there = [
        one
        for one, each in ordered
        if not (each.former or each.key == _EX) and each.at > gone.get(one.id, -1)
    ]
    return there[-1] if there else None


def _ended(known: Iterable[KnownEntity], role: Role, at: datetime) -> list[Holding]:
    """Of whom it was said that they are one's ex."""
    return _held(known, _EX, "", at) if role.field == "love" else []


def _partner_before(known: Iterable[KnownEntity], owner: str, at: datetime) -> KnownEntity | None:
    """Who was said last to be one's partner: who else is the ex?"""
    known = list(known)
    return _latest([pair for key in _SPOUSE for pair in _held(known, key, owner, at)])


def _through(
    known: Sequence[KnownEntity], key: str, owner: str, at: datetime
) -> Iterator[KnownEntity]:
    """Who has a role by what they are to others: "emeka's mum", where he is my husband."""
    if not owner:
        for roles, theirs in _THROUGH.get(key, ()):
            for other in _with_any(known, theirs, "", at):
                yield from _with_any(known, roles, str(other.id), at)
        return
    mine = {r.key for one in known if str(one.id) == owner for r in one.roles if not r.owner}
    for own, ways in _THROUGH.items():
        if any(key in roles and mine & set(theirs) for roles, theirs in ways):
            yield from _with_any(known, (own,), "", at)


def _with_any(
    known: Sequence[KnownEntity], keys: Sequence[str], owner: str, at: datetime
) -> list[KnownEntity]:
    return [one for key in keys for one, each in _held(known, key, owner, at) if not each.former]
