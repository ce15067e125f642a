"""The calls of the API as data: what is sent, and how the answer is read. Nothing is sent here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

from .answers import (
    Answer,
    Forgotten,
    Item,
    Page,
    Recalled,
    Remembered,
    Source,
    Stored,
)

T = TypeVar("T")
Metadata = Mapping[str, Any]


@dataclass(frozen=True)
class Call(Generic[T]):
    """One call. What is `once` may be sent again: it has a key by which it is done once."""

    method: str
    path: str
    read: Callable[[Any], T]
    query: Sequence[tuple[str, str]] = ()
    body: Metadata | None = None
    once: str | None = None

    @property
    def repeatable(self) -> bool:
        return self.method == "GET" or self.once is not None


@dataclass(frozen=True)
class Entry:
    """What is put at a namespace (2 to 20 parts) and a key."""

    namespace: Sequence[str]
    key: str
    content: str
    metadata: Metadata | None = None
    kind: str = "note"
    tags: Sequence[str] = field(default_factory=tuple)
    again: bool = False

    def body(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "namespace": list(self.namespace),
            "key": self.key,
            "content": self.content,
            "kind": self.kind,
            "tags": list(self.tags),
            "again": self.again,
        }
        return told if self.metadata is None else told | {"metadata": dict(self.metadata)}


def remember(
    content: str,
    *,
    kind: str,
    tags: Sequence[str],
    project: UUID | None,
    metadata: Metadata | None,
    again: bool,
    idempotency_key: str | None,
) -> Call[Remembered]:
    body = {
        "content": content,
        "kind": kind,
        "tags": list(tags),
        "project": _text(project),
        "metadata": metadata,
        "again": again,
    }
    return Call("POST", "memories", Remembered.of, body=body, once=_key(idempotency_key))


def recall(
    question: str, *, project: UUID | None, limit: int, budget: int | None
) -> Call[Recalled]:
    query = _given(q=question, project=project, limit=limit, budget=budget)
    return Call("GET", "recall", Recalled.of, query=query)


def ask(
    message: str, *, conversation: UUID | None, project: UUID | None, temporary: bool
) -> Call[Answer]:
    body = {
        "message": message,
        "conversation": _text(conversation),
        "project": _text(project),
        "temporary": temporary,
    }
    return Call("POST", "chat", Answer.of, body=body)


def forget(memory: UUID) -> Call[Forgotten]:
    return Call("DELETE", f"memories/{memory}", Forgotten.of)


def restore(memory: UUID) -> Call[tuple[UUID, ...]]:
    def read(told: Any) -> tuple[UUID, ...]:
        return tuple(map(UUID, told["memories"]))

    return Call("POST", f"memories/{memory}/restore", read)


def keep_source(
    text: str,
    *,
    kind: str,
    author: str,
    speaker: str,
    happened_at: datetime | None,
    external_id: str | None,
    thread: str,
    title: str,
    project: UUID | None,
    idempotency_key: str | None,
) -> Call[Source]:
    body = {
        "text": text,
        "kind": kind,
        "author": author,
        "speaker": speaker,
        "happened_at": happened_at.isoformat() if happened_at else None,
        "external_id": external_id,
        "thread": thread,
        "title": title,
        "project": _text(project),
    }
    return Call("POST", "sources", Source.of, body=body, once=_key(idempotency_key))


def read_source(source: UUID) -> Call[Source]:
    return Call("GET", f"sources/{source}", Source.of)


def put(entry: Entry, *, idempotency_key: str | None) -> Call[Stored]:
    return Call("PUT", "store", Stored.of, body=entry.body(), once=_key(idempotency_key))


def put_many(entries: Sequence[Entry], *, idempotency_key: str | None) -> Call[tuple[Stored, ...]]:
    def read(told: Any) -> tuple[Stored, ...]:
        return tuple(map(Stored.of, told["results"]))

    body = {"items": [entry.body() for entry in entries]}
    return Call("POST", "store/batch", read, body=body, once=_key(idempotency_key))


def get(namespace: Sequence[str], key: str) -> Call[Item]:
    return Call("GET", "store/item", Item.of, query=_place(namespace, key))


def delete(namespace: Sequence[str], key: str, *, idempotency_key: str | None) -> Call[Stored]:
    place = _place(namespace, key)
    return Call("DELETE", "store/item", Stored.of, query=place, once=_key(idempotency_key))


def move(
    namespace: Sequence[str],
    key: str,
    to_namespace: Sequence[str],
    to_key: str,
    *,
    idempotency_key: str | None,
) -> Call[Stored]:
    body = {
        "namespace": list(namespace),
        "key": key,
        "to_namespace": list(to_namespace),
        "to_key": to_key,
    }
    return Call("POST", "store/move", Stored.of, body=body, once=_key(idempotency_key))


def search(
    namespace: Sequence[str],
    query: str,
    *,
    filter: Metadata | None,  # noqa: A002 - what the API calls it
    threshold: float,
    limit: int,
    offset: int,
) -> Call[Page]:
    body = {
        "namespace": list(namespace),
        "q": query,
        "filter": dict(filter or {}),
        "threshold": threshold,
        "limit": limit,
        "offset": offset,
    }
    return Call("POST", "store/search", Page.of, body=body)


def namespaces(
    prefix: Sequence[str], *, depth: int | None, limit: int, offset: int
) -> Call[tuple[tuple[str, ...], ...]]:
    def read(told: Any) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(parts) for parts in told["namespaces"])

    query = [*(("prefix", part) for part in prefix)]
    query += _given(depth=depth, limit=limit, offset=offset)
    return Call("GET", "store/namespaces", read, query=query)


def _place(namespace: Sequence[str], key: str) -> list[tuple[str, str]]:
    return [*(("namespace", part) for part in namespace), ("key", key)]


def _given(**values: object) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in values.items() if value is not None]


def _text(value: UUID | None) -> str | None:
    return str(value) if value else None


def _key(given: str | None) -> str:
    return given or str(uuid4())
