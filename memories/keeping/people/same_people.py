"""Who may be the same, and making one of two, or two of one again.

Nothing here is decided alone: a suggestion says why, a merge keeps both so that it can be undone.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from uuid import UUID

from django.utils.translation import gettext

from accounts.models import User
from database.statements import array_of, fetched
from memories.errors import Refused
from memories.keeping.people.directory import everybody
from memories.keeping.people.entity_upkeep import merge_into, recount, settle
from memories.keeping.people.known_entity import KnownEntity
from memories.models import Entity, Mention
from memories.text.names.lists import CLOSE, PEOPLE, may_be_short_for

# Number of the most mentioned names compared with each other.
COMPARED = 300
# Minimum spelling similarity of two names of one person.
_ALIKE = 0.86

_SHARED = """
SELECT count(DISTINCT s.thread)
FROM memories_mention a
JOIN memories_chunk c ON c.id = a.chunk_id
JOIN memories_source s ON s.id = c.source_id AND s.thread <> ''
WHERE a.user_id = %(user)s AND a.entity_id = ANY(%(first)s::uuid[]) AND EXISTS (
    SELECT FROM memories_mention b
    JOIN memories_chunk d ON d.id = b.chunk_id
    JOIN memories_source t ON t.id = d.source_id
    WHERE b.user_id = %(user)s AND b.entity_id = ANY(%(second)s::uuid[]) AND t.thread = s.thread
)
"""


@dataclass(frozen=True)
class MergeSuggestion:
    """Two that may be one, and why, in plain words."""

    first: UUID
    second: UUID
    reasons: tuple[str, ...]


def suggestions(user: User, most: int, *, about: UUID | None = None) -> list[MergeSuggestion]:
    """Who may be the same as whom (or as `about`), the surest first. Inside the caller's block."""
    everyone = sorted(everybody(user.pk).known, key=lambda one: -one.count)
    known = everyone[:COMPARED]
    differ = {
        frozenset((pk, other))
        for pk, others in Entity.objects.filter(user=user).values_list("pk", "different")
        for other in others
    }
    it = next((one for one in everyone if one.id == about), None)
    pairs = [(it, one) for one in known if one is not it] if it else combinations(known, 2)
    found = []
    for first, second in [] if about and it is None else pairs:
        if frozenset((first.id, second.id)) in differ or not _can_be_one(first, second):
            continue
        reasons = list(dict.fromkeys(_reasons(first, second)))
        if reasons:
            if shared := _shared_threads(user, first, second):
                reasons.append(
                    gettext("spoken of in %(shared)s of the same conversations")
                    % {"shared": shared}
                )
            found.append(MergeSuggestion(first.id, second.id, tuple(reasons)))
    return sorted(found, key=lambda each: -len(each.reasons))[:most]


def _can_be_one(first: KnownEntity, second: KnownEntity) -> bool:
    if first.unnamed or second.unnamed:
        # "Mein Bruder" is no name that could be short for another.
        return False
    people = {Entity.Type.PERSON, Entity.Type.PET, Entity.Type.THING}
    if first.type != second.type and not {first.type, second.type} <= people:
        return False
    if {first.type, second.type} == {Entity.Type.PERSON, Entity.Type.PET}:
        return False
    roles = [{r.key for r in one.roles if not r.owner} for one in (first, second)]
    fields = [one.fields() & PEOPLE for one in (first, second)]
    # Whoever is of the family is no friend or colleague of the same name.
    of_family = any(each & CLOSE for each in fields)
    return not (all(fields) and of_family and not roles[0] & roles[1])


def _reasons(first: KnownEntity, second: KnownEntity) -> Iterator[str]:
    for one in first.names():
        for other in second.names():
            yield from _reason(one, other)


