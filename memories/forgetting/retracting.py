"""Retract: what a message taught that was put in other words, and no longer says it."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from database.ids import uuid7
from memories.forgetting.forget import bury
from memories.forgetting.masking import Passage
from memories.forgetting.remove import taught_by
from memories.hooks import forgotten
from memories.keeping import Refused, sources
from memories.keeping.editing import uncorrect
from memories.keeping.journal import journal
from memories.models import Change, Evidence, Memory, SearchItem, Source, Work
from memories.search import index


@dataclass(frozen=True)
class Retraction:
    """What went, with the batch that takes it back, and what is current again in its place."""

    gone: tuple[UUID, ...]
    back: tuple[UUID, ...]
    batch: UUID


def retract(
    user: User, source: Source, *, stays: Collection[UUID], cause: Source | None = None
) -> Retraction:
    """Take back what this source alone taught, but for what `stays`: it was said again.

    Unlike what is forgotten it is not recognised when it is said once more, and the words of the
    source stay where they are; recall and learning pass them by from now on. Undo takes it back.
    """
    index.hold(user.pk)
    batch = uuid7()
    gone: list[UUID] = []
    back: list[UUID] = []
    for memory in taught_by(user, [source.pk]).going:
        if memory.pk in stays:
            continue
        if memory.active and (before := _uncorrected(user, memory)):
            back.append(before.pk)
            continue
        left = _passages(user, memory, source)
        bury(user, memory, (), batch, "", left=left)
        journal(memory, Change.What.FORGOTTEN, Change.By.PERSON, cause=cause)
        gone.append(memory.pk)
    forgotten.send(Memory, user_id=user.pk, memories=gone, sources=[], back=False)
    index.remove(user.pk, SearchItem.objects.filter(user=user, chunk__source=source))
    Work.objects.filter(user=user, subject=source.pk).delete()
    sources.note_edited(source)
    return Retraction(tuple(gone), tuple(back), batch)


def _uncorrected(user: User, memory: Memory) -> Memory | None:
    """Restore the memory that this one replaced; None where it replaced none."""
    try:
        return uncorrect(user, memory, by=Change.By.PERSON)
    except Refused:
        return None


def _passages(user: User, memory: Memory, source: Source) -> list[Passage]:
    evidence = Evidence.objects.filter(user=user, memory=memory, chunk__source=source)
    return [
        Passage(source.pk, each.start, each.stop, source.text[each.start : each.stop])
        for each in evidence
        if each.start is not None and each.stop is not None
    ]
