"""Delete a document: what would go with it, what stays, and then all of it is gone."""

from dataclasses import dataclass
from functools import partial

from django.db import transaction

from accounts.models import Project, User
from documents.models import Document
from documents.storage import drop
from memories.forgetting import remove_taught, taught_by
from memories.models import Chunk, Memory, Work
from memories.search import index


@dataclass(frozen=True)
class DeletionPreview:
    """What deleting a document takes along, and the memories that stay without it."""

    passages: int
    memories: tuple[Memory, ...]
    surviving: tuple[Memory, ...]


def going(user: User, document: Document) -> DeletionPreview:
    """Say what would go with a document, and what would stay. Nothing is changed."""
    if document.source is None:
        return DeletionPreview(0, (), ())
    taught = taught_by(user, [document.source.pk])
    passages = Chunk.objects.filter(source=document.source).count()
    return DeletionPreview(
        passages,
        # What was replaced since is not told of.
        tuple(memory for memory in taught.going if memory.active),
        tuple(memory for memory in taught.staying if memory.active),
    )


def remove_all(user: User, project: Project | None) -> None:
    """Delete the rows and files of all documents of a project; without one, of the person.

    Their sources are for the caller to remove.
    """
    documents = Document.objects.filter(user=user)
    if project is not None:
        documents = documents.filter(project=project)
    files = [name for name in documents.values_list("file", flat=True) if name]
    documents.delete()
    transaction.on_commit(partial(drop, files))


def remove(user: User, document: Document) -> None:
    """Delete a document for good: file, text, places in the index, and what only it taught.

    What has another source, and what the person confirmed or pinned, stays. This is not forgetting:
    the same file can be uploaded and read again.
    """
    # Before any row is locked: other writers wait here.
    index.hold(user.pk)
    locked = Document.objects.select_for_update().filter(user=user, pk=document.pk).first()
    if locked is None:
        return
    if locked.source is not None:
        remove_taught(user, [locked.source.pk])
    Work.objects.filter(user=user, subject=locked.pk).delete()
    stored = locked.file.name
    locked.delete()
    if stored:
        transaction.on_commit(partial(drop, [stored]))
