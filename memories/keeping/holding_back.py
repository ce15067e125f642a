"""Hold back what a program wants remembered and is likely what was forgotten: the person is asked.

It waits as a source, with what the program wants noted beside it.
"""

from typing import Any

from django.utils import timezone

from accounts.models import Project, User
from memories.keeping.sources import NewSource, ask_about, keep
from memories.models import Chunk, SearchItem, Source
from memories.search import index
from memories.source_kinds import NOTE

# What a source has in its metadata where something waits in it: the memories it is to become.
WANTED = "wanted"

# What `remember` takes, as JSON.
RememberArguments = dict[str, Any]


def hold_back(
    user: User, wanted: RememberArguments, *, chunk: Chunk | None, project: Project | None
) -> None:
    """Let it wait in the passage it rests on, or in a note of its own: nothing finds it."""
    if chunk is None:
        note = NewSource(
            NOTE,
            wanted["content"],
            project=project,
            local_only=wanted["local_only"],
            searchable=False,
        )
        chunk = Chunk.objects.filter(source=keep(user, note)).get()
    ask_about([chunk])
    chunk.hidden = timezone.now()
    chunk.save(update_fields=["asked", "hidden"])
    index.remove(user.pk, SearchItem.objects.filter(user=user, chunk=chunk))
    source = Source.objects.get(pk=chunk.source_id)
    source.metadata = {**source.metadata, WANTED: [*source.metadata.get(WANTED, []), wanted]}
    source.save(update_fields=["metadata"])


def take_wanted(source: Source) -> list[RememberArguments]:
    """Take the statements that wait in a source to be remembered, and clear them."""
    found: list[RememberArguments] = source.metadata.get(WANTED, [])
    if found:
        source.metadata = {name: it for name, it in source.metadata.items() if name != WANTED}
        source.save(update_fields=["metadata"])
    return found
