"""Remove mail, and what was learned from it alone. What has another source stays."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from gmail import people
from gmail.models import Message
from memories import index
from memories.forget import concluded
from memories.models import Evidence, Forgotten, Memory, Source
from memories.remove import remove_memories, remove_sources


def remove_mail(user: User, mail: QuerySet[Message]) -> int:
    """Remove these mails for good. Returns how many there were.

    This is not forgetting: mail that comes back is kept and learned from again.
    """
    rows = list(mail.filter(user=user))
    if not rows:
        return 0
    sources = [row.source_id for row in rows if row.source_id]
    index.hold(user.pk)
    remove_memories(user, learned_from_alone(user, sources))
    _let_go(user, sources)
    _erase_forgotten(user, sources)
    Message.objects.filter(user=user, pk__in=[row.pk for row in rows]).delete()
    people.uncount(user, rows)
    remove_sources(user, Source.objects.filter(pk__in=sources))
    return len(rows)


def learned_from_alone(user: User, sources: Collection[UUID]) -> list[Memory]:
    """What rests on these sources and on nothing else, not even on the person's own yes.

    What was concluded from such memories alone is among them.
    """
    elsewhere = Evidence.objects.filter(user=user, memory=OuterRef("pk")).exclude(
        chunk__source__in=sources
    )
    resting = (
        Memory.objects.filter(user=user, evidence__chunk__source__in=sources)
        .exclude(state=Memory.State.FORGOTTEN)
        .exclude(Exists(elsewhere))
        .exclude(Q(confirmed__isnull=False) | Q(pinned=True))
        .distinct()
    )
    found = {memory.pk: memory for memory in resting}
    while more := concluded(user, found) - set(found):
        found |= {memory.pk: memory for memory in Memory.objects.filter(user=user, pk__in=more)}
    return list(found.values())


def _let_go(user: User, sources: Collection[UUID]) -> None:
    """Take these sources from what rests on others too; it counts as coming from those now."""
    resting = Evidence.objects.filter(user=user, chunk__source__in=sources)
    for memory in Memory.objects.filter(user=user, evidence__in=resting).distinct():
        others = Evidence.objects.filter(user=user, memory=memory, chunk__isnull=False).exclude(
            chunk__source__in=sources
        )
        first = others.order_by("created").values_list("chunk__source__kind", flat=True).first()
        if first is not None:
            resting.filter(memory=memory).delete()
            Memory.objects.filter(pk=memory.pk).update(source_kind=first)


def _erase_forgotten(user: User, sources: Collection[UUID]) -> None:
    """Keep no words of what was forgotten of these: only hashes, so that it does not return."""
    gone = {str(source) for source in sources}
    for stone in Forgotten.objects.filter(user=user, sealed__isnull=False):
        named = {source for source, *_ in stone.blocked}
        if named and named <= gone:
            Forgotten.objects.filter(pk=stone.pk).update(
                sealed=None, embedding=None, erased=timezone.now()
            )
            if stone.memory_id:
                Memory.objects.filter(user=user, pk=stone.memory_id).delete()