def _reason(one: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    spelled = " ".join(one).title(), " ".join(other).title()
    if one == other:
        yield gettext("the same name")
    elif len(one) > 1 and len(other) > 1 and one[-1] == other[-1]:
        if _is_initial(one[0], other[0]):
            yield gettext("%(one)s and %(other)s: the initial fits") % {
                "one": spelled[0],
                "other": spelled[1],
            }
        elif may_be_short_for(one[0], other[0]) or may_be_short_for(other[0], one[0]):
            yield _short_for(one[0], other[0])
    elif len(one) == 1 or len(other) == 1:
        if one[0] == other[0]:
            yield gettext("both are called %(name)s") % {"name": one[0].title()}
        elif may_be_short_for(one[0], other[0]) or may_be_short_for(other[0], one[0]):
            yield _short_for(one[0], other[0])
    comparable = one != other and one[0][:2] == other[0][:2] and len(one) == len(other)
    if comparable and SequenceMatcher(None, *spelled).ratio() >= _ALIKE:
        yield gettext("%(one)s and %(other)s are spelled nearly the same") % {
            "one": spelled[0],
            "other": spelled[1],
        }


def _short_for(one: str, other: str) -> str:
    short, long = sorted((one, other), key=len)
    return gettext("%(short)s may be short for %(long)s") % {
        "short": short.title(),
        "long": long.title(),
    }


def _is_initial(one: str, other: str) -> bool:
    short, long = sorted((one.strip("."), other.strip(".")), key=len)
    return len(short) == 1 and len(long) > 1 and long.startswith(short)


def _shared_threads(user: User, first: KnownEntity, second: KnownEntity) -> int:
    values = {"user": user.pk, "first": array_of([first.id]), "second": array_of([second.id])}
    return int(fetched(_SHARED, values)[0][0])


def merge(user: User, one: Entity, into: Entity) -> Entity:
    """Make one of two: what speaks of the first speaks of the other. `separate` takes it back.

    Raises Refused where they are one already.
    """
    into = into.merged_into or into
    if one.pk == into.pk or one.merged_into_id == into.pk:
        raise Refused("same", gettext("These two are merged already."))
    if one.merged_into_id is not None:
        raise Refused(
            "merged", gettext("It was merged with another. Separate it from that one first.")
        )
    merge_into(one.pk, into.pk)
    recount(user, [into.pk])
    one.refresh_from_db()
    return one


def separate(user: User, one: Entity, *, suggest_again: bool = False) -> Entity:
    """Make two of what was merged, and suggest it no more, unless it was merged by mistake.

    Raises Refused where it was not.
    """
    into = one.merged_into
    if into is None:
        raise Refused("not_merged", gettext("This was not merged with another."))
    taken = Entity.objects.filter(
        user=user, name__iexact=one.name, type=one.type, merged_into=None
    ).exists()
    if taken:
        one.name = f"{one.name[:190]} (2)"
    one.merged_into = None
    one.save(update_fields=["name", "merged_into"])
    if not suggest_again:
        differ(one, into)
    recount(user, [one.pk, into.pk])
    return one


def differ(one: Entity, other: Entity) -> None:
    """Note that the person says these are two: nothing suggests otherwise again."""
    if other.pk not in one.different:
        one.different = [*one.different, other.pk]
        one.save(update_fields=["different"])


def split(user: User, one: Entity, name: str, places: Collection[UUID]) -> Entity:
    """Make somebody else of those whom these memories and passages speak of.

    `merge` takes it back. Raises Refused where none of them speaks of `one`.
    """
    theirs = Mention.objects.filter(user=user, entity=one)
    moved = theirs.filter(memory__in=places) | theirs.filter(chunk__in=places)
    ids = list(moved.values_list("pk", flat=True))
    if not ids:
        raise Refused("nothing", gettext("None of these mentions them."))
    if Entity.objects.filter(
        user=user, name__iexact=name, type=one.type, merged_into=None
    ).exists():
        raise Refused("name", gettext("There is another %(name)s already.") % {"name": name})
    other = Entity.objects.create(user=user, name=name, type=one.type, found=True)
    Mention.objects.filter(pk__in=ids).update(entity=other)
    differ(other, one)
    settle(user, [one.pk])
    recount(user, [one.pk, other.pk])
    return other
