"""search and fetch, as ChatGPT's connectors look for them, at an address of their own."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, KeyUse, User
from accounts.projects import create_project
from accounts.tokens import make_token
from database.acting import acting_as
from llm.tokens import count_tokens
from memories.forgetting import forget
from memories.keeping import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory
from memories.source_kinds import NOTE
from tests.doors.test_keys import known, sent

pytestmark = pytest.mark.django_db(transaction=True)
AT = "/mcp/search"


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def called(secret: str, tool: str, **arguments: str) -> Any:
    result = sent(secret, "tools/call", at=AT, name=tool, arguments=arguments)
    text = result["content"][0]["text"]
    return text if result.get("isError") else json.loads(text)


def test_these_two_tools_and_no_other(alice: User) -> None:
    _, secret = make_token(alice, "ChatGPT", ApiToken.Scope.FULL)
    tools = sent(secret, "tools/list", at=AT)["tools"]
    assert [tool["name"] for tool in tools] == ["search", "fetch"]
    assert all(tool["annotations"]["readOnlyHint"] for tool in tools)
    assert [tool["inputSchema"]["required"] for tool in tools] == [["query"], ["id"]]
    assert count_tokens(json.dumps(tools)) < 500
    assert "Unknown tool" in called(secret, "forget", id="memory:x", confirmed="true")


def test_what_is_found_is_fetched_and_opens_in_the_browser(alice: User, client: Client) -> None:
    pond = known(alice, "The pond is two metres deep.")
    with acting_as(alice):
        keep(alice, NewSource(NOTE, "The pump of the pond stands in the shed.", title="Pump"))
    while embed_waiting(alice.pk):
        pass
    _, secret = make_token(alice, "ChatGPT", ApiToken.Scope.READ)
    results = called(secret, "search", query="how deep is the pond?")["results"]
    assert results[0]["id"] == f"memory:{pond.pk}"
    assert {*results[0]} == {"id", "title", "url", "text"}
    client.force_login(alice)
    texts = []
    for each in results:
        one = called(secret, "fetch", id=each["id"])
        assert {*one} == {"id", "title", "text", "url", "metadata"}
        assert (one["id"], one["url"]) == (each["id"], each["url"])
        assert one["metadata"]["source"]
        assert one["url"].startswith("http://testserver/")
        assert client.get(one["url"]).status_code == 200
        texts.append(one["text"])
    assert {"The pond is two metres deep.", "The pump of the pond stands in the shed."} <= {*texts}
    with acting_as(alice):
        assert {*KeyUse.objects.values_list("call", flat=True)} == {"search", "fetch"}


def test_a_stranger_a_project_and_a_key_that_only_adds(alice: User, charlie: User) -> None:
    with acting_as(alice):
        garden = create_project(alice, "Garden")
    pond, attic = known(alice, "The pond is deep.", garden), known(alice, "The attic is high.")
    _, his = make_token(charlie, "ChatGPT", ApiToken.Scope.FULL)
    assert called(his, "search", query="how deep is the pond?") == {"results": []}
    assert "nothing by that id" in called(his, "fetch", id=f"memory:{pond.pk}")
    _, gardeners = make_token(alice, "Gardener", ApiToken.Scope.READ, garden)
    found = called(gardeners, "search", query="how high is the attic?")["results"]
    assert f"memory:{attic.pk}" not in {each["id"] for each in found}
    assert "nothing by that id" in called(gardeners, "fetch", id=f"memory:{attic.pk}")
    assert called(gardeners, "fetch", id=f"memory:{pond.pk}")["text"] == "The pond is deep."
    _, adders = make_token(alice, "Adder", ApiToken.Scope.ADD)
    assert "only add" in called(adders, "search", query="pond")
    assert "only add" in called(adders, "fetch", id=f"memory:{pond.pk}")


def test_what_is_forgotten_is_fetched_no_more(alice: User) -> None:
    pond = known(alice, "The pond is deep.")
    _, secret = make_token(alice, "ChatGPT", ApiToken.Scope.READ)
    with acting_as(alice):
        forget(alice, [pond.pk], by=Change.By.PERSON)
        assert Memory.objects.get(pk=pond.pk).state == Memory.State.FORGOTTEN
    assert "nothing by that id" in called(secret, "fetch", id=f"memory:{pond.pk}")
    assert called(secret, "search", query="how deep is the pond?")["results"] == []


def test_without_a_key_it_says_where_to_ask(client: Client) -> None:
    refused = client.post(AT, {}, content_type="application/json")
    assert refused.status_code == 401
    assert "/.well-known/oauth-protected-resource/mcp" in refused["WWW-Authenticate"]
