"""Change what is known: edit, correct, confirm, move. Everything is journaled."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from accounts.models import Project, User
from memories.keeping.errors import Refused
from memories.keeping.journal import journal, snapshot
from memories.keeping.remember import (
    Quote,
    check_content,
    check_tags,
    make_findable,
    rest_on,
    reword,
)
from memories.models import Change, Evidence, Memory, SearchItem, Source, Work
from memories.search import index
from memories.text import tags_of


def edit(
    user: User,
    memory: Memory,
    *,
    by: Change.By,
    content: str | None = None,
    tags: Sequence[str] | None = None,
    importance: float | None = None,
    kind: Memory.Kind | None = None,
    pinned: bool | None = None,
    cause: Source | None = None,
) -> Memory:
    """Change parts of a memory in place. New words rest on a note of their own.

    Raises Refused for words, tags or an importance that cannot be.
    """
    _take(user, memory)
    before = snapshot(memory)
    if tags is not None:
        memory.tags = check_tags(tags)
    if importance is not None:
        if not 0 <= importance <= 1:
            raise Refused("importance", "Importance is a number from 0 to 1.")
        memory.importance = importance
    if kind is not None:
        memory.kind = kind
    if pinned is not None:
        memory.pinned = pinned
    words = memory.content if content is None else content.strip()
    check_content(words)
    reword(user, memory, words, None)
    journal(memory, Change.What.EDITED, by, cause=cause, before=before, after=snapshot(memory))
    return memory


def correct(
    user: User,
    memory: Memory,
    content: str,
    *,
    by: Change.By,
    cause: Source | None = None,
    quote: Quote | None = None,
) -> Memory:
    """Put a new memory in the place of one that is no longer true; the old one stays as history."""
    _take(user, memory)
    content = content.strip()
    check_content(content)
    before = {**snapshot(memory), "updated": memory.updated.isoformat()}
    namespace, key = memory.namespace, memory.key
    memory.state = Memory.State.SUPERSEDED
    memory.valid_until = memory.updated = timezone.now()
    memory.save(update_fields=["state", "valid_until", "updated"])
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
    new = Memory(
        user=user,
        project=memory.project,
        origin_project=memory.origin_project,
        kind=memory.kind,
        content=content,
        tags=tags_of(content),
        metadata=memory.metadata,
        importance=memory.importance,
        confidence=1.0,
        came=Memory.Came.SAID,
        source_kind=quote.source.kind if quote else Source.Kind.NOTE,
        pinned=memory.pinned,
        supersedes=memory,
        namespace=namespace,
        key=key,
        local_only=memory.local_only,
    )
    new.save(force_insert=True)
    rest_on(user, new, quote)
    make_findable(user, new, urgent=by == Change.By.PERSON)
    after = snapshot(new)
    journal(memory, Change.What.CORRECTED, by, cause=cause, before=before, after=after)
    journal(new, Change.What.REMEMBERED, by, cause=cause, after=after)
    return new


def uncorrect(user: User, memory: Memory, *, by: Change.By) -> Memory:
    """Take a correction back: the memory that was corrected is as it was, the new one is gone.

    Raises Refused where this corrected nothing, or was itself corrected or forgotten since.
    """
    _take(user, memory)
    old = memory.supersedes
    change = (
        Change.objects.filter(user=user, memory=old, what=Change.What.CORRECTED, undone=None)
        .order_by("-at", "-id")
        .first()
    )
    if old is None or change is None or old.state != Memory.State.SUPERSEDED:
        raise Refused("not_corrected", "There is no correction to take back here.")
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
    Work.objects.filter(user=user, subject=memory.pk).delete()
    notes = Source.objects.filter(
        user=user, kind=Source.Kind.NOTE, chunks__evidence__memory=memory
    ).exclude(chunks__evidence__in=Evidence.objects.filter(user=user).exclude(memory=memory))
    notes_gone = list(notes.values_list("pk", flat=True).distinct())
    memory.delete()
    Source.objects.filter(user=user, pk__in=notes_gone).delete()
    old.state = Memory.State(change.before["state"])
    old.valid_until = None
    old.updated = datetime.fromisoformat(change.before["updated"])
    old.save(update_fields=["state", "valid_until", "updated"])
    change.undone = timezone.now()
    change.save(update_fields=["undone"])
    make_findable(user, old)
    why = "The correction was taken back."
    journal(old, Change.What.RESTORED, by, why=why, after=snapshot(old))
    return old


def confirm(user: User, memory: Memory, *, by: Change.By) -> Memory:
    """The person says it is so: it no longer fades, and nothing overrules it silently."""
    _take(user, memory)
    before = snapshot(memory)
    memory.confirmed = memory.updated = timezone.now()
    memory.confidence = 1.0
    memory.decay_rate = 0.0
    memory.state = Memory.State.CURRENT
    memory.save(update_fields=["confirmed", "updated", "confidence", "decay_rate", "state"])
    journal(memory, Change.What.CONFIRMED, by, before=before, after=snapshot(memory))
    return memory


def move(user: User, memory: Memory, project: Project | None, *, by: Change.By) -> Memory:
    """Move a memory into a project, or (None) everywhere. Where it came from is kept."""
    _take(user, memory)
    if memory.project_id == (project.pk if project else None):
        return memory
    before = snapshot(memory)
    memory.project = project
    memory.updated = timezone.now()
    memory.save(update_fields=["project", "updated"])
    for item in SearchItem.objects.filter(user=user, memory=memory):
        index.move(user.pk, item, index.part_of(project, index.Layer.MEMORY))
    journal(memory, Change.What.MOVED, by, before=before, after=snapshot(memory))
    return memory


def _take(user: User, memory: Memory) -> None:
    """Hold the person's memory, and look at this one as it is now: it may have been forgotten."""
    index.hold(user.pk)
    try:
        memory.refresh_from_db()
    except Memory.DoesNotExist:
        raise Refused("unknown_memory", "There is no such memory.") from None
    if memory.user_id != user.pk or not memory.active:
        raise Refused(
            "not_current", "This is no longer a current memory. Restore it before changing it."
        )
