"""Somebody or something known, with all that was said of who it is."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from memories.text.names.find import without_titles
from memories.text.names.lists import role_of
from memories.text.names.small_words import MY


@dataclass(frozen=True)
class RoleStatement:
    """That somebody was said to be something to somebody (`owner`; "" the person), or no longer."""

    key: str
    owner: str
    words: str
    former: bool
    at: float


@dataclass(frozen=True)
class EntityRole:
    """A role of somebody's in the person's life, with its dates as they were told."""

    key: str
    words: str
    since: datetime
    until: datetime | None


@dataclass
class KnownEntity:
    """Somebody or something known, with all that was said of who it is."""

    id: UUID
    name: str
    aliases: list[str]
    type: str
    count: int
    protected: bool = False
    roles: list[RoleStatement] = field(default_factory=list)
    apart: set[str] = field(default_factory=set)

    @property
    def unnamed(self) -> bool:
        """Whether only a role is known: "my sister"."""
        return any(self.name.lower() == role.words.lower() for role in self.roles)

    def names(self) -> Iterator[tuple[str, ...]]:
        """The names as words in lower case, titles left out."""
        for name in (self.name, *self.aliases):
            if "@" not in name and (words := words_of(name)):
                yield words

    def fields(self) -> set[str]:
        """Where in the person's own life they belong: family, work, …"""
        return {role_of(role.key).field for role in self.roles if not role.owner}


def words_of(name: str) -> tuple[str, ...]:
    """A name as it is compared: words in lower case, without titles."""
    name = re.sub(r"\s*\([^)]*\)$", "", name)
    return tuple(without_titles(name.lower().replace("’", "'").split()))


def take_in(one: KnownEntity, told: dict[str, object]) -> None:
    """Take in what one passage says of who somebody is: a mention's `said`."""
    at = float(str(told.get("at", 0)))
    rows = told.get("roles", ())
    if isinstance(rows, (list, tuple)):
        one.roles += [RoleStatement(str(k), str(o), str(w), bool(f), at) for k, o, w, f in rows]
    apart = told.get("apart", ())
    if isinstance(apart, (list, tuple)):
        one.apart |= {str(word).lower() for word in apart}


def told_apart(one: KnownEntity, others: Iterable[KnownEntity]) -> str:
    """A name that nobody else has: "Lena (choir)"."""
    taken = {other.name.lower() for other in others if other.type == one.type}
    if one.name.lower() not in taken:
        return one.name
    # What they are to the person says more than what they are to somebody else.
    roles = sorted(one.roles, key=lambda role: (role.owner != "", role.former))
    hints = [*sorted(one.apart), *map(_without_my, roles), *map(str, range(2, 100))]
    names = (f"{one.name[:150]} ({hint[:40]})" for hint in hints)
    return next(name for name in names if name.lower() not in taken)


def _without_my(role: RoleStatement) -> str:
    """The words of a role without whose it is: "sister" of "My sister"."""
    first, _, rest = role.words.partition(" ")
    return rest if rest and first.lower() in MY else role.words
