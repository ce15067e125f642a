"""Every tool with every kind of key, and what the access log says of it."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, KeyUse, User
from accounts.projects import create_project
from accounts.tokens import make_token
from database.acting import acting_as
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory

pytestmark = pytest.mark.django_db(transaction=True)

Scope = ApiToken.Scope
# What each kind of key is for; one for everything may use whatever tools there are.
MAY = {Scope.READ: {"recall", "open", "forget"}, Scope.ADD: {"remember"}}


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def sent(secret: str, method: str, *, at: str = "/mcp", **parameters: Any) -> Any:
    """One message of the protocol, in the era that begins with a handshake."""
    answer = Client().post(
        at,
        {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters},
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {secret}",
            "Accept": "application/json, text/event-stream",
        },
    )
    assert answer.status_code == 200, answer.content
    return answer.json()["result"]


def tools_of(secret: str) -> list[str]:
    """The tools that the server lists; one that asks first, once more with the person's word."""
    found = []
    for tool in sent(secret, "tools/list")["tools"]:
        found.append(tool["name"])
        if "confirmed" in tool["inputSchema"]["properties"]:
            found.append(f"{tool['name']} confirmed")
    return found


def called(secret: str, tool: str, memory: Memory) -> tuple[bool, str]:
    """Whether a tool did what it was asked, and what it said."""
    name, _, confirmed = tool.partition(" ")
    pk = f"memory:{memory.pk}"
    each: dict[str, dict[str, Any]] = {
        "recall": {"query": "how deep is the pond?"},
        "open": {"id": pk},
        "remember": {"content": "The wall is old."},
        "correct": {"id": pk, "content": "The pond is flat."},
        "forget": {"id": pk, "confirmed": bool(confirmed)},
    }
    result = sent(secret, "tools/call", name=name, arguments=each[name])
    return not result.get("isError"), result["content"][0]["text"]


def known(user: User, words: str, project: Any = None) -> Memory:
    with acting_as(user):
        memory = remember(user, words, by=Change.By.PERSON, project=project).memory
    assert memory
    while embed_waiting(user.pk):
        pass
    return memory


@pytest.mark.parametrize("scope", list(Scope))
def test_each_tool_with_each_scope(alice: User, scope: ApiToken.Scope) -> None:
    pond = known(alice, "The pond is deep.")
    _, secret = make_token(alice, "Robot", scope)
    tools = tools_of(secret)
    may = set(tools) if scope == Scope.FULL else MAY[scope]
    assert may <= set(tools)
    for tool in tools:
        done, said = called(secret, tool, pond)
        assert done is (tool in may), (tool, said)
        if not done:
            assert said.endswith(
                "This key may only read. Use one that may write."
                if scope == Scope.READ
                else "This key may only add sources and memories. Use one that may read and write."
            )
        if scope == Scope.ADD:
            assert "pond" not in said
    with acting_as(alice):
        statuses = dict(KeyUse.objects.values_list("call", "status").order_by("-does"))
        assert set(statuses) == {"connect", *(tool.partition(" ")[0] for tool in tools)}
        pond.refresh_from_db()
        assert (pond.state == Memory.State.FORGOTTEN) is (scope == Scope.FULL)


def test_a_key_of_one_project_meets_nothing_outside(alice: User) -> None:
    with acting_as(alice):
        garden = create_project(alice, "Garden")
    attic = known(alice, "The attic is above the pond.")
    pond = known(alice, "The pond is deep.", garden)
    _, secret = make_token(alice, "Robot", Scope.FULL, garden)
    for tool in ("open", "correct", "forget", "forget confirmed"):
        done, said = called(secret, tool, attic)
        assert not done
        assert "nothing by that id" in said
    _, said = called(secret, "recall", attic)
    assert [item["text"] for item in json.loads(said)["items"]] == ["The pond is deep."]
    for tool in ("open", "remember", "correct", "forget confirmed"):
        assert called(secret, tool, pond)[0], tool
    with acting_as(alice):
        attic.refresh_from_db()
        assert attic.state == Memory.State.CURRENT
        said_by = Memory.objects.filter(metadata__said_by="Robot")
        assert {memory.project_id for memory in said_by} == {garden.pk}
    elsewhere = sent(
        secret, "tools/call", name="recall", arguments={"query": "pond", "project": "Attic"}
    )
    assert "no project of that name" in elsewhere["content"][0]["text"]


def test_a_key_that_adds_to_one_project_adds_there_and_sees_nothing(alice: User) -> None:
    with acting_as(alice):
        garden = create_project(alice, "Garden")
        create_project(alice, "Attic")
    attic = known(alice, "The attic is above the pond.")
    pond = known(alice, "The pond is deep.", garden)
    _, secret = make_token(alice, "Robot", Scope.ADD, garden)
    for tool in tools_of(secret):
        for memory in (attic, pond):
            done, said = called(secret, tool, memory)
            assert done is (tool in MAY[Scope.ADD]), (tool, said)
            assert "pond" not in said
            assert str(memory.pk) not in said
    for name, said in (("Attic", "no project of that name"), ("garden", "received")):
        arguments = {"content": "The fence is low.", "project": name}
        answer = sent(secret, "tools/call", name="remember", arguments=arguments)
        assert said in answer["content"][0]["text"]
    with acting_as(alice):
        added = Memory.objects.filter(metadata__said_by="Robot")
        assert {memory.project_id for memory in added} == {garden.pk}
        assert {memory.content for memory in added} == {
            "Robot says: The wall is old.",
            "Robot says: The fence is low.",
        }
        others = Memory.objects.exclude(pk__in=added)
        assert {(memory.content, memory.state) for memory in others} == {
            (attic.content, "current"),
            (pond.content, "current"),
        }


def test_the_log_says_who_connected_and_nothing_of_what_was_asked(alice: User) -> None:
    pond = known(alice, "The pond is deep.")
    _, secret = make_token(alice, "Robot", Scope.READ)
    sent(secret, "tools/list")
    called(secret, "recall", pond)
    called(secret, "forget confirmed", pond)
    sent(secret, "tools/call", name="pond", arguments={})
    with acting_as(alice):
        assert set(KeyUse.objects.values_list("does", "call", "status", "times")) == {
            ("read", "connect", 200, 2),
            ("read", "recall", 200, 1),
            ("write", "forget", 403, 1),
        }
