"""What whoever answers is told whatever was asked: who the person is, and their project's things.

No question finds "I write British English"; a letter that somebody is to write for them needs it.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from memories.models import Evidence, Memory
from memories.recall import Item, of_memory
from memories.text.fact_parts import ME
from memories.text.secrets import for_who_asks

# Memories of the person in any chat and in a project's work, and of that project.
OF_PERSON, OF_PERSON_AT_WORK, OF_PROJECT = 6, 10, 50
# Of longer ones nothing tells which part says who they are, in characters.
LONGEST = 160


def of_person(user: User, *, most: int, leave_out_local_only: bool) -> list[Item]:
    """What says most of who the person is and how they want things. Inside `acting_as`."""
    of_them = Q(pinned=True) | Q(kind=Memory.Kind.PREFERENCE) | Q(subject=ME)
    known = _current(user, leave_out_local_only).filter(of_them, project=None)
    weight = F("importance") * F("confidence")
    ranked = known.order_by("-pinned", weight.desc(), "-updated", "-id")[: 3 * most]
    short = [memory for memory in _unasked(ranked) if len(memory.content) <= LONGEST]
    return items_of(short[:most], why=gettext_noop("known about you"))


def of_project(user: User, project: UUID, *, leave_out_local_only: bool) -> list[Item]:
    """A project's memories, the latest first. Inside `acting_as`."""
    known = _current(user, leave_out_local_only).filter(project=project)
    latest = known.order_by("-pinned", "-updated", "-id")[:OF_PROJECT]
    return items_of(_unasked(latest), why=gettext_noop("of this project"))


def items_of(memories: Sequence[Memory], *, why: str) -> list[Item]:
    """These memories, each with the latest words it rests on. Inside `acting_as`."""
    rests: dict[UUID, Evidence] = {}
    evidence = Evidence.objects.filter(memory__in=memories, chunk__isnull=False)
    # Of a book the whole text is not loaded.
    unread = evidence.defer("chunk__source__text")
    for each in unread.select_related("chunk__source").order_by("created"):
        rests[each.memory_id] = each
    return [of_memory(m, rests[m.pk], why=why) for m in memories if m.pk in rests]


def _current(user: User, leave_out_local_only: bool) -> QuerySet[Memory]:
    holds = Q(valid_until=None) | Q(valid_until__gt=timezone.now())
    known = Memory.objects.filter(holds, user=user, state=Memory.State.CURRENT)
    return known.filter(local_only=False) if leave_out_local_only else known


def _unasked(memories: Iterable[Memory]) -> list[Memory]:
    """Without secrets: nobody asked for them."""
    return [memory for memory in memories if not for_who_asks(memory.content)]
