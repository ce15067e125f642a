"""Take back what was done last: forgotten comes again, remembered goes, corrected is as before."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from accounts.models import User
from memories.forgetting.forget import forget, undo
from memories.forgetting.requests.single import fits
from memories.keeping import Refused
from memories.keeping.editing import uncorrect
from memories.keeping.tombstones import words_of
from memories.models import Change, Forgotten, Memory, Source
from memories.text import gist

# Maximum number of changes searched for the last one still in effect.
_LOOKED_AT = 200
# Minimum share of a topic's words in the forgotten fact that it names.
_NAMED = 0.5
_BY_PERSON = (Change.By.PERSON, Change.By.LEARNING, Change.By.ASSISTANT)


@dataclass(frozen=True)
class UndoableAct:
    """Something done that can be taken back, and the memories it was done to."""

    what: Change.What
    memories: tuple[UUID, ...]


@dataclass(frozen=True)
class UndoResult:
    """What is there again, and what is forgotten in its place; `batch` takes the latter back."""

    back: tuple[UUID, ...] = ()
    gone: tuple[UUID, ...] = ()
    batch: UUID | None = None


def last_act(
    user: User, touched: Collection[UUID], *, but: Collection[UUID] = ()
) -> UndoableAct | None:
    """The last thing the person did to these memories that still stands: it can be taken back.

    What the sources in `but` caused is passed over.
    """
    changes = (
        Change.objects.filter(user=user, memory__in=touched, by__in=_BY_PERSON)
        .select_related("memory__supersedes")
        .order_by("-at", "-id")[:_LOOKED_AT]
    )
    forgotten: set[UUID] = set()
    for change in changes:
        memory, passed_over = change.memory, change.cause_id in but
        if change.what == Change.What.FORGOTTEN and memory.pk not in forgotten:
            # Of several times that it was forgotten, only the last can still stand.
            forgotten.add(memory.pk)
            if memory.state == Memory.State.FORGOTTEN and not passed_over:
                return UndoableAct(Change.What.FORGOTTEN, (memory.pk,))
        if passed_over:
            continue
        if change.what == Change.What.REMEMBERED and memory.active:
            if _replaced(memory):
                return UndoableAct(Change.What.CORRECTED, (memory.pk,))
            return UndoableAct(Change.What.REMEMBERED, _of_one_cause(change))
    return None


def forgotten_act(user: User, topic: str) -> UndoableAct | None:
    """The act in which what a topic names was forgotten, the last of several; None where none was.

    What is erased has no words any more.
    """
    told = gist(topic)
    stones = Forgotten.objects.filter(
        user=user, sealed__isnull=False, lifted__isnull=True, memory__isnull=False
    ).order_by("-created")[:_LOOKED_AT]
    fitting = [(fits(told, gist(words_of(stone) or "")), stone) for stone in stones]
    best = max((fit for fit, _ in fitting), default=0.0)
    named = next((stone for fit, stone in fitting if fit == best and fit >= _NAMED), None)
    if named is None or named.memory_id is None:
        return None
    return UndoableAct(Change.What.FORGOTTEN, (named.memory_id,))


def take_back(user: User, act: UndoableAct, *, cause: Source | None = None) -> UndoResult:
    """Take an act back. Raises Refused when it does not stand any more."""
    match act.what:
        case Change.What.FORGOTTEN:
            stone = Forgotten.objects.filter(user=user, memory__in=act.memories)
            latest = stone.order_by("-created").first()
            if latest is None:
                raise Refused(
                    "unknown_memory", gettext("There is nothing to take back: it was erased.")
                )
            return UndoResult(back=undo(user, latest.batch))
        case Change.What.CORRECTED:
            new = Memory.objects.select_related("supersedes").get(user=user, pk=act.memories[0])
            return UndoResult(back=(uncorrect(user, new, by=Change.By.PERSON).pk,))
    done = forget(user, act.memories, by=Change.By.PERSON, cause=cause)
    return UndoResult(gone=done.memories, batch=done.batch)


def _replaced(memory: Memory) -> Memory | None:
    """The memory that this one replaced, if it is kept as history."""
    old = memory.supersedes
    return old if old is not None and old.state == Memory.State.SUPERSEDED else None


def _of_one_cause(change: Change) -> tuple[UUID, ...]:
    """All that the same words had remembered: they were one act."""
    if change.cause_id is None:
        return (change.memory_id,)
    made = Change.objects.filter(
        user=change.user_id, cause=change.cause_id, what=Change.What.REMEMBERED
    ).select_related("memory__supersedes")
    return tuple(
        each.memory_id for each in made if each.memory.active and not _replaced(each.memory)
    )
