"""People and things kept in step with the words that speak of them, when some of these go.

All that is known of who is who rests on mentions: a name that stands nowhere any more goes, and so
does whoever is left without one. Whom `spoken_of` names before is settled after.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q, Value
from django.db.models.functions import Lower

from accounts.models import User
from memories.keeping.people.known_entity import KnownEntity, take_in, told_apart, words_of
from memories.models import Entity, Mention


def so_named(user: User, new: Collection[Entity]) -> dict[UUID, UUID]:
    """Of those about to be added, who has the name and type of somebody there: new id, known id."""
    if not new:
        return {}
    low = [Lower(Value(one.name)) for one in new]
    there = Entity.objects.filter(user=user, merged_into=None).annotate(low=Lower("name"))
    rows = there.filter(low__in=low).values_list("name", "type", "pk")
    known = {(name.lower(), type_): pk for name, type_, pk in rows}
    pairs = ((one.pk, known.get((one.name.lower(), one.type))) for one in new)
    return {pk: there_already for pk, there_already in pairs if there_already}


def rows_of(user: User, entities: Collection[UUID]) -> list[dict[str, Any]]:
    """Those found in the person's words, as JSON, for `put_back`."""
    found = Entity.objects.filter(user=user, pk__in=entities, found=True, merged_into=None)
    return [
        {"id": str(one.pk), "name": one.name, "type": one.type, "aliases": one.aliases}
        for one in found
    ]


def put_back(user: User, rows: Iterable[dict[str, Any]]) -> None:
    """Make those again who went when nothing spoke of them any more, as who they were.

    Before the words come back: whoever these name is then found, and is nobody new.
    """
    gone = [Entity(user=user, found=True, **{**row, "id": UUID(row["id"])}) for row in rows]
    there = set(Entity.objects.filter(pk__in=[one.pk for one in gone]).values_list("pk", flat=True))
    there |= so_named(user, gone).keys()
    Entity.objects.bulk_create(one for one in gone if one.pk not in there)


def unnote(user: User, chunks: Collection[UUID]) -> set[UUID]:
    """Untie these chunks, whose words change. Returns whom they spoke of: `settle` these after."""
    touched = spoken_of(user, chunk__in=chunks)
    Mention.objects.filter(user=user, chunk__in=chunks).delete()
    return touched


def spoken_of(user: User, **where: object) -> set[UUID]:
    """Whom these passages or memories speak of: `settle` these once they are gone."""
    mentions = Mention.objects.filter(user=user, **where)
    return set(mentions.values_list("entity", flat=True))


def settle(user: User, entities: Collection[UUID]) -> None:
    """Bring those in step with what still mentions them, after some of it went.

    A name that stands nowhere any more goes; so does who is left without one.
    """
    _let_go(user, entities)
    for one in Entity.objects.filter(user=user, pk__in=entities, protected=False):
        if has_address(one.aliases):
            continue
        left = list(Mention.objects.filter(user=user, entity=one).values_list("said", flat=True))
        called = list(dict.fromkeys(n for said in left for n in said.get("called", ())))
        low = {name.lower() for name in called}
        if one.found and called and one.name.lower() not in low:
            one.name = _name_left(one, called, left)
        one.aliases = [
            alias
            for alias in one.aliases
            if (alias.lower() in low or not called) and alias.lower() != one.name.lower()
        ]
        one.mention_count = _passages(one)
        one.save(update_fields=["name", "aliases", "mention_count"])


def _let_go(user: User, entities: Collection[UUID]) -> None:
    """Remove who was found in the person's words and is spoken of nowhere any more.

    Who was merged into somebody goes first; that one stays as long as anybody is.
    """
    into = Entity.objects.filter(user=user, merged__in=entities).values_list("pk", flat=True)
    touched = {*entities, *into}
    unspoken = Entity.objects.filter(
        user=user, pk__in=touched, found=True, protected=False, mentions=None, merged=None
    )
    while gone := [
        pk for pk, aliases in unspoken.values_list("pk", "aliases") if not has_address(aliases)
    ]:
        Entity.objects.filter(user=user, pk__in=gone).delete()


def _name_left(one: Entity, called: Sequence[str], left: Iterable[dict[str, Any]]) -> str:
    """What somebody goes by after some of it went, told apart by nothing but what is left."""
    plain = re.sub(r" \([^()]*\)$", "", one.name)
    if plain.lower() not in {name.lower() for name in called}:
        plain = max(called, key=lambda name: (len(words_of(name)), len(name)))[:200]
    known = KnownEntity(one.pk, plain, [], one.type, 0)
    for said in left:
        take_in(known, said)
    others = Entity.objects.filter(
        user=one.user_id, type=one.type, merged_into=None, name__istartswith=plain[:150]
    ).exclude(pk=one.pk)
    return told_apart(
        known, [KnownEntity(other.pk, other.name, [], other.type, 0) for other in others]
    )


def merge_into(pk: UUID, into: UUID) -> None:
    """Make one of two: what speaks of the first speaks of the other, until they are separated."""
    Entity.objects.filter(merged_into=pk).update(merged_into=into)
    Entity.objects.filter(pk=pk).update(merged_into=into)


def recount(user: User, entities: Iterable[UUID]) -> None:
    """Count anew in how many passages each is spoken of, with those merged into it."""
    for one in Entity.objects.filter(user=user, pk__in=entities):
        if not has_address(one.aliases):
            one.mention_count = _passages(one)
            one.save(update_fields=["mention_count"])


def _passages(one: Entity) -> int:
    """In how many passages somebody is spoken of, with those merged into them."""
    theirs = Q(entity=one) | Q(entity__merged_into=one)
    return Mention.objects.filter(theirs, user=one.user_id, chunk__isnull=False).count()


def has_address(aliases: Iterable[str]) -> bool:
    """Whether a mail address is among the names: such a one is known without being spoken of."""
    return any("@" in alias for alias in aliases)
