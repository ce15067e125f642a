"""What langgraph asks of its own stores, asked of ours, through its sync and its async methods.

Each test is one that langgraph's stores pass, in words of our own. What ours does otherwise is
named in client/README.md and at the end of this file.
"""

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from langgraph.store import base
from yarnnn_client import AsyncYarnnn, ItemForgotten, Yarnnn, YarnnnError
from yarnnn_client.langgraph import YarnnnStore

from tests.client.conftest import Access
from tests.running import App, Keys


class Awaited:
    """The async methods of a store, called as the sync ones are."""

    def __init__(self, store: YarnnnStore, runner: asyncio.Runner) -> None:
        self._store = store
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, f"a{name}")
        return lambda *given, **more: self._runner.run(method(*given, **more))


@pytest.fixture(scope="module")
def access(running_app: App, keys: Keys) -> Access:
    """One person for all tests here: each has a root of its own below which it stores."""
    return Access(running_app.address, keys.make(f"{uuid4().hex}@example.org", "--create"))


def make(
    access: Access, way: str, fields: list[str] | None = None
) -> Iterator[base.BaseStore | Awaited]:
    root = uuid4().hex
    if way == "sync":
        with Yarnnn(access.url, access.key) as client:
            yield YarnnnStore(client, root=root, fields=fields)
        return
    with asyncio.Runner() as runner:
        aclient = AsyncYarnnn(access.url, access.key)
        runner.run(aclient.__aenter__())
        yield Awaited(YarnnnStore(async_client=aclient, root=root, fields=fields), runner)
        runner.run(aclient.__aexit__(None, None, None))


