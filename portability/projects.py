"""What is in a project, and deleting it with all of that.

All verbs run inside the caller's `acting_as` block.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import models, transaction
from django.db.models import Count, Q

from accounts.models import Project, User
from chat.models import Conversation
from documents.models import Document
from documents.storing import drop
from memories.forgetting import remove_memories, remove_sources
from memories.models import Memory, Source

_KNOWN = Q(state__in=[Memory.State.CURRENT, Memory.State.FADED])


@dataclass(frozen=True)
class Overview:
    """A project with how much is in it."""

    id: UUID
    name: str
    created: datetime
    archived: datetime | None
    memories: int
    conversations: int
    documents: int


@dataclass(frozen=True)
class Going:
    """What deleting a project takes along, and what was learned in it and stays."""

    memories: int
    conversations: int
    documents: int
    staying: int


def overview(user: User) -> list[Overview]:
    """All projects of a person by name, archived ones too."""
    memories = _per_project(Memory.objects.filter(_KNOWN, user=user))
    conversations = _per_project(Conversation.objects.filter(user=user))
    documents = _per_project(Document.objects.filter(user=user))
    return [
        Overview(
            project.pk,
            project.name,
            project.created,
            project.archived,
            memories.get(project.pk, 0),
            conversations.get(project.pk, 0),
            documents.get(project.pk, 0),
        )
        for project in Project.objects.filter(user=user).order_by("name", "pk")
    ]


def going(user: User, project: Project) -> Going:
    """What would go along with a project, and what would stay."""
    known = Memory.objects.filter(_KNOWN, user=user)
    return Going(
        memories=known.filter(project=project).count(),
        conversations=Conversation.objects.filter(user=user, project=project).count(),
        documents=Document.objects.filter(user=user, project=project).count(),
        staying=known.filter(project=None, origin_project=project).count(),
    )


def delete_project(user: User, project: Project) -> None:
    """Remove a project for good with its memories, chats and documents.

    What is known of the person everywhere stays, each with its quote kept as a note.
    """
    # Whoever is about to add something to it waits, and then finds it gone.
    Project.objects.select_for_update().get(pk=project.pk)
    remove_memories(user, Memory.objects.filter(user=user, project=project))
    documents = Document.objects.filter(user=user, project=project)
    files = [name for name in documents.values_list("file", flat=True) if name]
    documents.delete()
    remove_sources(user, Source.objects.filter(project=project))
    Conversation.objects.filter(user=user, project=project).delete()
    project.delete()
    transaction.on_commit(partial(drop, files))


def _per_project(rows: models.QuerySet[models.Model]) -> dict[UUID, int]:
    counted = rows.exclude(project=None).values_list("project").annotate(Count("pk"))
    return dict(counted.order_by())
