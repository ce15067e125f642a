"""The client for ordinary programs."""

import time
from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import Self, TypeVar
from uuid import UUID

import httpx2

from . import calls, transport
from .answers import Answer, Forgotten, Item, Page, Recalled, Remembered, Source, Stored
from .calls import Call, Entry, Metadata

T = TypeVar("T")


class Yarnnn:
    """Yarnnn at an address, with a key of Settings, Connect a program, or `manage.py token`.

    Raises YarnnnError for what is refused, NotFound and ItemForgotten among them, and Unreachable.
    """

    def __init__(self, url: str, key: str, *, timeout: float | None = None) -> None:
        self._http = httpx2.Client(**transport.settings_of(url, key, timeout))
        self.sources = Sources(self)
        self.store = Store(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def remember(
        self,
        content: str,
        *,
        kind: str = "fact",
        tags: Sequence[str] = (),
        project: UUID | None = None,
        metadata: Metadata | None = None,
        again: bool = False,
        idempotency_key: str | None = None,
    ) -> Remembered:
        """Remember one thing: a fact, preference, note or reflection."""
        return self.send(
            calls.remember(
                content,
                kind=kind,
                tags=tags,
                project=project,
                metadata=metadata,
                again=again,
                idempotency_key=idempotency_key,
            )
        )

    def recall(
        self,
        question: str,
        *,
        project: UUID | None = None,
        limit: int = 20,
        budget: int | None = None,
    ) -> Recalled:
        """What may answer a question, best first; `budget` is in tokens."""
        return self.send(calls.recall(question, project=project, limit=limit, budget=budget))

    def ask(
        self,
        message: str,
        *,
        conversation: UUID | None = None,
        project: UUID | None = None,
        temporary: bool = False,
    ) -> Answer:
        """Say something to the chat and be answered, with citations."""
        return self.send(
            calls.ask(message, conversation=conversation, project=project, temporary=temporary)
        )

    def forget(self, memory: UUID) -> Forgotten:
        """Forget a memory and what was concluded from it alone. `restore` takes it back."""
        return self.send(calls.forget(memory))

    def restore(self, memory: UUID) -> tuple[UUID, ...]:
        """Bring back a memory with all that was forgotten in the same act."""
        return self.send(calls.restore(memory))

    def send(self, call: Call[T]) -> T:
        """Send a call. One that may be repeated is sent again when no answer came."""
        for pause in transport.PAUSES if call.repeatable else ():
            try:
                response = self._once(call)
            except httpx2.TransportError:
                time.sleep(pause)
                continue
            if not transport.is_worth_repeating(call, response):
                return transport.read(call, response)
            time.sleep(pause)
        try:
            return transport.read(call, self._once(call))
        except httpx2.TransportError as error:
            raise transport.unreachable(error) from error

    def _once(self, call: Call[T]) -> httpx2.Response:
        return self._http.request(call.method, call.path, **transport.arguments_of(call))


class Sources:
    """What was said or read elsewhere."""

    def __init__(self, client: Yarnnn) -> None:
        self._client = client

    def keep(
        self,
        text: str,
        *,
        kind: str = "note",
        author: str = "person",
        speaker: str = "",
        happened_at: datetime | None = None,
        external_id: str | None = None,
        thread: str = "",
        title: str = "",
        project: UUID | None = None,
        idempotency_key: str | None = None,
    ) -> Source:
        """Keep something: a note, a turn of a chat (`chat`) or of another program's (`import`).

        Only what its `author`, the person, says teaches something about them; others are
        `assistant` and `other`. The same `external_id` gives the source that is there.
        """
        return self._client.send(
            calls.keep_source(
                text,
                kind=kind,
                author=author,
                speaker=speaker,
                happened_at=happened_at,
                external_id=external_id,
                thread=thread,
                title=title,
                project=project,
                idempotency_key=idempotency_key,
            )
        )

    def read(self, source: UUID) -> Source:
        """A source with the beginning of its text, and what was learned from it."""
        return self._client.send(calls.read_source(source))


class Store:
    """Memories by namespace and key. A namespace has 2 to 20 parts; the last to write wins."""

    def __init__(self, client: Yarnnn) -> None:
        self._client = client

    def put(
        self,
        namespace: Sequence[str],
        key: str,
        content: str,
        metadata: Metadata | None = None,
        *,
        kind: str = "note",
        tags: Sequence[str] = (),
        again: bool = False,
        idempotency_key: str | None = None,
    ) -> Stored:
        """Put one. `content` is searched, `metadata` given back as it is."""
        entry = Entry(namespace, key, content, metadata, kind, tags, again)
        return self._client.send(calls.put(entry, idempotency_key=idempotency_key))

    def put_many(
        self, entries: Sequence[Entry], *, idempotency_key: str | None = None
    ) -> tuple[Stored, ...]:
        """Put up to 1,000. One that is refused says so in its place and raises nothing."""
        return self._client.send(calls.put_many(entries, idempotency_key=idempotency_key))

    def get(self, namespace: Sequence[str], key: str) -> Item:
        """What stands there. Raises NotFound."""
        return self._client.send(calls.get(namespace, key))

    def delete(
        self, namespace: Sequence[str], key: str, *, idempotency_key: str | None = None
    ) -> Stored:
        """Forget what stands there: the person can restore it. Raises NotFound."""
        return self._client.send(calls.delete(namespace, key, idempotency_key=idempotency_key))

    def move(
        self,
        namespace: Sequence[str],
        key: str,
        to_namespace: Sequence[str],
        to_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Stored:
        """Move what stands there to another place. Raises NotFound, and `taken`, code 409."""
        call = calls.move(namespace, key, to_namespace, to_key, idempotency_key=idempotency_key)
        return self._client.send(call)

    def search(
        self,
        namespace: Sequence[str],
        query: str,
        *,
        filter: Metadata | None = None,  # noqa: A002 - what the API calls it
        threshold: float = 0.0,
        limit: int = 10,
        offset: int = 0,
    ) -> Page:
        """What is most like the query in a namespace and those below it.

        `filter` is by names of the metadata: a value for equal, or {"$gt": 3}, "$gte", "$lt",
        "$lte", "$eq", "$ne".
        """
        return self._client.send(
            calls.search(
                namespace, query, filter=filter, threshold=threshold, limit=limit, offset=offset
            )
        )

    def list(
        self,
        namespace: Sequence[str],
        *,
        filter: Metadata | None = None,  # noqa: A002 - what the API calls it
        limit: int = 100,
        offset: int = 0,
    ) -> Page:
        """What stands in a namespace and those below it, latest first."""
        return self._client.send(
            calls.search(namespace, "", filter=filter, threshold=0, limit=limit, offset=offset)
        )

    def namespaces(
        self,
        prefix: Sequence[str] = (),
        *,
        depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[tuple[str, ...], ...]:
        """The namespaces that hold anything; of deeper ones the first `depth` parts."""
        return self._client.send(calls.namespaces(prefix, depth=depth, limit=limit, offset=offset))
