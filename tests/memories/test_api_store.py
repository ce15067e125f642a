"""The store verbs by the API: put, get, search, delete, list by namespace and key."""

from typing import Any

import pytest

from accounts.models import ApiToken, User
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.models import AnsweredCall, Change, Chunk, Evidence, Memory, Source
from tests.memories.calls import Answer, Program

SHOP = ["agents", "shop"]
PLACE: dict[str, Any] = {"namespace": SHOP, "key": "k"}
PEANUTS = "I am allergic to peanuts"


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


def put(program: Program, key: str, content: str, **fields: Any) -> Answer:
    return program.put("store", {"namespace": SHOP, "key": key, "content": content} | fields)


def searched(program: Program, **asked: Any) -> list[dict[str, Any]]:
    answer = program.post("store/search", {"namespace": ["agents"]} | asked)
    assert answer.status == 200, answer
    found: list[dict[str, Any]] = answer.data["items"]
    return found


def keys(found: list[dict[str, Any]]) -> list[str]:
    return [item["key"] for item in found]


def embedded(user: User) -> None:
    while embed_waiting(user.pk):
        pass


def test_what_is_put_is_got_updated_and_deleted(program: Program, alice: User) -> None:
    first = put(program, "k", "The customer wears size 42", metadata={"size": 42})
    assert first.status == 201
    assert first.data == {
        "success": True,
        "memoryId": first.data["memoryId"],
        "message": "Stored.",
        "code": "",
    }
    item = program.get("store/item", **PLACE).data
    assert (item["namespace"], item["key"]) == (SHOP, "k")
    assert (item["content"], item["metadata"]) == ("The customer wears size 42", {"size": 42})
    second = put(program, "k", "The customer wears size 43")
    assert (second.status, second.data["message"]) == (200, "Updated.")
    assert second.data["memoryId"] == first.data["memoryId"]
    item = program.get("store/item", **PLACE).data
    assert (item["content"], item["metadata"]) == ("The customer wears size 43", {"size": 42})
    gone = program.delete("store/item", **PLACE)
    assert (gone.status, gone.data.get("success")) == (200, True), gone
    assert gone.data["memoryId"] == first.data["memoryId"]
    assert program.get("store/item", **PLACE).status == 404
    assert program.delete("store/item", **PLACE).status == 404
    assert program.post(f"memories/{first.data['memoryId']}/restore").status == 200
    assert program.get("store/item", **PLACE).data["content"] == "The customer wears size 43"


def test_what_is_put_rests_on_a_note_and_is_journaled(program: Program, alice: User) -> None:
    long = "The customer asked for blue shoes. " * 100
    stored = program.post(
        "store/batch",
        {
            "items": [
                {"namespace": SHOP, "key": "a", "content": "Anna buys green shoes"},
                {"namespace": SHOP, "key": "b", "content": long},
            ]
        },
    ).data["results"]
    with acting_as(alice):
        for result, content in zip(stored, ("Anna buys green shoes", long.strip()), strict=True):
            memory = Memory.objects.get(pk=result["memoryId"])
            evidence = Evidence.objects.get(memory=memory)
            assert evidence.chunk
            assert evidence.quote == memory.content == evidence.chunk.source.text == content
            assert Chunk.objects.filter(source=evidence.chunk.source).count() >= 1
            change = Change.objects.get(memory=memory)
            assert (change.what, change.by) == (Change.What.REMEMBERED, Change.By.API)
        anna = Memory.objects.get(pk=stored[0]["memoryId"])
        assert [mention.entity.name for mention in anna.mentions.all()] == ["Anna"]
    (recalled, *_) = program.get("recall", q="who buys green shoes?").data["items"]
    assert recalled["quote"] == "Anna buys green shoes"


def test_many_are_put_in_their_order_and_one_refused_holds_up_none(program: Program) -> None:
    items = [
        {"namespace": SHOP, "key": "a", "content": "one"},
        {"namespace": ["agents"], "key": "b", "content": "too few parts"},
        {"namespace": SHOP, "key": "c", "content": " "},
        {"namespace": SHOP, "key": "a", "content": "two"},
        {"namespace": SHOP, "key": "d", "content": "word " * 3000},
        {"namespace": SHOP, "key": "e", "content": "three"},
    ]
    results = program.post("store/batch", {"items": items}).data["results"]
    assert [each["code"] for each in results] == ["", "namespace", "empty", "", "too_long", ""]
    assert [each["success"] for each in results] == [True, False, False, True, False, True]
    assert results[0]["memoryId"] == results[3]["memoryId"]
    assert program.get("store/item", namespace=SHOP, key="a").data["content"] == "two"
    assert sorted(keys(searched(program))) == ["a", "e"]


