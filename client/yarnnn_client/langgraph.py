"""Yarnnn as a store of langgraph's: `pip install "yarnnn-client[langgraph]"`.

A value is kept as the metadata of a memory, and its texts as the words of it, which are searched:
all of them, or those that `fields` names, or the `index` of one put. Everything is below one
namespace, `root`, so that what an agent keeps lies apart. What was forgotten is not kept again:
`put` raises ItemForgotten.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
)

from . import answers, calls
from .asynchronous import AsyncYarnnn
from .calls import Call, Entry
from .errors import ItemForgotten, NotFound, YarnnnError
from .synchronous import Yarnnn

Place = tuple[tuple[str, ...], str]
# Maximum number of items put in one call, and of namespaces listed.
MOST, MOST_NAMESPACES = 1_000, 10_000


class YarnnnStore(BaseStore):
    """A langgraph store in Yarnnn. Give it the client that the graph runs with, or both."""

    supports_ttl = False

    def __init__(
        self,
        client: Yarnnn | None = None,
        async_client: AsyncYarnnn | None = None,
        *,
        root: str = "langgraph",
        fields: Sequence[str] | None = None,
    ) -> None:
        self._client = client
        self._async_client = async_client
        self._root = root
        self._fields = fields

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do these: what is read is read first, of two puts at one place the last one counts."""
        if self._client is None:
            raise TypeError("This store was made without a Yarnnn client: use its async methods.")
        wanted = list(ops)
        results = [self._result(op, self._client) for op in wanted]
        for entries in self._puts(wanted):
            _check(self._client.store.put_many(entries))
        for namespace, key in _deletes(wanted):
            try:
                self._client.store.delete(self._below(namespace), key)
            except NotFound:
                continue
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`."""
        if self._async_client is None:
            raise TypeError("This store was made without an AsyncYarnnn client: use `batch`.")
        wanted = list(ops)
        results = [await self._aresult(op, self._async_client) for op in wanted]
        for entries in self._puts(wanted):
            _check(await self._async_client.store.put_many(entries))
        for namespace, key in _deletes(wanted):
            try:
                await self._async_client.store.delete(self._below(namespace), key)
            except NotFound:
                continue
        return results

    def _result(self, op: Op, client: Yarnnn) -> Result:
        call = self._reading(op)
        if call is None:
            return None
        try:
            return self._told(op, client.send(call))
        except NotFound:
            return None

    async def _aresult(self, op: Op, client: AsyncYarnnn) -> Result:
        call = self._reading(op)
        if call is None:
            return None
        try:
            return self._told(op, await client.send(call))
        except NotFound:
            return None

    def _reading(self, op: Op) -> Call[Any] | None:
        """What to ask for; None for what only writes."""
        match op:
            case GetOp():
                return calls.get(self._below(op.namespace), op.key)
            case SearchOp():
                return calls.search(
                    self._below(op.namespace_prefix),
                    op.query or "",
                    filter=op.filter,
                    threshold=0.0,
                    limit=op.limit,
                    offset=op.offset,
                )
            case ListNamespacesOp():
                return calls.namespaces((self._root,), depth=None, limit=MOST_NAMESPACES, offset=0)
            case PutOp():
                return None
        raise TypeError(f"{type(op).__name__} is no operation of a store.")

    def _told(self, op: Op, told: Any) -> Result:
        match op:
            case GetOp():
                return Item(**_fields(told))
            case SearchOp():
                return [SearchItem(**_fields(one), score=one.similarity) for one in told.items]
            case ListNamespacesOp():
                return _listed(op, [tuple(parts[1:]) for parts in told])
        return None

    def _puts(self, ops: Sequence[Op]) -> Iterator[list[Entry]]:
        entries = [
            Entry(self._below(namespace), key, self._words(op), op.value)
            for (namespace, key), op in _last(ops).items()
            if op.value is not None
        ]
        for start in range(0, len(entries), MOST):
            yield entries[start : start + MOST]

    def _words(self, op: PutOp) -> str:
        """What is searched of a value: all its texts, or those at the paths of `index`.

        Of a value without any, or one that is not to be found, only its key.
        """
        if op.index is False:
            return str(op.key)
        paths = self._fields if op.index is None else op.index
        if paths is None:
            texts = list(_texts(op.value))
        else:
            texts = [text for path in paths for text in get_text_at_path(op.value, path)]
        return "\n".join(text for text in texts if text.strip()) or str(op.key)

    def _below(self, namespace: Sequence[str]) -> tuple[str, ...]:
        return (self._root, *namespace)


def _fields(it: answers.Item) -> dict[str, Any]:
    return {
        "namespace": it.namespace[1:],
        "key": it.key,
        "value": dict(it.metadata),
        "created_at": it.created,
        "updated_at": it.updated,
    }


def _listed(op: ListNamespacesOp, found: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    conditions = op.match_conditions or ()
    kept = {parts for parts in found if all(_matches(one, parts) for one in conditions)}
    cut = sorted({parts[: op.max_depth] for parts in kept})
    return cut[op.offset : op.offset + op.limit]


def _matches(condition: MatchCondition, parts: tuple[str, ...]) -> bool:
    """Whether a namespace begins or ends so; `*` is any part."""
    path = condition.path
    if len(parts) < len(path):
        return False
    own = parts[: len(path)] if condition.match_type == "prefix" else parts[-len(path) :]
    return all(wanted in ("*", part) for wanted, part in zip(path, own, strict=True))


def _last(ops: Sequence[Op]) -> dict[Place, PutOp]:
    return {(tuple(op.namespace), op.key): op for op in ops if isinstance(op, PutOp)}


def _deletes(ops: Sequence[Op]) -> list[Place]:
    return [place for place, op in _last(ops).items() if op.value is None]


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list() | tuple():
            for inner in value:
                yield from _texts(inner)


def _check(results: Sequence[answers.Stored]) -> None:
    """Raise for the first that was refused; the others are kept."""
    for one in results:
        if one.code == "forgotten":
            raise ItemForgotten(one.code, one.message)
        if not one.success:
            raise YarnnnError(one.code, one.message)
