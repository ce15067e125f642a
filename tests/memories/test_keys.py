"""Keys that may only add, and keys of one project: what they do where they may."""

from typing import Any

import pytest

from accounts.models import ApiToken, Project, User
from database.acting import acting_as
from memories.forgetting import forget
from memories.keeping import NewSource, editing, keep, remember
from memories.keeping.vectors import embed_waiting
from memories.learning import learn, update_known
from memories.learning.changing.updating import ONLY_ADDS
from memories.learning.learn import new_of
from memories.models import Change, Memory, Source
from memories.source_kinds import NOTE
from tests.memories.calls import Program

Scope = ApiToken.Scope


@pytest.fixture
def adder(alice: User) -> Program:
    return Program(alice, Scope.ADD)


@pytest.fixture
def gardener(alice: User, garden: Project) -> Program:
    return Program(alice, Scope.FULL, garden)


def known(user: User, words: str, project: Project | None = None) -> Memory:
    with acting_as(user):
        memory = remember(user, words, by=Change.By.PERSON, project=project).memory
    assert memory
    while embed_waiting(user.pk):
        pass
    return memory


def test_whoever_may_only_add_is_told_nothing_else(adder: Program, alice: User) -> None:
    known(alice, "The pond is deep.")
    gone = known(alice, "The gate is green.")
    with acting_as(alice):
        forget(alice, [gone.pk], by=Change.By.PERSON)
    answers = [
        adder.post("memories", {"content": content})
        for content in ("The pond is deep.", "The gate is green.", "The wall is old.")
    ]
    answers += [
        adder.post("sources", {"text": text, "kind": "note", "external_id": "1"})
        for text in ("I am allergic to peanuts.", "Something else.")
    ]
    assert {(answer.status, str(answer.data)) for answer in answers} == {
        (202, "{'outcome': 'received'}")
    }
    with acting_as(alice):
        current = Memory.objects.filter(user=alice, state="current")
        assert set(current.values_list("content", flat=True)) == {
            "The pond is deep.",
            "The wall is old.",
            "I am allergic to peanuts.",
        }


@pytest.mark.parametrize("more", [{"namespace": ["a", "b"], "key": "c"}, {"again": True}])
def test_whoever_may_only_add_changes_nothing_by_it(
    adder: Program, more: dict[str, object]
) -> None:
    answer = adder.post("memories", {"content": "The pond is shallow.", **more})
    assert (answer.status, answer.code) == (403, "add_only")


@pytest.mark.parametrize("only_adds", [True, False])
def test_news_of_whoever_may_only_add_supersedes_nothing(alice: User, only_adds: bool) -> None:
    said = "I live in {}."
    with acting_as(alice):
        learn(alice, keep(alice, NewSource(NOTE, said.format("Bristol"))))
        news = keep(
            alice,
            NewSource(
                NOTE,
                "I moved from Bristol to Bath. I live in Bath now.",
                metadata={ONLY_ADDS: only_adds},
            ),
        )
        new = new_of(learn(alice, news))
    while embed_waiting(alice.pk):
        pass
    update_known(alice, news.pk, new)
    with acting_as(alice):
        states = Memory.objects.filter(content__contains="Bristol").values_list("state", flat=True)
        assert ("superseded" in states) is not only_adds


def test_a_key_of_one_project_works_in_it(gardener: Program, alice: User, garden: Project) -> None:
    known(alice, "The attic is dry.")
    made = gardener.post("memories", {"content": "The pond is deep."}).data["memory"]
    assert made["project"] == str(garden.pk)
    kept = gardener.post("sources", {"text": "The pond froze over.", "kind": "note"}).data
    assert kept["project"] == str(garden.pk)
    while embed_waiting(alice.pk):
        pass
    (listed,) = gardener.get("memories").data["memories"]
    (found,) = gardener.get("memories", q="pond").data["memories"]
    assert listed["id"] == found["id"] == made["id"]
    recalled = gardener.get("recall", q="how deep is the pond?").data["items"]
    assert {item["text"] for item in recalled} == {"The pond is deep.", "The pond froze over."}
    assert gardener.get("recall", q="is the attic dry?").data["answers"] is False
    assert gardener.get(f"sources/{kept['id']}").status == 200
    assert gardener.post(f"memories/{made['id']}/correct", {"content": "It is flat."}).status == 200
    (current,) = gardener.get("memories").data["memories"]
    assert gardener.delete(f"memories/{current['id']}").status == 200
    assert [it["name"] for it in gardener.get("projects").data["projects"]] == [garden.name]
    with acting_as(alice):
        assert Memory.objects.filter(project=None, state="current").count() == 1