def test_a_hundred_are_kept_as_they_are(program: Program, alice: User) -> None:
    odd = "Quotes \" ' \\ and , {} [] \t of the ferry — 渡し船 🚢"
    metadata: dict[str, Any] = {"n": 1.5, "none": None, "deep": [{"'": [True, "\\"]}], "ü": odd}
    items = [
        {"namespace": SHOP, "key": f"k{n}", "content": f"{odd} {n}", "metadata": metadata}
        for n in range(100)
    ]
    for word in ("", " again"):
        for item in items:
            item["content"] += word  # type: ignore[operator]
            item["tags"] = [f"tag {word}"]
        results = program.post("store/batch", {"items": items}).data["results"]
        assert all(each["success"] for each in results)
        found = searched(program, limit=1000)
        assert len(found) == 100
        kept = {item["key"]: (item["content"], item["metadata"], item["tags"]) for item in found}
        assert kept == {
            str(item["key"]): (item["content"], metadata, [f"tag {word}".strip()]) for item in items
        }
    embedded(alice)
    with acting_as(alice):
        assert Change.objects.filter(what=Change.What.EDITED).count() == 100
        assert Memory.objects.filter(state="current", item__isnull=False).count() == 100
        for evidence in Evidence.objects.select_related("chunk__source", "memory"):
            assert evidence.chunk
            text = evidence.chunk.source.text
            assert text[evidence.start : evidence.stop] == evidence.quote
    listed = program.get("memories", namespace="agents/shop", tag="tag  again", limit=200)
    assert len(listed.data["memories"]) == 100


def test_a_namespace_is_its_parts_whatever_stands_in_them(program: Program) -> None:
    for namespace in (["a/b", "c"], ["a", "b/c"], ["a", "b", "c"], ["ä,{}\"'", "\\"]):
        body = {"namespace": namespace, "key": "k", "content": f"At {namespace}"}
        assert program.put("store", body).status == 201
    item = program.get("store/item", namespace=["a", "b/c"], key="k").data
    assert item["content"] == "At ['a', 'b/c']"
    strange = program.get("store/item", namespace=["ä,{}\"'", "\\"], key="k").data
    assert strange["namespace"] == ["ä,{}\"'", "\\"]
    below = program.post("store/search", {"namespace": ["a"]}).data["items"]
    assert sorted(item["namespace"] for item in below) == [["a", "b", "c"], ["a", "b/c"]]
    assert program.get("store/item", namespace=["a", "b"], key="k").status == 404


def test_a_search_knows_namespace_threshold_and_filter(program: Program, alice: User) -> None:
    put(program, "nuts", PEANUTS, metadata={"of": "health", "rank": 3, "deep": {"x": [1]}})
    put(program, "fence", "We painted the fence blue", metadata={"of": "home", "rank": 10})
    elsewhere = {"namespace": ["agents", "other"], "key": "elsewhere", "content": "No peanuts here"}
    program.put("store", elsewhere)
    program.post("memories", {"content": "Peanuts grow under the ground"})
    assert keys(searched(program, q="peanuts"))[0] in ("nuts", "elsewhere")  # by words, at once
    embedded(alice)
    found = searched(program, q="which nuts must I avoid?", namespace=SHOP)
    assert keys(found) == ["nuts", "fence"]
    best = found[0]["similarity"]
    assert found[1]["similarity"] < best <= 1
    near = searched(program, q="which nuts must I avoid?", namespace=SHOP, threshold=best - 0.01)
    assert keys(near) == ["nuts"]
    for wanted, left in (
        ({"of": "home"}, ["fence"]),
        ({"rank": {"$gt": 3}}, ["fence"]),
        ({"rank": {"$gte": 3, "$lt": 10}}, ["nuts"]),
        ({"rank": {"$lte": 3.0}}, ["nuts"]),
        ({"of": {"$ne": "home"}}, ["elsewhere", "nuts"]),
        ({"of": {"$gte": "home"}}, ["fence"]),
        ({"deep": {"x": [1]}}, ["nuts"]),
        ({"of": "' OR true --"}, []),
        ({"' OR true --": {"$gt": 1}}, []),
    ):
        assert sorted(keys(searched(program, filter=wanted))) == left, wanted
    assert keys(searched(program, q="nuts", filter={"of": "home"})) == ["fence"]
    for bad in ({"rank": {"$in": [1]}}, {"rank": {"$gt": None}}, {"rank": {"$gt": True}}):
        answer = program.post("store/search", {"namespace": SHOP, "filter": bad})
        assert (answer.status, answer.code) == (422, "filter")


