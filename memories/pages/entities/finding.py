"""Whom a person looks for: by a name, or by what somebody is to them."""

import re
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Case, Q, QuerySet, When

from accounts.models import User
from memories.keeping import Directory
from memories.keeping.people.directory import everybody
from memories.keeping.people.known_entity import RoleStatement
from memories.models import Entity
from memories.text.names.lists import roles, several
from memories.text.names.small_words import MY

# In this order things are listed.
KINDS = tuple(
    Entity.Type(kind) for kind in "pet place organisation project tool concept thing".split()
)
# As the person says it, and as a page says it back.
_OWN = MY | frozenset("your dein deine deinem deinen deiner tu tus".split())
# "sis" begins "sister"; of fewer letters a role must be the whole word: "ex", "gp".
_BEGUN = 3


def found(user: User, q: str) -> QuerySet[Entity]:
    """Who has a name like these words, or is what they call somebody: "my sister", "Arzt".

    Most spoken of first.
    """
    known = Entity.objects.filter(user=user, merged_into=None)
    known = known.order_by("-mention_count", "name", "pk")
    if not q:
        return known
    by_role = list(_called(everybody(user.pk), q))
    return known.filter(Q(name__icontains=q) | Q(aliases__icontains=q) | Q(pk__in=by_role))


def by_kind(things: QuerySet[Entity]) -> QuerySet[Entity]:
    """Things of one kind after the other; of each kind the most spoken of first."""
    place = Case(*(When(type=kind, then=at) for at, kind in enumerate(KINDS)))
    return things.order_by(place, "-mention_count", "name", "pk")


def _called(directory: Directory, q: str) -> Iterator[UUID]:
    """Who was said to be this to the person or, without "my", to somebody else who is known.

    "my" alone, as it is being typed, is everybody who is something to the person.
    """
    words = re.sub(r"[’']", "’", q.lower()).split()
    own = words[0] in _OWN
    role = " ".join(words[own:])
    keys = _keys(role)
    names = {str(one.id): one.name.lower() for one in directory.known}
    for one in directory.known:
        of = [said for said in one.roles if not said.owner or (said.owner in names and not own)]
        if any(said.key in keys or role in _in_words(said, names) for said in of):
            yield one.id


def _keys(role: str) -> set[str]:
    """The roles that a word is for, whatever the language, or that it begins."""
    said = {" ".join(words): each.key for words, each in roles().items()}
    said |= {word: each.role.key for word, each in several().items()}
    return {
        key
        for word, key in said.items()
        if word == role or (len(role) >= _BEGUN and word.startswith(role))
    }


def _in_words(said: RoleStatement, names: dict[str, str]) -> str:
    """What somebody was called, as their row says it: "my big sister", "lena’s husband"."""
    return f"{names[said.owner]}’s {said.words.lower()}" if said.owner else said.words.lower()