def test_a_key_of_one_project_moves_nothing_out(
    gardener: Program, alice: User, garden: Project
) -> None:
    memory = known(alice, "The pond is deep.", garden)
    answer = gardener.patch(f"memories/{memory.pk}", {"project": None})
    assert (answer.status, answer.code) == (403, "one_project")
    assert gardener.patch(f"memories/{memory.pk}", {"project": str(garden.pk)}).status == 200
    assert gardener.get("memories", project="everywhere").status == 404
    answer = gardener.post("memories", {"content": "The pond is deep.", "again": True})
    assert (answer.status, answer.code) == (403, "one_project")


def test_what_a_name_outside_the_project_stands_for_stays(gardener: Program, alice: User) -> None:
    everywhere = Program(alice)
    place = {"namespace": ["a", "b"], "key": "c"}
    everywhere.post("memories", {"content": "The attic is dry.", **place})
    everywhere.post("sources", {"text": "The roof leaks.", "kind": "note", "external_id": "1"})
    answer = gardener.post("memories", {"content": "The attic is wet.", **place})
    assert (answer.status, answer.code) == (409, "taken")
    answer = gardener.post("sources", {"text": "x", "kind": "note", "external_id": "1"})
    assert (answer.status, answer.code) == (409, "taken")


def test_where_a_memory_came_from_stays_outside(
    gardener: Program, alice: User, garden: Project
) -> None:
    with acting_as(alice):
        source = keep(alice, NewSource(NOTE, "I am allergic to peanuts.", title="A secret title"))
        (learned,) = learn(alice, source)
        assert learned.memory
        editing.move(alice, learned.memory, garden, by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    pk = learned.memory.pk
    recalled = gardener.get("recall", q="which nuts must I avoid?")
    (item,) = recalled.data["items"]
    assert (item["memory"], item["text"]) == (str(pk), "I am allergic to peanuts.")
    seen = [recalled, gardener.get("memories"), gardener.get("memories", q="peanuts")]
    seen.append(gardener.get(f"memories/{pk}"))
    assert seen[-1].data["evidence"] == []
    assert not [answer for answer in seen if "secret title" in str(answer.data)]
    with acting_as(alice):
        assert gardener.get(f"sources/{Source.objects.get(pk=source.pk).pk}").status == 404
    assert Program(alice).get(f"memories/{pk}").data["source"]["title"] == "A secret title"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("memories", {"content": "The gate is green."}),
        ("memories", {"content": "The pond is deep."}),
        ("sources", {"text": "The pond is deep.", "kind": "note"}),
    ],
)
def test_whoever_may_only_add_is_told_nothing_else_again(
    adder: Program, alice: User, path: str, body: dict[str, object]
) -> None:
    gone = known(alice, "The gate is green.")
    with acting_as(alice):
        forget(alice, [gone.pk], by=Change.By.PERSON)
    whole = Program(alice).post(path, body, once="one")
    answers = [adder.post(path, body, once="one") for _ in range(2)]
    assert {(answer.status, str(answer.data)) for answer in answers} == {
        (202, "{'outcome': 'received'}")
    }
    # Nor do they learn of what another program sent with this key, or answer in its place.
    other = adder.post("memories", {"content": "The wall is old."}, once="two")
    assert (other.status, other.data) == (202, {"outcome": "received"})
    again = Program(alice).post(path, body, once="one")
    assert (again.status, again.data.get("outcome")) == (whole.status, whole.data.get("outcome"))


def test_a_key_of_one_project_is_not_told_what_another_did_once(
    gardener: Program, alice: User, garden: Project
) -> None:
    body = {"content": "The pond is deep."}
    outside = Program(alice).post("memories", body, once="one").data["memory"]
    inside = gardener.post("memories", body, once="one").data["memory"]
    assert (outside["project"], inside["project"]) == (None, str(garden.pk))
    assert gardener.post("memories", body, once="one").data["memory"]["id"] == inside["id"]
    Program(alice).patch(f"memories/{inside['id']}", {"project": None})
    assert gardener.post("memories", body, once="one").status == 404


def test_the_store_is_closed_to_keys_that_only_add_or_have_a_project(
    adder: Program, gardener: Program
) -> None:
    place: dict[str, Any] = {"namespace": ["a", "b"], "key": "c"}
    for program, code in ((adder, "add_only"), (gardener, "one_project")):
        for answer in (
            program.put("store", {**place, "content": "x"}),
            program.post("store/batch", {"items": [{**place, "content": "x"}]}),
            program.get("store/item", **place),
            program.delete("store/item", **place),
            program.post("store/search", {"namespace": ["a"]}),
            program.get("store/namespaces"),
        ):
            assert (answer.status, answer.code) == (403, code)


def test_a_key_goes_with_its_project(gardener: Program, alice: User, garden: Project) -> None:
    assert Program(alice).delete(f"projects/{garden.pk}").status == 204
    assert gardener.get("memories").status == 401
