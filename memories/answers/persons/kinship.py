"""Who is who: "my sister Clara" makes Clara and the sister one.

Somebody is named, or told by what they are to somebody; what all passages together tell of kinship
says that both are the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memories.answers.vocabulary.taxonomy import Category
from memories.text.names.lists import given_names

ME = "me"
# Whose relation it is, where the text does not tell.
SOMEBODY = "?"


@dataclass(frozen=True)
class PersonRef:
    """Somebody a text speaks of: by names (lower case), or as relations of an owner."""

    names: frozenset[str]
    # (whose, which): ("me", sister), ("iker", brother). Empty for who is only named.
    kinds: frozenset[tuple[str, Category]]
    start: int
    # Whether it only tells whose something is ("Clara's dog"), or where ("in Porto").
    owns: bool = False
    placed: bool = False


@dataclass(frozen=True)
class MentionedPeople:
    """Whom a text speaks of, in its order; where the person themself is first spoken of, or -1."""

    refs: tuple[PersonRef, ...]
    me: int
    # Whether "he", "she" or "they" stands there, whoever that is.
    third: bool

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for ref in self.refs for name in ref.names)

    @property
    def others(self) -> tuple[PersonRef, ...]:
        return tuple(ref for ref in self.refs if ref.kinds or not ref.placed)


class Kinship:
    """Who is what to whom, as some texts tell, and every name they speak."""

    def __init__(self, tells: Iterable[MentionedPeople]) -> None:
        self.pairs: set[tuple[str, Category, str]] = set()
        self.names: set[str] = set()
        # Those that somebody goes by, and no place.
        self.people: set[str] = set()
        # What each of them goes by in one place.
        self.called: set[frozenset[str]] = set()
        for told in tells:
            self.names |= told.names
            self.people |= {name for ref in told.others for name in ref.names}
            for ref in told.refs:
                self.called.add(ref.names)
                self.pairs |= {(o, kind, n) for o, kind in ref.kinds for n in ref.names}
        self._go_on()

    def _go_on(self) -> None:
        """The mother of one's husband is one's mother-in-law; my sister's son is Anna's."""
        for owner, kind, name in list(self.pairs):
            self.pairs |= {(known, kind, name) for known in self._owners(owner)}
        self._add_siblings()
        mine = [(kind, name) for owner, kind, name in self.pairs if owner == ME]
        for owner, kind, name in list(self.pairs):
            if owner != ME and ">" not in owner and (back := _BACK.get(kind.family)):
                self.pairs.add((name, Category(back, ""), owner))
        for kind, name in mine:
            for owner, of_them, other in list(self.pairs):
                if owner == name and (further := _further(kind, of_them)):
                    self.pairs.add((ME, further, other))

    def _add_siblings(self) -> None:
        """Whoever are children of the same are sisters and brothers."""
        children = [(o, kind, n) for o, kind, n in self.pairs if kind.family == "child"]
        for owner, _, name in children:
            for other, kind, sibling in children:
                if owner == other and name != sibling and not self._are_one(name, sibling):
                    self.pairs.add((name, _sibling(kind, sibling), sibling))

    def _are_one(self, name: str, other: str) -> bool:
        """Whether both are names of the same: first name and surname."""
        return any({name, other} <= names for names in self.called)

    def resolved(self, ref: PersonRef) -> frozenset[str]:
        """All names that somebody may go by."""
        found = set(ref.names)
        if not found:
            for owner, kind in ref.kinds:
                owners = self._owners(owner)
                found |= {n for o, k, n in self.pairs if o in owners and fits(kind, k)}
        return frozenset(found)

    def _owners(self, owner: str) -> set[str]:
        """Whoever an owner may be: somebody without a name as well as the names they have."""
        if ">" not in owner:
            return {owner}
        whose, _, which = owner.partition(">")
        kind = Category(*which.split("/", 1))
        owners = self._owners(whose)
        return {owner} | {n for o, k, n in self.pairs if o in owners and fits(kind, k)}

    def kinds_of(self, ref: PersonRef) -> frozenset[tuple[str, Category]]:
        """All that somebody is to somebody, and by that to oneself."""
        kinds = ref.kinds | {(o, k) for o, k, n in self.pairs if n in ref.names}
        through = {
            (ME, further)
            for owner, kind in kinds
            for whose, near, name in self.pairs
            if whose == ME and name == owner and (further := _further(near, kind))
        }
        return kinds | through

    def same(self, asked: PersonRef, found: PersonRef) -> bool:
        """Whether two may be one person."""
        mine, theirs = self.resolved(asked), self.resolved(found)
        if mine and theirs:
            return bool(mine & theirs)
        return any(
            fits(kind, other) and (owner == whose or SOMEBODY in (owner, whose))
            for owner, kind in self.kinds_of(asked)
            for whose, other in self.kinds_of(found)
        )


def _sibling(child: Category, name: str) -> Category:
    """What a child of somebody's is to the others: a sister, a brother, or not known which."""
    member = {"daughter": "sister", "son": "brother"}.get(child.member, "")
    gender = {"f": "sister", "m": "brother"}.get(given_names().get(name, ""), "")
    return Category("sibling", member or gender)


_IN_LAW = {"mother", "father", "brother", "sister"}


def _further(kind: Category, of_them: Category) -> Category | None:
    """What the relative of a relative is to oneself."""
    families = (kind.family, of_them.family)
    if families == ("spouse", "parent") or families == ("spouse", "sibling"):
        return Category("in-law", f"{of_them.member}-in-law" if of_them.member in _IN_LAW else "")
    if families == ("parent", "parent"):
        return Category("grandparent", f"grand{of_them.member}" if of_them.member else "")
    if families == ("parent", "sibling"):
        return Category("relative", {"brother": "uncle", "sister": "aunt"}.get(of_them.member, ""))
    if families == ("sibling", "child"):
        return Category("relative", {"son": "nephew", "daughter": "niece"}.get(of_them.member, ""))
    if families == ("child", "child"):
        return Category("grandchild", f"grand{of_them.member}" if of_them.member else "")
    if families == ("sibling", "spouse"):
        return Category("in-law", "")
    return None


# Whose son one is, is one's parent.
_BACK = {
    "child": "parent",
    "parent": "child",
    "spouse": "spouse",
    "sibling": "sibling",
    "friend": "friend",
    "grandparent": "grandchild",
    "grandchild": "grandparent",
}


def fits(asked: Category, found: Category) -> bool:
    """Whether one relation may be the other: a sibling may be a sister, a brother may not."""
    return asked.family == found.family and (
        not asked.member or not found.member or asked.member == found.member
    )


def node(owner: str, kind: Category) -> str:
    """Somebody without a name, as an owner: my partner in "my partner's brother"."""
    return f"{owner}>{kind.family}/{kind.member}"


def known_as(ref: PersonRef) -> frozenset[str]:
    """What somebody goes by in a text alone: names, and what they are to whom."""
    return frozenset(node(owner, kind) for owner, kind in ref.kinds) | ref.names


def subjects(told: MentionedPeople) -> Sequence[PersonRef]:
    """Whom a text is about: the first who is named and not only told where or whose; none if me."""
    acting = [ref for ref in told.refs if not ref.placed and not ref.owns]
    if not acting or (0 <= told.me < acting[0].start):
        return ()
    return acting[:1]
