"""By what sample data is known: marked sources, and one note that lists all that came with it."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User, Workspace
from memories.models import Source
from memories.source_kinds import NOTE

# By this note it is known whether the sample data is there. No memory rests on it: erasing one
# takes its notes along.
MARKER = "sample"
MARK = {"sample": True}
# Of the mailbox that the sample mail lies in, as if it had come with a file.
MAILBOX = "sample"


def has_sample(user: User) -> bool:
    """Tell whether the sample data is in this person's memory. Inside `acting_as`."""
    return marked(user).exists()


def one_at_a_time(user: User) -> None:
    """Wait for whoever adds or removes this person's sample data just now."""
    list(Workspace.objects.select_for_update(no_key=True).filter(user=user))


def marked(user: User) -> QuerySet[Source]:
    """The note which says that the sample data is there."""
    return Source.objects.filter(user=user, kind=NOTE, external_id=MARKER)


def sample_sources(user: User) -> set[UUID]:
    """The sources that are marked as samples."""
    return set(Source.objects.filter(user=user, metadata__sample=True).values_list("pk", flat=True))
