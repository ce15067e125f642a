"""The client for async programs."""

import asyncio
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


class AsyncYarnnn:
    """Yarnnn at an address, with a key of Settings, Connect a program, or `manage.py token`.

    Raises YarnnnError for what is refused, NotFound and ItemForgotten among them, and Unreachable.
    """

    def __init__(self, url: str, key: str, *, timeout: float | None = None) -> None:
        self._http = httpx2.AsyncClient(**transport.settings_of(url, key, timeout))
        self.sources = AsyncSources(self)
        self.store = AsyncStore(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def remember(
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
        return await self.send(
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

    async def recall(
        self,
        question: str,
        *,
        project: UUID | None = None,
        limit: int = 20,
        budget: int | None = None,
    ) -> Recalled:
        """What may answer a question, best first; `budget` is in tokens."""
        return await self.send(calls.recall(question, project=project, limit=limit, budget=budget))

    async def ask(
        self,
        message: str,
        *,
        conversation: UUID | None = None,
        project: UUID | None = None,
        temporary: bool = False,
    ) -> Answer:
        """Say something to the chat and be answered, with citations."""
        return await self.send(
            calls.ask(message, conversation=conversation, project=project, temporary=temporary)
        )

    async def forget(self, memory: UUID) -> Forgotten:
        """Forget a memory and what was concluded from it alone. `restore` takes it back."""
        return await self.send(calls.forget(memory))

    async def restore(self, memory: UUID) -> tuple[UUID, ...]:
        """Bring back a memory with all that was forgotten in the same act."""
        return await self.send(calls.restore(memory))

    async def send(self, call: Call[T]) -> T:
        """Send a call. One that may be repeated is sent again when no answer came."""
        for pause in transport.PAUSES if call.repeatable else ():
            try:
                response = await self._once(call)
            except httpx2.TransportError:
                await asyncio.sleep(pause)
                continue
            if not transport.is_worth_repeating(call, response):
                return transport.read(call, response)
            await asyncio.sleep(pause)
        try:
            return transport.read(call, await self._once(call))
        except httpx2.TransportError as error:
            raise transport.unreachable(error) from error

    async def _once(self, call: Call[T]) -> httpx2.Response:
        return await self._http.request(call.method, call.path, **transport.arguments_of(call))


class AsyncSources:
    """What was said or read elsewhere."""

    def __init__(self, client: AsyncYarnnn) -> None:
        self._client = client

    async def keep(
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
        return await self._client.send(
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

    async def read(self, source: UUID) -> Source:
        """A source with the beginning of its text, and what was learned from it."""
        return await self._client.send(calls.read_source(source))


class AsyncStore:
    """Memories by namespace and key. A namespace has 2 to 20 parts; the last to write wins."""

    def __init__(self, client: AsyncYarnnn) -> None:
        self._client = client

    async def put(
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
        return await self._client.send(calls.put(entry, idempotency_key=idempotency_key))

    async def put_many(
        self, entries: Sequence[Entry], *, idempotency_key: str | None = None
    ) -> tuple[Stored, ...]:
        """Put up to 1,000. One that is refused says so in its place and raises nothing."""
        return await self._client.send(calls.put_many(entries, idempotency_key=idempotency_key))

    async def get(self, namespace: Sequence[str], key: str) -> Item:
        """What stands there. Raises NotFound."""
        return await self._client.send(calls.get(namespace, key))

    async def delete(
        self, namespace: Sequence[str], key: str, *, idempotency_key: str | None = None
    ) -> Stored:
        """Forget what stands there: the person can restore it. Raises NotFound."""
        return await self._client.send(
            calls.delete(namespace, key, idempotency_key=idempotency_key)
        )

    async def move(
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
        return await self._client.send(call)

    async def search(
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
        return await self._client.send(
            calls.search(
                namespace, query, filter=filter, threshold=threshold, limit=limit, offset=offset
            )
        )

    async def list(
        self,
        namespace: Sequence[str],
        *,
        filter: Metadata | None = None,  # noqa: A002 - what the API calls it
        limit: int = 100,
        offset: int = 0,
    ) -> Page:
        """What stands in a namespace and those below it, latest first."""
        return await self._client.send(
            calls.search(namespace, "", filter=filter, threshold=0, limit=limit, offset=offset)
        )

    async def namespaces(
        self,
        prefix: Sequence[str] = (),
        *,
        depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[tuple[str, ...], ...]:
        """The namespaces that hold anything; of deeper ones the first `depth` parts."""
        return await self._client.send(
            calls.namespaces(prefix, depth=depth, limit=limit, offset=offset)
        )
