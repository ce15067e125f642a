"""What an answer says, cites and changes: decided first, applied in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memories.forgetting import Passage, UndoableAct
from memories.recall import Item, SourceLocation


@dataclass(frozen=True)
class Cite:
    """A passage that an answer rests on: where it stands in its source, in characters."""

    chunk_id: UUID
    memory_id: UUID | None
    start: int
    stop: int
    similarity: float | None = None
    why: tuple[str, ...] = ()
    # Where else the same stands.
    also: tuple[SourceLocation, ...] = ()
    # Where the words stand that answer, where there is more around them.
    fits: tuple[int, int] | None = None
    # False where the sentence that cites it says what is not in it.
    holds: bool = True

    @classmethod
    def of(cls, item: Item) -> "Cite | None":
        if item.chunk_id is None:
            return None
        return cls(
            item.chunk_id,
            item.memory_id,
            item.start,
            item.stop,
            item.similarity,
            item.why,
            item.also,
            item.fits,
        )


@dataclass(frozen=True)
class MemoryText:
    """What is to be remembered, and where it stands word for word in the person's message."""

    content: str
    start: int | None = None
    stop: int | None = None


@dataclass(frozen=True)
class Correction:
    """That a memory is to say something else."""

    memory_id: UUID
    now: MemoryText


@dataclass(frozen=True)
class Plan:
    """An answer as decided. Its markers [1], [2], … stand for `cites`, in that order."""

    text: str
    cites: Sequence[Cite] = ()
    forget: Sequence[UUID] = ()
    # Passages to forget, with what rests on them; of a memory that says more, that half.
    passages: Sequence[Passage] = ()
    # The words that asked for the forgetting, in the message: they go along.
    asked: tuple[int, int] | None = None
    correct: Correction | None = None
    remember: MemoryText | None = None
    # Whether what the answer before this one had on offer is to be remembered.
    accepts: bool = False
    take_back: UndoableAct | None = None
    details: dict[str, Any] = field(default_factory=dict)
    # Whether later answers may find it: not when it only repeats what is remembered.
    searchable: bool = False
    # The message that is answered asks to forget something: it tells nothing to be found.
    tells_nothing: bool = False
    # The source of an earlier message that was taken to ask so, and did not.
    tells_after_all: UUID | None = None
