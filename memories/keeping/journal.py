"""The journal of everything that happened to a memory, and how often it was used.

A memory is used when an answer cites it or somebody opens it, not when it is recalled.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from database.rows import insert
from memories.models import Change, Memory, Source


def snapshot(memory: Memory) -> dict[str, Any]:
    """What the journal keeps of a memory's state, as JSON."""
    return {
        "content": memory.content,
        "kind": memory.kind,
        "state": memory.state,
        "tags": list(memory.tags),
        "importance": memory.importance,
        "confidence": memory.confidence,
        "pinned": memory.pinned,
        "project": str(memory.project_id) if memory.project_id else None,
    }


def journal(
    memory: Memory,
    what: Change.What,
    by: Change.By,
    *,
    why: str = "",
    cause: Source | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> Change:
    """Write down one change. `why` is plain words."""
    change = Change(
        user_id=memory.user_id,
        memory=memory,
        what=what,
        by=by,
        why=why,
        cause=cause,
        before=before or {},
        after=after or {},
    )
    insert([change])
    return change


def journal_many(
    memories: Sequence[Memory],
    what: Change.What,
    by: Change.By,
    before: Mapping[UUID, dict[str, Any]] | None = None,
) -> None:
    """Write down the same change of many in one statement. `before` is by memory."""
    known = before or {}
    insert(
        [
            Change(
                user_id=memory.user_id,
                memory=memory,
                what=what,
                by=by,
                before=known.get(memory.pk, {}),
                after=snapshot(memory),
            )
            for memory in memories
        ]
    )


def note_used(user: User, memories: Collection[UUID]) -> None:
    """Count one use of each of these memories."""
    Memory.objects.filter(user=user, pk__in=set(memories)).update(
        times_used=F("times_used") + 1, last_used=timezone.now()
    )
