"""Which everyday words are kinds of which others, so that "pet" finds the dog and not the car.

Each line of relations.txt and things.txt is one class: its general names, then its members. Names
joined by `=` mean the same. Members of one class exclude each other: what is known of the dog
answers nothing about the cat. `@mother` is a role of memories/text/names/data/roles.txt with all
its English words; a relative whom no line names is a member of "relative".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memories.text import stem_of
from memories.text.names.lists import roles_in_english

_HERE = Path(__file__).parent
_ROLE = re.compile(r"@([\w-]+)")

# The classes of relations.txt that are family: each of them is somebody in particular.
FAMILY = frozenset(
    {
        "sibling", "parent", "child", "spouse", "grandparent", "grandchild", "godchild",
        "relative", "in-law", "ex",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Category:
    """A word's place: the class it belongs to, and which member it is (empty: the class itself)."""

    family: str
    member: str


@cache
def relations() -> dict[str, Category]:
    """Stem of a word for a person (mum, boss) → its kind."""
    written = (_HERE / "relations.txt").read_text()
    kinds = dict(_read(written.replace("@", "")))
    named = set(_ROLE.findall(written))
    for role, words in roles_in_english().items():
        if role.key in named:
            kind = kinds[stem_of(role.key)]
        elif role.field == "family":
            kind = Category("relative", role.key)
        else:
            continue
        # What a line says of a word goes before what the role's words say.
        for word in words:
            kinds.setdefault(stem_of(word), kind)
    return kinds


@cache
def things() -> dict[str, Category]:
    """Stem of an everyday word (cello, green) → its kind."""
    return dict(_read((_HERE / "things.txt").read_text()))


@cache
def occupations() -> frozenset[str]:
    """Stems of what people do for a living."""
    return frozenset(stem_of(word) for word in (_HERE / "occupations.txt").read_text().split())


def _read(written: str) -> Iterable[tuple[str, Category]]:
    for line in written.splitlines():
        names, _, members = line.partition(":")
        family = names.split("=")[0].strip()
        for word in names.split("="):
            yield stem_of(word.strip()), Category(family, "")
        for member in filter(str.strip, members.split(",")):
            first = member.split("=")[0].strip()
            for word in member.split("="):
                yield stem_of(word.strip()), Category(family, first)