@pytest.fixture(params=["sync", "async"])
def store(access: Access, request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from make(access, request.param)


@pytest.fixture(params=["sync", "async"])
def store_of_fields(access: Access, request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from make(access, request.param, ["title", "notes[*].text"])


def put_at(store: Any, *spaces: tuple[str, ...]) -> None:
    ops = [base.PutOp(space, "k", {"at": number}) for number, space in enumerate(spaces)]
    store.batch(ops)


def spaces_of(store: Any, *prefix: str) -> set[tuple[str, ...]]:
    return {item.namespace for item in store.search(prefix, limit=100)}


BAD = [(), ("a.dot", "b"), ("a", ""), ("langgraph", "a")]


@pytest.mark.parametrize("space", BAD)
def test_a_namespace_that_cannot_be_is_refused(store: Any, space: tuple[str, ...]) -> None:
    with pytest.raises(base.InvalidNamespaceError):
        store.put(space, "k", {"a": 1})


def test_only_the_first_part_may_not_be_langgraph_and_a_batch_may_write_there(store: Any) -> None:
    store.put(("a", "langgraph"), "k", {"a": "inside"})
    assert store.get(("a", "langgraph"), "k").value == {"a": "inside"}
    store.batch([base.PutOp(("langgraph", "a"), "k", {"a": "by a batch"})])
    assert store.get(("langgraph", "a"), "k").value == {"a": "by a batch"}
    assert store.search(("langgraph",))[0].value == {"a": "by a batch"}


def test_an_empty_store_holds_nothing(store: Any) -> None:
    assert store.list_namespaces() == []
    assert store.search(()) == []
    assert store.get(("a",), "k") is None
    store.delete(("a",), "k")


def test_namespaces_by_both_ends_depth_and_page(store: Any) -> None:
    spaces = [
        *[("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "b", "f")],
        *[("a", "c", "f"), ("b", "a", "f"), ("users", "1"), ("users", "2", "settings")],
    ]
    put_at(store, *spaces)
    assert store.list_namespaces() == spaces
    assert store.list_namespaces(prefix=("a", "b")) == spaces[:4]
    assert store.list_namespaces(suffix=("f",)) == spaces[3:6]
    assert store.list_namespaces(prefix=("a",), suffix=("f",)) == spaces[3:5]
    assert store.list_namespaces(prefix=("a", "*", "f")) == spaces[3:5]
    assert store.list_namespaces(suffix=("*", "settings")) == spaces[-1:]
    assert store.list_namespaces(prefix=("*", "users")) == []
    assert store.list_namespaces(prefix=("nobody",)) == []
    assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [
        *[("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")]
    ]
    assert store.list_namespaces(max_depth=1) == [("a",), ("b",), ("users",)]
    assert store.list_namespaces(limit=3) == spaces[:3]
    assert store.list_namespaces(limit=3, offset=6) == spaces[6:]


def test_a_namespace_ends_where_its_part_ends(store: Any) -> None:
    foo = [("foo",), ("foo", "child"), ("foo", "child", "deep")]
    foobar = [("foobar",), ("foobar", "baz")]
    put_at(store, *foo, *foobar, ("Foo",), ("id", "users", "alice"), ("id", "users", "malice"))
    assert spaces_of(store, "foo") == {*foo}
    assert spaces_of(store, "foo", "child") == {*foo[1:]}
    assert spaces_of(store, "foobar") == {*foobar}
    assert spaces_of(store, "fo") == set()
    assert spaces_of(store, "Foo") == {("Foo",)}
    assert len(spaces_of(store)) == 8
    assert store.list_namespaces(prefix=("foo",)) == foo
    assert store.list_namespaces(suffix=("alice",)) == [("id", "users", "alice")]


@pytest.mark.parametrize("part", ["user_1", "a%b", "star*", "q?m", "br[ack]et", "plus+", "new\n"])
def test_signs_in_a_namespace_are_only_signs(store: Any, part: str) -> None:
    decoys = [(part[:-1] + "X",), (part.replace(part[-2], "X"),), ("aXXb",), ("userX1",), ("new",)]
    put_at(store, (part,), (part, "child"), *decoys)
    assert spaces_of(store, part) == {(part,), (part, "child")}
    assert store.list_namespaces(prefix=(part,)) == [(part,), (part, "child")]


def test_a_batch_answers_each_in_its_place(store: Any) -> None:
    store.batch([base.PutOp(("t", f"s{n % 2}"), f"k{n}", {"n": n, "tag": "x"}) for n in range(4)])
    one, none, listed, found, put, some = store.batch(
        [
            base.GetOp(("t", "s1"), "k1"),
            base.GetOp(("t", "s1"), "k2"),
            base.ListNamespacesOp(max_depth=1),
            base.SearchOp(("t",), filter={"tag": "x"}, limit=10),
            base.PutOp(("t", "s0"), "k0", {"n": 9, "tag": "y"}),
            base.SearchOp(("t",), limit=2, offset=3),
        ]
    )
    assert (one.value, none, put) == ({"n": 1, "tag": "x"}, None, None)
    assert listed == [("t",)]
    # What reads sees what was there before the batch.
    assert (len(found), len(some)) == (4, 1)
    assert store.get(("t", "s0"), "k0").value == {"n": 9, "tag": "y"}
    with pytest.raises(TypeError):
        store.batch(["not an operation"])


FILTERS: list[tuple[dict[str, Any], set[str]]] = [
    ({"colour": "red"}, {"one", "two"}),
    ({"colour": {"$eq": "red"}}, {"one", "two"}),
    ({"colour": {"$ne": "red"}}, {"three", "four"}),
    ({"score": {"$gt": 3.2}}, {"one", "three", "four"}),
    ({"score": {"$gte": 4.0}, "colour": "green"}, {"three"}),
    ({"score": {"$lt": 3.5}}, {"two"}),
    ({"score": {"$lte": 3.5, "$gt": 3}}, {"four"}),
    ({"score": {"$lt": 10**100}}, {"one", "two", "three", "four"}),
    ({"on": True}, {"one"}),
    ({"on": False}, {"two"}),
    ({"tags": ["a", "b"]}, {"one"}),
    ({"access-level": "open"}, {"three"}),
    ({"123abc": "yes"}, {"four"}),
    ({"who": "O'Brien"}, {"four"}),
    ({"colour": "red' OR '1'='1"}, set()),
    ({"colour": "red'; --"}, set()),
    ({"colour') = 'red' OR '1'='1' OR x('$.": "x"}, set()),
]


def test_filters(store: Any) -> None:
    values = {
        "one": {"colour": "red", "score": 4.5, "on": True, "tags": ["a", "b"]},
        "two": {"colour": "red", "score": 3.0, "on": False, "tags": ["a"]},
        "three": {"colour": "green", "score": 4.0, "access-level": "open"},
        "four": {"colour": "blue", "score": 3.5, "123abc": "yes", "who": "O'Brien"},
    }
    store.batch([base.PutOp(("t",), key, value) for key, value in values.items()])
    for wanted, keys in FILTERS:
        assert {item.key for item in store.search(("t",), filter=wanted)} == keys, wanted
        found = {item.key for item in store.search(("t",), query="red", filter=wanted)}
        assert found == keys, wanted


def test_what_is_put_anew_is_found_by_its_new_words(store: Any) -> None:
    store.put(("t",), "one", {"text": "zany zebra Xerxes"})
    store.put(("t",), "two", {"text": "something about birds"})
    before = store.search(("t",), query="zany Xerxes")
    assert before[0].key == "one"
    store.put(("t",), "one", {"text": "words about dogs"})
    after = {item.key: item.score for item in store.search(("t",), query="zany Xerxes")}
    assert after["one"] < before[0].score
    assert store.search(("t",), query="words about dogs")[0].key == "one"
    # One that is not indexed is compared by its key alone.
    store.put(("t",), "three", {"text": "words about dogs"}, index=False)
    scores = {item.key: item.score for item in store.search(("t",), query="words about dogs")}
    assert scores["three"] < scores["one"]


def test_any_query_is_answered(store: Any) -> None:
    store.put(("t",), "one", {"text": "an edge case"})
    for query in ("", None, "edge " * 100, "edge!@#$%^&*()"):
        assert [item.key for item in store.search(("t",), query=query)] == ["one"], query


def test_any_language_is_found(store: Any) -> None:
    texts = ["这是中文", "これは日本語です", "이건 한국어야", "Это русский", "यह हिन्दी है"]
    store.batch([base.PutOp(("t",), text, {"text": text}) for text in texts])
    assert [store.search(("t",), query=text)[0].key for text in texts] == texts


def test_the_store_s_own_fields_are_searched_and_a_put_s_instead(store_of_fields: Any) -> None:
    store = store_of_fields
    store.put(("t",), "one", {"title": "crocodile", "other": "umbrella"})
    store.put(("t",), "two", {"notes": [{"text": "umbrella"}, {"text": "elephant"}]})
    store.put(("t",), "three", {"title": "nothing", "b": "crocodile"}, index=["b"])
    assert store.search(("t",), query="umbrella")[0].key == "two"
    assert store.search(("t",), query="elephant")[0].key == "two"
    assert {i.key for i in store.search(("t",), query="crocodile", limit=2)} == {"one", "three"}
    assert store.get(("t",), "one").value["other"] == "umbrella"


def test_many_at_once(access: Access) -> None:
    async def use() -> None:
        async with AsyncYarnnn(access.url, access.key) as client:
            store = YarnnnStore(async_client=client, root=uuid4().hex)
            spaces = [("t", str(n % 3)) for n in range(60)]
            await asyncio.gather(
                *(store.aput(space, f"k{n}", {"n": n}) for n, space in enumerate(spaces)),
                *(store.aget(space, f"k{n}") for n, space in enumerate(spaces)),
                *(store.asearch(("t",), filter={"n": {"$gt": 30}}) for _ in range(5)),
            )
            assert len(await store.asearch(("t",), limit=100)) == 60
            got = await asyncio.gather(*(store.aget(s, f"k{n}") for n, s in enumerate(spaces)))
            assert [item.value["n"] for item in got if item] == list(range(60))

    asyncio.run(use())


@pytest.mark.parametrize("store", ["sync"], indirect=True)
def test_what_is_otherwise_than_in_langgraph_s_own_stores(store: Any) -> None:
    store.put(("t",), "gone", {"text": "The attic window was left open on Sunday"})
    store.delete(("t",), "gone")
    with pytest.raises(ItemForgotten):
        store.put(("t",), "gone", {"text": "The attic window was left open on Sunday"})
    with pytest.raises(NotImplementedError, match="TTL"):
        store.put(("t",), "k", {"a": 1}, ttl=1.0)
    store.put(("t",), "k", {"user": {"level": "low"}})
    assert store.search(("t",), filter={"user.level": "low"}) == []
    assert store.search(("t",), filter={"user": {"level": "low"}})[0].key == "k"
    with pytest.raises(ValueError, match="not JSON compliant"):
        store.search(("t",), filter={"n": {"$lt": float("inf")}})
    for asked in ({"filter": {"a": "b\0"}}, {"query": "b\0"}):
        with pytest.raises(YarnnnError, match="NUL"):
            store.search(("t",), **asked)
