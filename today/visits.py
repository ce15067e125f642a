"""When a person looks at Today: what came since their last visit is new to them."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from memories.models import Memory, Source
from today.models import Visit

# Looks this close together are one visit.
ONE_VISIT = timedelta(hours=1)


def visit(user: User) -> Visit:
    """Note a look, and tell since when things are new. Inside `acting_as`."""
    now = timezone.now()
    it, _ = Visit.objects.get_or_create(
        user=user, defaults={"latest": now, "before": user.date_joined}
    )
    if now - it.latest > ONE_VISIT:
        it.before = it.latest
    it.latest = now
    it.save(update_fields=["latest", "before"])
    return it


def seen(user: User) -> None:
    """The person has seen what is new."""
    now = timezone.now()
    Visit.objects.filter(user=user).update(before=now, latest=now)


def has_something(user: User) -> bool:
    """Whether there is anything to come back to: something said, read or remembered."""
    return Source.objects.filter(user=user).exists() or Memory.objects.filter(user=user).exists()
