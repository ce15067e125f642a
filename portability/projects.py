"""What is in a project, and deleting it with all of that.

All verbs run inside the caller's `acting_as` block.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import Count, Q
from django.utils.translation import ngettext

from accounts.models import ApiToken, Project, User
from chat.models import Conversation
from memories.forgetting import remove_memories, remove_sources
from memories.models import Memory, Source
from memories.source_kinds import registered

_KNOWN = Q(state__in=Memory.ACTIVE)


@dataclass(frozen=True)
class ProjectOverview:
    """A project with how much is in it."""

    id: UUID
    name: str
    created: datetime
    archived: datetime | None
    memories: int
    conversations: int


@dataclass(frozen=True)
class ProjectDeletionPreview:
    """What deleting a project takes along, and what was learned in it and stays.

    `sources` are lines in plain words: "3 documents".
    """

    memories: int
    conversations: int
    sources: tuple[str, ...]
    staying: int


def overview(user: User) -> list[ProjectOverview]:
    """All projects of a person by name, archived ones too."""
    memories = _per_project(Memory.objects.filter(_KNOWN, user=user))
    conversations = _per_project(Conversation.objects.filter(user=user))
    return [
        ProjectOverview(
            project.pk,
            project.name,
            project.created,
            project.archived,
            memories.get(project.pk, 0),
            conversations.get(project.pk, 0),
        )
        for project in Project.objects.filter(user=user).order_by("name", "pk")
    ]


def going(user: User, project: Project) -> ProjectDeletionPreview:
    """What would go along with a project, and what would stay."""
    known = Memory.objects.filter(_KNOWN, user=user)
    return ProjectDeletionPreview(
        memories=known.filter(project=project).count(),
        conversations=Conversation.objects.filter(user=user, project=project).count(),
        sources=(*_counted(user, project), *_keys(user, project)),
        staying=known.filter(project=None, origin_project=project).count(),
    )


def _keys(user: User, project: Project) -> Iterable[str]:
    """Keys of programs that are bound to it."""
    if number := ApiToken.objects.filter(user=user, project=project).count():
        yield ngettext("%(number)s key", "%(number)s keys", number) % {"number": number}


def delete_project(user: User, project: Project) -> None:
    """Remove a project for good with its memories, its chats and all that was read in it.

    What is known of the person everywhere stays, each with its quote kept as a note.
    """
    # Whoever is about to add something to it waits, and then finds it gone.
    Project.objects.select_for_update().get(pk=project.pk)
    remove_memories(user, Memory.objects.filter(user=user, project=project))
    for kind in registered():
        if kind.remove:
            kind.remove(user, project)
    remove_sources(user, Source.objects.filter(project=project))
    Conversation.objects.filter(user=user, project=project).delete()
    project.delete()


def _counted(user: User, project: Project) -> Iterable[str]:
    for kind in registered():
        if kind.count and (number := kind.count(user).get(project.pk, 0)):
            yield kind.noun.counted(number)


def _per_project(rows: models.QuerySet[models.Model]) -> dict[UUID, int]:
    counted = rows.exclude(project=None).values_list("project").annotate(Count("pk"))
    return dict(counted.order_by())
