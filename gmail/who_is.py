"""Who somebody is: what the mail tells of a person whom a question names."""

import re
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from gmail.correspondents import by_name, introduced, stranger
from gmail.models import Message
from memories.models import Chunk, Entity
from memories.source_kinds import UnrankedPassage

# Maximum number of people of the same name described in one answer.
NAMESAKES = 3
_ASKS = re.compile(
    r"^\W*(?:(?:and|so|but|ok|hey|hi|please)\W+)*(?:who(?:['’]s|\s+is|\s+are|\s+was|\s+were)"
    r"|do\s+i\s+know|tell\s+me\s+about|what\s+do\s+you\s+know\s+(?:about|of))"
    r"\s+(?P<name>[^?!,\n]{2,80})",
    re.IGNORECASE,
)


def who_is(user: User, question: str) -> list[UnrankedPassage]:
    """Whom a question asks who they are, each with a mail from them. Opens its own block.

    Who only ever wrote to the person is told of where nobody they write with has that name.
    """
    asked = _ASKS.match(question)
    if asked is None:
        return []
    name = " ".join(asked["name"].split()).rstrip(".")
    with acting_as(user):
        people = [(introduced(user, one), _addresses(one)) for one in _named(user, name)]
        if not people:
            people = [
                (stranger(user, one), [one.address]) for one in by_name(user, name, NAMESAKES)
            ]
        found = [_spot(user, text, addresses) for text, addresses in people]
    return [spot for spot in found if spot is not None]


def _named(user: User, name: str) -> list[Entity]:
    """The people of this name: whole, first, or any other that they go by."""
    people = Entity.objects.filter(user=user, type=Entity.Type.PERSON, merged_into=None)
    named = people.filter(
        Q(name__iexact=name) | Q(name__istartswith=f"{name} ") | Q(aliases__icontains=name)
    ).order_by("-mention_count", "name")[:50]
    wanted = name.lower()
    return [
        person
        for person in named
        if any(
            wanted == known.lower() or known.lower().startswith(f"{wanted} ")
            for known in (person.name, *person.aliases)
        )
    ][:NAMESAKES]


def _addresses(person: Entity) -> list[str]:
    return list(person.correspondents.values_list("address", flat=True))


def _spot(user: User, text: str, addresses: Sequence[str]) -> UnrankedPassage | None:
    """What the mail tells of a person, resting on the latest mail from them."""
    latest = (
        Message.objects.filter(user=user, sender__in=addresses, source__isnull=False)
        .order_by("-internal_date")
        .first()
    )
    if latest is None:
        return None
    chunks = Chunk.objects.filter(source=latest.source_id, hidden=None)
    chunk = chunks.order_by("position").first()
    if chunk is None:
        return None
    return UnrankedPassage(chunk.pk, chunk.start, chunk.stop, gettext_noop("mail from them"), text)
