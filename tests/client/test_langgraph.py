"""The store of langgraph's. Its package is there for tests alone."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.store import base
from yarnnn_client import AsyncYarnnn, ItemForgotten, Yarnnn
from yarnnn_client.langgraph import YarnnnStore

from tests.client.conftest import Access

DOCS = ("test", "docs")


@pytest.fixture
def store(client: Yarnnn) -> Any:
    return YarnnnStore(client)


def test_a_value_is_put_updated_and_deleted(store: Any) -> None:
    store.put(DOCS, "doc1", {"title": "Test Document", "content": "Hello, World!"})
    item = store.get(DOCS, "doc1")
    assert (item.namespace, item.key) == (DOCS, "doc1")
    assert item.value == {"title": "Test Document", "content": "Hello, World!"}
    store.put(DOCS, "doc1", {"title": "Updated Document"})
    updated = store.get(DOCS, "doc1")
    assert updated.value == {"title": "Updated Document"}
    assert updated.updated_at > item.updated_at
    assert updated.created_at == item.created_at
    assert store.get(("test", "other"), "doc1") is None
    store.delete(DOCS, "doc1")
    assert store.get(DOCS, "doc1") is None
    store.delete(DOCS, "doc1")


def test_operations_of_a_batch_answer_in_their_order(store: Any) -> None:
    store.put(("test",), "one", {"data": "value1"})
    results = store.batch(
        [
            base.PutOp(("test",), "two", {"data": "value2"}),
            base.GetOp(("test",), "one"),
            base.PutOp(("test",), "two", {"data": "value3"}),
            base.SearchOp(("test",), filter={"data": "value1"}),
            base.ListNamespacesOp(),
            base.PutOp(("test",), "none", None),
            base.GetOp(("test",), "nothing"),
        ]
    )
    put, got, again, found, spaces, deleted, nothing = results
    assert put is again is deleted is nothing is None
    assert got.value == found[0].value == {"data": "value1"}
    assert spaces == [("test",)]
    assert store.get(("test",), "two").value == {"data": "value3"}


def test_namespaces_are_matched_at_both_ends(store: Any) -> None:
    spaces = [
        ("prod", "documents", "public"),
        ("test", "documents", "private"),
        ("test", "documents", "public"),
        ("test", "images", "public"),
    ]
    for number, space in enumerate(spaces):
        store.put(space, "k", {"number": number})
    assert store.list_namespaces() == spaces
    assert store.list_namespaces(prefix=("test",)) == spaces[1:]
    assert store.list_namespaces(suffix=("public",)) == [spaces[0], *spaces[2:]]
    assert store.list_namespaces(prefix=("*", "documents"), suffix=("public",)) == [
        spaces[0],
        spaces[2],
    ]
    assert store.list_namespaces(prefix=("test",), max_depth=2) == [
        ("test", "documents"),
        ("test", "images"),
    ]
    assert store.list_namespaces(limit=2, offset=1) == spaces[1:3]


def test_a_search_filters_pages_and_scores(store: Any) -> None:
    fruit = [("red apple", "red", 4.5), ("red car", "red", 3.0), ("green apple", "green", 4.0)]
    for text, colour, score in fruit:
        store.put(("test",), text, {"text": text, "color": colour, "score": score})
    found = store.search(("test",), query="apple", filter={"color": "red"})
    assert [item.key for item in found] == ["red apple", "red car"]
    assert found[0].score > found[1].score
    found = store.search(("test",), filter={"score": {"$gte": 4.0}, "color": "green"})
    assert [(item.key, item.score) for item in found] == [("green apple", None)]
    pages = [store.search(("test",), query="red", limit=2, offset=n) for n in (0, 2)]
    assert [len(page) for page in pages] == [2, 1]


def test_only_what_is_indexed_is_found(store: Any) -> None:
    store.put(("test",), "one", {"a": "crocodile", "b": "umbrella"}, index=["a"])
    store.put(("test",), "two", {"a": "elephant", "b": "crocodile"}, index=["b"])
    store.put(("test",), "three", {"a": "umbrella"}, index=False)
    scores = {item.key: item.score for item in store.search(("test",), query="umbrella")}
    assert max(scores.values()) < 0.9
    assert store.get(("test",), "three").value == {"a": "umbrella"}


def test_what_was_forgotten_is_not_put(store: Any, client: Yarnnn) -> None:
    known = client.remember("I am allergic to peanuts")
    client.forget(known.memory.id)
    with pytest.raises(ItemForgotten):
        store.put(("test",), "k", {"memory": "I am allergic to peanuts"})
    assert store.get(("test",), "k") is None


def test_the_async_store_does_the_same(access: Access) -> None:
    async def use() -> None:
        async with AsyncYarnnn(access.url, access.key) as client:
            store: Any = YarnnnStore(async_client=client)
            await store.aput(DOCS, "one", {"text": "red apple"})
            assert (await store.aget(DOCS, "one")).value == {"text": "red apple"}
            assert [item.key for item in await store.asearch(DOCS, query="apple")] == ["one"]
            assert await store.alist_namespaces() == [DOCS]
            await store.adelete(DOCS, "one")
            assert await store.aget(DOCS, "one") is None

    asyncio.run(use())


@pytest.mark.parametrize("use", [lambda s: s.get(DOCS, "k"), lambda s: s.put(DOCS, "k", {})])
def test_without_a_client_it_says_so(use: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match="async methods"):
        use(YarnnnStore())