def test_a_list_is_the_latest_first_page_by_page(program: Program) -> None:
    for name in "abcde":
        put(program, name, f"Note {name}")
    first = program.post("store/search", {"namespace": SHOP, "limit": 3}).data
    rest = program.post("store/search", {"namespace": SHOP, "limit": 3, "offset": 3}).data
    assert keys(first["items"]) + keys(rest["items"]) == list("edcba")
    assert (first["next"], rest["next"]) == (3, None)
    assert all(item["similarity"] is None for item in first["items"])


def test_namespaces_are_listed_by_prefix_and_depth(program: Program, charlie: User) -> None:
    spaces = [["a", "x", "1"], ["a", "x", "2"], ["a", "y"], ["b", "x"]]
    for space in spaces:
        for key in ("k", "l"):
            body = {"namespace": space, "key": key, "content": f"{key} at {space}"}
            program.put("store", body)

    def listed(**asked: Any) -> list[list[str]]:
        found: list[list[str]] = program.get("store/namespaces", **asked).data["namespaces"]
        return found

    assert listed() == spaces
    assert listed(prefix=["a"]) == spaces[:3]
    assert listed(prefix=["a", "x"]) == spaces[:2]
    assert listed(depth=1) == [["a"], ["b"]]
    assert listed(prefix=["a"], depth=2) == [["a", "x"], ["a", "y"]]
    assert listed(limit=2, offset=1) == spaces[1:3]
    assert Program(charlie).get("store/namespaces").data["namespaces"] == []
    for key in ("k", "l"):
        program.delete("store/item", namespace=["b", "x"], key=key)
    assert listed() == spaces[:3]


@pytest.mark.parametrize(
    "body",
    [
        {"content": PEANUTS},
        {"content": "I'm allergic to peanuts!"},
        {"content": "The theme is dark. I am allergic to peanuts."},
        {"content": "A note on health", "metadata": {"notes": [{"said": PEANUTS}]}},
    ],
)
def test_what_was_forgotten_is_refused_in_words_and_metadata(
    program: Program, alice: User, body: dict[str, Any]
) -> None:
    memory = program.post("memories", {"content": PEANUTS}).data["memory"]
    program.delete(f"memories/{memory['id']}")
    refused = program.put("store", PLACE | body)
    assert (refused.status, refused.code) == (409, "forgotten")
    many = [PLACE | body, PLACE | {"key": "l", "content": "I am allergic to wasps"}]
    results = program.post("store/batch", {"items": many}).data["results"]
    assert [each["code"] for each in results] == ["forgotten", ""]
    assert keys(searched(program)) == ["l"]
    assert program.put("store", PLACE | body | {"again": True}).status == 201


def test_what_was_deleted_is_not_put_again_by_a_program(program: Program) -> None:
    put(program, "k", "The gate code of the yard is 4711")
    program.delete("store/item", **PLACE)
    refused = put(program, "l", "The gate code of the yard is 4711")
    assert (refused.status, refused.code) == (409, "forgotten")
    assert put(program, "k", "The gate code of the yard is 9000").status == 201


def test_a_key_answers_the_same_and_does_nothing_twice(program: Program, alice: User) -> None:
    body = PLACE | {"content": "The customer wears size 42"}
    first, again = (program.put("store", body, once="one") for _ in range(2))
    assert (first.status, first.data) == (again.status, again.data)
    other = program.put("store", PLACE | {"content": "size 43"}, once="one")
    assert (other.status, other.code) == (422, "idempotency_key")
    assert program.get("store/item", **PLACE).data["content"] == "The customer wears size 42"
    gone, once_more = (program.delete("store/item", once="two", **PLACE) for _ in range(2))
    assert gone.status == once_more.status == 200
    assert gone.data == once_more.data
    with acting_as(alice):
        assert Change.objects.filter(what=Change.What.REMEMBERED).count() == 1
        assert not AnsweredCall.objects.filter(outcome__icontains="size").exists()


