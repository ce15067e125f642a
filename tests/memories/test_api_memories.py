"""The API for memories: remember, list, search, read, change, forget; and what it refuses."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import ApiToken, Project, User, Workspace
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Source
from tests.memories.calls import Program
from tests.memories.conftest import Say


@pytest.fixture
def program(alice: User) -> Program:
    return Program(alice)


def remembered(program: Program, content: str, **fields: Any) -> dict[str, Any]:
    answer = program.post("memories", {"content": content, **fields})
    assert answer.status in (200, 201), answer
    memory: dict[str, Any] = answer.data["memory"]
    return memory


def embedded(user: User) -> None:
    while embed_waiting(user.pk):
        pass


def test_remembering_gives_the_memory_with_its_quote(program: Program, alice: User) -> None:
    answer = program.post(
        "memories",
        {"content": "I take my coffee black", "kind": "preference", "tags": ["Coffee"]},
    )
    assert answer.status == 201
    assert answer.data["outcome"] == "new"
    memory = answer.data["memory"]
    assert memory["content"] == memory["quote"] == "I take my coffee black"
    assert (memory["kind"], memory["tags"], memory["project"]) == ("preference", ["coffee"], None)
    with acting_as(alice):
        source = Source.objects.get(pk=memory["source"]["id"])
        assert source.text[memory["source"]["start"] : memory["source"]["stop"]] == memory["quote"]
        assert Change.objects.get(memory=memory["id"]).by == Change.By.API


def test_the_same_namespace_and_key_update(program: Program, alice: User) -> None:
    place = {"namespace": ["app", "look"], "key": "theme"}
    first = program.post("memories", {"content": "Dark theme", **place})
    second = program.post("memories", {"content": "Light theme", **place})
    assert (first.data["outcome"], second.data["outcome"]) == ("new", "updated")
    assert second.status == 200
    assert first.data["memory"]["id"] == second.data["memory"]["id"]
    found = program.get("memories", namespace="app", key="theme").data["memories"]
    assert [memory["content"] for memory in found] == ["Light theme"]
    assert program.get("memories", namespace="look").data["memories"] == []


def test_what_was_forgotten_comes_back_only_when_asked_again(program: Program) -> None:
    memory = remembered(program, "My locker code at the pool is 4711")
    assert program.delete(f"memories/{memory['id']}").status == 200
    refused = program.post("memories", {"content": "My locker code at the pool is 4711"})
    assert (refused.status, refused.code) == (409, "forgotten")
    again = {"content": "My locker code at the pool is 4711", "again": True}
    assert program.post("memories", again).status == 201


def test_forgetting_refuses_neither_the_opposite_nor_what_is_of_another(program: Program) -> None:
    memory = remembered(program, "I am allergic to peanuts")
    assert program.delete(f"memories/{memory['id']}").status == 200
    for other in (
        "I am not allergic to peanuts",
        "Anna is allergic to peanuts",
        "My sister is allergic to peanuts",
        "I am allergic to wasps",
    ):
        told = program.post("memories", {"content": other})
        assert (told.status, told.data["outcome"]) == (201, "new"), other
    for same in ("I'm allergic to peanuts!", "Remember that I am allergic to peanuts"):
        assert program.post("memories", {"content": same}).code == "forgotten", same


def test_the_list_goes_on_by_cursor(program: Program) -> None:
    names = ["violin", "bicycle", "teapot", "lantern", "compass"]
    for name in names:
        remembered(program, f"There is a {name} in the attic")
    first = program.get("memories", limit=3).data
    rest = program.get("memories", limit=3, cursor=first["next"]).data
    said = [memory["content"].split()[3] for memory in first["memories"] + rest["memories"]]
    assert said == names[::-1]
    assert rest["next"] is None


def test_the_list_is_narrowed_down_by_each_filter(program: Program, garden: Project) -> None:
    remembered(program, "I drink green tea", kind="preference", tags=["food"])
    remembered(program, "The roses get water on Mondays", project=str(garden.pk))

    def left(**filters: Any) -> list[str]:
        return [
            m["content"].split()[1] for m in program.get("memories", **filters).data["memories"]
        ]

    assert left() == ["roses", "drink"]
    assert left(kind="preference") == left(tag="food") == left(project="everywhere") == ["drink"]
    assert left(project=str(garden.pk)) == ["roses"]
    assert left(source="gmail") == left(state="forgotten") == []
    assert left(source="note", kind="fact") == ["roses"]


def test_search_finds_by_meaning_with_similarity(program: Program, alice: User) -> None:
    remembered(program, "I am allergic to peanuts", tags=["health"])
    remembered(program, "We painted the fence blue", tags=["home"])
    embedded(alice)
    found = program.get("memories", q="which nuts must I avoid?").data["memories"]
    assert found[0]["content"] == "I am allergic to peanuts"
    assert 0 < found[0]["similarity"] <= 1
    assert found[0]["why"]
    least = found[0]["similarity"] - 0.01
    kept = program.get("memories", q="which nuts must I avoid?", threshold=least).data["memories"]
    assert [memory["content"] for memory in kept] == ["I am allergic to peanuts"]
    assert program.get("memories", q="nuts", tag="home").data["memories"][0]["tags"] == ["home"]
    assert len(program.get("memories", q="peanuts fence", limit=1).data["memories"]) == 1


def test_search_without_a_project_looks_into_all_of_them(
    program: Program, alice: User, garden: Project
) -> None:
    remembered(program, "The roses get water on Mondays", project=str(garden.pk))
    embedded(alice)
    (found,) = program.get("memories", q="when do the roses get water?").data["memories"]
    assert found["project"] == str(garden.pk)
    everywhere = program.get("memories", q="when do the roses get water?", project="everywhere")
    assert everywhere.data["memories"] == []


def test_reading_gives_evidence_and_history(program: Program, alice: User, say: Say) -> None:
    source, learned = say(alice, "By the way, I work at the harbour.")
    assert learned[0].memory
    path = f"memories/{learned[0].memory.pk}"
    program.post(f"{path}/confirm")
    answer = program.get(path)
    (evidence,) = answer.data["evidence"]
    place = evidence["source"]
    assert place["id"] == str(source.pk)
    assert source.text[place["start"] : place["stop"]] == evidence["quote"]
    assert [change["what"] for change in answer.data["history"]] == ["confirmed", "remembered"]
    assert answer.data["confirmed"]


def test_editing_changes_what_is_given_and_nothing_else(program: Program, garden: Project) -> None:
    memory = remembered(program, "I drink green tea", tags=["food"], importance=0.9)
    path = f"memories/{memory['id']}"
    edited = program.patch(path, {"content": "I drink white tea", "pinned": True}).data
    assert (edited["content"], edited["pinned"]) == ("I drink white tea", True)
    assert (edited["tags"], edited["importance"]) == (["food"], 0.9)
    assert program.patch(path, {"project": str(garden.pk)}).data["project"] == str(garden.pk)
    assert program.patch(path, {"tags": []}).data["project"] == str(garden.pk)
    assert program.patch(path, {"project": None}).data["project"] is None


def test_correcting_keeps_the_old_one_as_history(program: Program) -> None:
    old = remembered(program, "I live in Bergen")
    new = program.post(f"memories/{old['id']}/correct", {"content": "I live in Oslo"}).data
    assert (new["content"], new["supersedes"]) == ("I live in Oslo", old["id"])
    assert program.get(f"memories/{old['id']}").data["state"] == "superseded"
    listed = program.get("memories").data["memories"]
    assert [memory["content"] for memory in listed] == ["I live in Oslo"]


def test_forgetting_restoring_and_erasing(program: Program) -> None:
    memory = remembered(program, "My locker code at the pool is 4711")
    path = f"memories/{memory['id']}"
    forgotten = program.delete(path)
    assert forgotten.status == 200
    assert forgotten.data["memories"] == [memory["id"]]
    listed = program.get("memories", state="forgotten").data["memories"]
    assert [(m["id"], m["content"], m["quote"].strip("█")) for m in listed] == [
        (memory["id"], "", "")
    ]
    assert program.delete(path).status == 404
    assert program.post(f"{path}/restore").data == {"memories": [memory["id"]]}
    assert program.get(path).data["content"] == "My locker code at the pool is 4711"
    assert program.post(f"{path}/erase").status == 204
    assert program.get(path).status == 404
    assert program.post(f"{path}/restore").status == 404


def test_forgetting_many_takes_what_the_preview_named(
    program: Program, alice: User, say: Say
) -> None:
    source, learned = say(alice, "I work at the harbour. My sister is called Marit.")
    kept = remembered(program, "I drink green tea")
    ids = {str(each.memory.pk) for each in learned if each.memory}
    preview = program.post("forget/preview", {"source": str(source.pk)})
    assert {memory["id"] for memory in preview.data["memories"]} == ids
    assert preview.data["counts"] == {"memories": 2, "sources": 1, "surviving": 0}
    assert program.get("memories").data["memories"][0]["state"] == "current"
    done = program.post("forget", {"source": str(source.pk)})
    assert set(done.data["memories"]) == ids
    assert [m["id"] for m in program.get("memories").data["memories"]] == [kept["id"]]
    assert "harbour" not in program.get(f"sources/{source.pk}").data["text"]


UNKNOWN = str(UUID(int=7))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "missing"),
        ({"content": ""}, 422, "empty"),
        ({"content": " \n "}, 422, "empty"),
        ({"content": "word " * 3000}, 422, "too_long"),
        ({"content": "word " * 200_000}, 422, "too_long"),
        ({"content": "a\0b"}, 422, "nul"),
        ('{"content": "a\\ud800b"}', 400, "not_json"),
        ({"content": 7}, 422, "invalid"),
        ({"content": ["x"]}, 422, "invalid"),
        ({"content": "x", "kind": "episode"}, 422, "invalid"),
        ({"content": "x", "importance": 1.5}, 422, "invalid"),
        ({"content": "x", "importance": "0.5"}, 422, "invalid"),
        ({"content": "x", "tags": "food"}, 422, "invalid"),
        ({"content": "x", "tags": ["a"] * 6}, 422, "invalid"),
        ({"content": "x", "tags": ["t" * 51]}, 422, "tags"),
        ({"content": "x", "colour": "red"}, 422, "unknown_field"),
        ({"content": "x", "project": "garden"}, 422, "invalid"),
        ({"content": "x", "project": UNKNOWN}, 404, "not_found"),
        ({"content": "x", "namespace": ["one"], "key": "k"}, 422, "namespace"),
        ({"content": "x", "namespace": ["one"] * 21, "key": "k"}, 422, "namespace"),
        ({"content": "x", "namespace": ["o" * 200] * 3, "key": "k"}, 422, "namespace"),
        ({"content": "x", "namespace": ["one", "two"]}, 422, "key"),
        ({"content": "x", "key": "k"}, 422, "key"),
        (["x"], 422, "invalid"),
        ("{", 400, "not_json"),
        (b'{"content": "\xff"}', 400, "not_utf8"),
        ({"content": "x" * 6_000_000}, 413, "too_large"),
    ],
)
def test_bad_input_is_one_clear_error_and_saves_nothing(
    program: Program, alice: User, body: Any, status: int, code: str
) -> None:
    answer = program.post("memories", body)
    assert (answer.status, answer.code) == (status, code)
    assert answer.data["error"]["message"]
    with acting_as(alice):
        assert not Memory.objects.exists()
        assert not Source.objects.exists()


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"project": "garden"}, 422, "invalid"),
        ({"project": UNKNOWN}, 404, "not_found"),
        ({"kind": "episode"}, 422, "invalid"),
        ({"source": "slack"}, 422, "invalid"),
        ({"state": "gone"}, 422, "invalid"),
        ({"limit": "0"}, 422, "invalid"),
        ({"limit": "many"}, 422, "invalid"),
        ({"threshold": "2", "q": "x"}, 422, "invalid"),
        ({"cursor": "x"}, 422, "cursor"),
        ({"colour": "red"}, 422, "unknown_field"),
        ({"q": "x", "state": "forgotten"}, 422, "state"),
        ({"tag": "a\0"}, 400, "not_text"),
    ],
)
def test_a_bad_query_is_one_clear_error(
    program: Program, query: dict[str, str], status: int, code: str
) -> None:
    answer = program.get("memories", **query)
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("memories/{id}", {"content": ""}),
        ("memories/{id}", {"content": "a\0b"}),
        ("memories/{id}", {"content": "word " * 3000}),
        ("memories/{id}", {"importance": 7}),
        ("memories/{id}", {"project": "x"}),
    ],
)
def test_a_bad_edit_changes_nothing(program: Program, path: str, body: dict[str, Any]) -> None:
    memory = remembered(program, "I drink green tea")
    answer = program.patch(path.format(id=memory["id"]), body)
    assert answer.status == 422
    now = program.get(f"memories/{memory['id']}").data
    assert (now["content"], now["importance"]) == ("I drink green tea", 0.5)


def test_an_id_that_is_none_is_404(program: Program) -> None:
    for path in ("memories/7", "memories/x/restore", f"memories/{uuid4()}", "sources/garden"):
        answer = program.get(path)
        assert (answer.status, answer.code) == (404, "not_found")


def test_a_read_only_token_may_look_and_not_touch(program: Program, alice: User) -> None:
    memory = remembered(program, "I drink green tea")
    reader = Program(alice, ApiToken.Scope.READ)
    path = f"memories/{memory['id']}"
    assert reader.get("memories").status == reader.get(path).status == 200
    assert reader.post("forget/preview", {"ids": [memory["id"]]}).status == 200
    for answer in (
        reader.post("memories", {"content": "x"}),
        reader.patch(path, {"pinned": True}),
        reader.delete(path),
        reader.post(f"{path}/erase"),
        reader.post("forget", {"ids": [memory["id"]]}),
    ):
        assert (answer.status, answer.code) == (403, "read_only")
    assert program.get(path).data["state"] == "current"


def test_another_persons_project_is_404_and_takes_nothing(program: Program, charlie: User) -> None:
    with acting_as(charlie):
        workspace = Workspace.objects.create(user=charlie, name="Charlie")
        theirs = Project.objects.create(user=charlie, workspace=workspace, name="C", number=1)
    memory = remembered(program, "I drink green tea")
    for answer in (
        program.post("memories", {"content": "x", "project": str(theirs.pk)}),
        program.patch(f"memories/{memory['id']}", {"project": str(theirs.pk)}),
        program.get("memories", project=str(theirs.pk)),
        program.get("memories", project=str(theirs.pk), q="tea"),
        program.get("recall", project=str(theirs.pk), q="tea"),
    ):
        assert (answer.status, answer.code) == (404, "not_found")
