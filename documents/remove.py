"""Delete a document: what would go with it, what stays, and then all of it is gone."""

from dataclasses import dataclass
from functools import partial

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from documents.models import Document
from memories.forget import concluded
from memories.models import Chunk, Evidence, Memory, Source, Work
from memories.remove import remove_memories, remove_sources
from memories.selection import Selection, preview


@dataclass(frozen=True)
class Going:
    """What deleting a document takes along, and the memories that another source keeps."""

    passages: int
    memories: tuple[Memory, ...]
    surviving: tuple[Memory, ...]


def going(user: User, document: Document) -> Going:
    """Say what would go with a document, and what would stay. Nothing is changed."""
    if document.source is None:
        return Going(0, (), ())
    found = preview(user, Selection(source=document.source.pk))
    gone = {memory.pk for memory in found.memories}
    also = Memory.objects.filter(user=user, pk__in=concluded(user, gone) - gone)
    passages = Chunk.objects.filter(source=document.source).count()
    return Going(passages, (*found.memories, *also), found.surviving)


def remove(user: User, document: Document) -> None:
    """Delete a document for good: file, text, places in the index, and what only it taught.

    What was learned from others too stays, without this document's quotes. This is not
    forgetting: the same file can be uploaded and read again.
    """
    locked = Document.objects.select_for_update().filter(user=user, pk=document.pk).first()
    if locked is None:
        return
    if locked.source is not None:
        remove_memories(user, going(user, locked).memories)
        _remove_earlier(user, locked.source)
        Evidence.objects.filter(user=user, chunk__source=locked.source).delete()
        remove_sources(user, Source.objects.filter(pk=locked.source.pk))
    Work.objects.filter(user=user, subject=locked.pk).delete()
    stored = locked.file.name
    locked.delete()
    if stored:
        transaction.on_commit(partial(default_storage.delete, stored))


def _remove_earlier(user: User, source: Source) -> None:
    """Remove what was replaced since, and had been learned from this source alone."""
    elsewhere = Evidence.objects.filter(user=user, memory=OuterRef("pk")).exclude(
        chunk__source=source
    )
    replaced = Memory.objects.filter(
        user=user, state=Memory.State.SUPERSEDED, evidence__chunk__source=source
    )
    remove_memories(user, replaced.exclude(Exists(elsewhere)).distinct())