def test_remembering_and_sources_take_keys_too(program: Program, alice: User) -> None:
    for path, body in (
        ("memories", {"content": "I take my coffee black"}),
        ("sources", {"text": "The pond is deep.", "kind": "note"}),
    ):
        first, again = (program.post(path, body, once=path) for _ in range(2))
        assert first.status == again.status == 201
        assert first.data == again.data
    many = {"items": [PLACE | {"content": "one"}]}
    first, again = (program.post("store/batch", many, once="batch") for _ in range(2))
    assert first.data == again.data
    with acting_as(alice):
        assert Source.objects.count() == 3


def test_a_key_of_a_call_that_failed_is_free(program: Program) -> None:
    assert program.put("store", PLACE | {"content": " "}, once="one").code == "empty"
    assert program.put("store", PLACE | {"content": "words"}, once="one").status == 201
    assert program.put("store", PLACE | {"content": "words"}, once="k" * 256).status == 422
    assert program.put("store", PLACE | {"content": "words"}, once="").status == 422


def test_keys_are_each_persons_own(program: Program, charlie: User) -> None:
    body = PLACE | {"content": "The customer wears size 42"}
    mine = program.put("store", body, once="one").data["memoryId"]
    theirs = Program(charlie).put("store", body, once="one").data["memoryId"]
    assert mine != theirs


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing"),
        (PLACE, "missing"),
        (PLACE | {"content": ""}, "empty"),
        (PLACE | {"content": "x", "namespace": "a/b"}, "invalid"),
        (PLACE | {"content": "x", "namespace": ["a"]}, "namespace"),
        (PLACE | {"content": "x", "key": ""}, "key"),
        (PLACE | {"content": "x", "metadata": {"a": "x" * 17_000}}, "metadata"),
        (PLACE | {"content": "x", "project": None}, "unknown_field"),
    ],
)
def test_a_bad_put_is_one_clear_error(program: Program, body: dict[str, Any], code: str) -> None:
    answer = program.put("store", body)
    assert (answer.status, answer.code) == (422, code)


def test_a_read_only_key_may_get_and_search(program: Program, alice: User) -> None:
    put(program, "k", "The customer wears size 42")
    reader = Program(alice, ApiToken.Scope.READ)
    assert reader.get("store/item", **PLACE).status == 200
    assert reader.post("store/search", {"namespace": SHOP}).status == 200
    assert reader.get("store/namespaces").status == 200
    for answer in (
        put(reader, "k", "x"),
        reader.delete("store/item", **PLACE),
        reader.post("store/batch", {"items": [PLACE | {"content": "x"}]}),
    ):
        assert (answer.status, answer.code) == (403, "read_only")


def test_what_stands_somewhere_is_moved(program: Program, alice: User) -> None:
    stored = put(program, "a", "The customer wears size 42", metadata={"size": 42})
    put(program, "b", "The customer likes blue")
    to: dict[str, Any] = {"to_namespace": ["agents", "cellar"], "to_key": "c"}
    moved = program.post("store/move", PLACE | {"key": "a"} | to)
    assert (moved.status, moved.data["message"]) == (200, "Moved.")
    assert moved.data["memoryId"] == stored.data["memoryId"]
    item = program.get("store/item", namespace=to["to_namespace"], key="c").data
    assert (item["content"], item["metadata"]) == ("The customer wears size 42", {"size": 42})
    assert program.get("store/item", **PLACE | {"key": "a"}).status == 404
    assert keys(searched(program, namespace=["agents", "cellar"])) == ["c"]
    assert keys(searched(program, namespace=SHOP)) == ["b"]
    # Nothing is forgotten: the same words may be put again.
    assert put(program, "a", "The customer wears size 42").status == 201
    taken = program.post("store/move", PLACE | {"key": "b"} | to)
    assert (taken.status, taken.code) == (409, "taken")
    assert program.post("store/move", PLACE | {"key": "none"} | to).status == 404
    refused = program.post("store/move", PLACE | {"key": "b", "to_namespace": ["x"], "to_key": "c"})
    assert (refused.status, refused.code) == (422, "namespace")
