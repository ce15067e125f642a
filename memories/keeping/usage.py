"""Use: a memory is used when an answer cites it or somebody opens it, not when it is recalled."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from memories.models import Memory


def note_used(user: User, memories: Collection[UUID]) -> None:
    """Count one use of each of these memories."""
    Memory.objects.filter(user=user, pk__in=set(memories)).update(
        times_used=F("times_used") + 1, last_used=timezone.now()
    )
