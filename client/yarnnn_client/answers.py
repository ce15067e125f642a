"""What calls give back: frozen, typed, read from the API's JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Memory:
    """One thing that is known. `quote` are the words it rests on."""

    id: UUID
    content: str
    kind: str
    state: str
    tags: tuple[str, ...]
    metadata: Json
    quote: str | None
    created: datetime
    updated: datetime

    @classmethod
    def of(cls, told: Json) -> "Memory":
        return cls(
            id=UUID(told["id"]),
            content=told["content"],
            kind=told["kind"],
            state=told["state"],
            tags=tuple(told["tags"]),
            metadata=told["metadata"],
            quote=told["quote"],
            created=datetime.fromisoformat(told["created"]),
            updated=datetime.fromisoformat(told["updated"]),
        )


@dataclass(frozen=True)
class Remembered:
    """What became of it: `outcome` is new, supported (it was known) or updated."""

    outcome: str
    memory: Memory

    @classmethod
    def of(cls, told: Json) -> "Remembered":
        return cls(told["outcome"], Memory.of(told["memory"]))


@dataclass(frozen=True)
class Passage:
    """Something recalled: a memory, or a passage of a source, with where it stands."""

    id: str
    text: str
    quote: str
    source: UUID
    source_kind: str
    title: str
    happened_at: datetime
    own_words: bool
    similarity: float
    score: float

    @classmethod
    def of(cls, told: Json) -> "Passage":
        place = told["source"]
        return cls(
            id=told["id"],
            text=told["text"],
            quote=told["quote"],
            source=UUID(place["id"]),
            source_kind=place["kind"],
            title=place["title"],
            happened_at=datetime.fromisoformat(place["happened_at"]),
            own_words=told["own_words"],
            similarity=told["similarity"],
            score=told["score"],
        )


@dataclass(frozen=True)
class Recalled:
    """What may answer, best first. `verdict` is sure, closest or unknown."""

    passages: tuple[Passage, ...]
    verdict: str
    known: float

    @classmethod
    def of(cls, told: Json) -> "Recalled":
        return cls(tuple(map(Passage.of, told["items"])), told["verdict"], told["known"])


@dataclass(frozen=True)
class Citation:
    """What a marker [n] of an answer stands for: a quote of a source."""

    marker: int
    quote: str
    source: UUID

    @classmethod
    def of(cls, told: Json) -> "Citation":
        return cls(told["marker"], told["quote"], UUID(told["source"]))


@dataclass(frozen=True)
class Answer:
    """An answer of the chat. `conversation` goes on with it."""

    text: str
    state: str
    verdict: str | None
    conversation: UUID
    citations: tuple[Citation, ...]

    @classmethod
    def of(cls, told: Json) -> "Answer":
        return cls(
            text=told["answer"],
            state=told["state"],
            verdict=told["verdict"],
            conversation=UUID(told["conversation"]),
            citations=tuple(map(Citation.of, told["citations"])),
        )


@dataclass(frozen=True)
class Forgotten:
    """What was forgotten in one act; restoring any of the memories takes it back."""

    memories: tuple[UUID, ...]
    passages: int

    @classmethod
    def of(cls, told: Json) -> "Forgotten":
        return cls(tuple(map(UUID, told["memories"])), told["passages"])


@dataclass(frozen=True)
class Source:
    """Something said or read, and what was learned from it."""

    id: UUID
    kind: str
    title: str
    author: str
    happened_at: datetime
    text: str
    memories: tuple[Memory, ...]

    @classmethod
    def of(cls, told: Json) -> "Source":
        return cls(
            id=UUID(told["id"]),
            kind=told["kind"],
            title=told["title"],
            author=told["author"],
            happened_at=datetime.fromisoformat(told["happened_at"]),
            text=told["text"],
            memories=tuple(map(Memory.of, told["memories"])),
        )


@dataclass(frozen=True)
class Stored:
    """What became of a put or a delete. `code` says why it was refused, where it was."""

    success: bool
    memory_id: UUID | None
    message: str
    code: str

    @classmethod
    def of(cls, told: Json) -> "Stored":
        pk = told["memoryId"]
        return cls(told["success"], UUID(pk) if pk else None, told["message"], told["code"])


@dataclass(frozen=True)
class Item:
    """What stands at a namespace and a key."""

    id: UUID
    namespace: tuple[str, ...]
    key: str
    content: str
    metadata: Json
    created: datetime
    updated: datetime

    @classmethod
    def of(cls, told: Json) -> "Item":
        return cls(**_item(told))


@dataclass(frozen=True)
class Found(Item):
    """An item that was found, with its similarity from 0 to 1 where a text was looked for."""

    similarity: float | None

    @classmethod
    def of(cls, told: Json) -> "Found":
        return cls(**_item(told), similarity=told["similarity"])


@dataclass(frozen=True)
class Page:
    """Items that were found or listed; `next` is the offset of the page behind them."""

    items: tuple[Found, ...]
    next: int | None

    @classmethod
    def of(cls, told: Json) -> "Page":
        return cls(tuple(map(Found.of, told["items"])), told["next"])


def _item(told: Json) -> dict[str, Any]:
    return {
        "id": UUID(told["id"]),
        "namespace": tuple(told["namespace"]),
        "key": told["key"],
        "content": told["content"],
        "metadata": told["metadata"],
        "created": datetime.fromisoformat(told["created"]),
        "updated": datetime.fromisoformat(told["updated"]),
    }
