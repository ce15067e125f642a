"""Memories as answers need them: their words, and the passage they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from accounts.models import User
from chat.answering.plan import Cite
from memories.answers import AnswerPassage
from memories.models import Evidence, Memory


@dataclass(frozen=True)
class CitableMemory:
    """A memory that can be cited."""

    id: UUID
    content: str
    cite: Cite
    since: datetime


def known_memories(
    user: User, ids: Sequence[UUID], state: Memory.State = Memory.State.CURRENT
) -> list[CitableMemory]:
    """Those of these memories that are in this state, in this order. Inside `acting_as`."""
    memories = Memory.objects.filter(user=user, pk__in=ids, state=state)
    cites = cites_of(user, ids)
    by_id = {
        m.pk: CitableMemory(m.pk, m.content, cites[m.pk], m.created)
        for m in memories
        if m.pk in cites
    }
    return [by_id[pk] for pk in dict.fromkeys(ids) if pk in by_id]


def cites_of(user: User, ids: Sequence[UUID]) -> dict[UUID, Cite]:
    """What to cite for each of these memories: the passage it rests on, the oldest of several."""
    found: dict[UUID, Cite] = {}
    for evidence in Evidence.objects.filter(
        user=user, memory__in=ids, chunk__isnull=False
    ).order_by("created"):
        if evidence.chunk_id:
            found.setdefault(
                evidence.memory_id,
                Cite(
                    evidence.chunk_id, evidence.memory_id, evidence.start or 0, evidence.stop or 0
                ),
            )
    return found


def cite_of(passage: AnswerPassage) -> Cite | None:
    """What is cited of a passage: of a document the very sentence."""
    cite = Cite.of(passage.item)
    if cite is None or not passage.was_read:
        return cite
    first = passage.item.start
    return replace(cite, start=first + passage.start, stop=first + passage.stop, fits=None)
