"""Which everyday words are kinds of which others, so that "pet" finds the dog and not the car.

Each line of relations.txt and things.txt is one class: its general names, then its members. Names
joined by `=` mean the same. Members of one class exclude each other: what is known of the dog
answers nothing about the cat.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memories.text import stem_of

_HERE = Path(__file__).parent

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
    return dict(_read("relations.txt"))


@cache
def things() -> dict[str, Category]:
    """Stem of an everyday word (cello, green) → its kind."""
    return dict(_read("things.txt"))


@cache
def occupations() -> frozenset[str]:
    """Stems of what people do for a living."""
    return frozenset(stem_of(word) for word in (_HERE / "occupations.txt").read_text().split())


def _read(name: str) -> Iterable[tuple[str, Category]]:
    for line in (_HERE / name).read_text().splitlines():
        names, _, members = line.partition(":")
        family = names.split("=")[0].strip()
        for word in names.split("="):
            yield stem_of(word.strip()), Category(family, "")
        for member in filter(str.strip, members.split(",")):
            first = member.split("=")[0].strip()
            for word in member.split("="):
                yield stem_of(word.strip()), Category(family, first)
