"""The protocol's own client uses every tool, over HTTP and stdio, in both of its eras."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from django.test import Client as Browser
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from pytest_django.live_server_helper import LiveServer

from accounts.grants import Grant
from accounts.models import ApiToken, User
from accounts.tokens import make_token
from chat import converse
from database.acting import acting_as
from doors.caller import Caller
from doors.search_fetch import do_fetch
from doors.server import INSTRUCTIONS
from doors.tools import do_correct, do_open, do_recall, do_remember
from llm.tokens import count_tokens
from memories.answers import Question, Verdict, find_answer
from memories.keeping import NewSource, keep, remember
from memories.keeping.editing import confirm
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, Source
from memories.source_kinds import NOTE
from tests.environment import PROJECT
from tests.running import App

pytestmark = pytest.mark.django_db(transaction=True)

ERAS = ["legacy", "2026-07-28"]
TOOLS = ["recall", "open", "remember", "correct", "forget"]
# What every item has, of recall and of open, memory or passage.
ALWAYS = {"id", "source", "date", "quote", "known"}
Use = Callable[[Client], Awaitable[None]]


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def key_of(user: User, scope: ApiToken.Scope = ApiToken.Scope.FULL, name: str = "Robot") -> str:
    return make_token(user, name, scope)[1]


def use(server: LiveServer, key: str, era: str, act: Use, at: str = "/mcp") -> None:
    async def run() -> None:
        headers = {"Authorization": f"Bearer {key}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            transport = streamable_http_client(f"{server.url}{at}", http_client=http)
            async with Client(transport, mode=era) as client:
                await act(client)

    asyncio.run(run())


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    answer = await client.call_tool(tool, arguments)
    text = answer.content[0].text  # type: ignore[union-attr]
    return text if answer.is_error else json.loads(text)


def said(user: User, text: str) -> Memory:
    with acting_as(user):
        converse.say(user, None, text)
        memory = Memory.objects.filter(state="current").order_by("-created")[0]
    while embed_waiting(user.pk):
        pass
    return memory


@pytest.mark.parametrize("era", ERAS)
def test_all_tools(live_server: LiveServer, alice: User, era: str) -> None:
    nuts = said(alice, "I am allergic to peanuts.")

    async def act(client: Client) -> None:
        told = (await client.list_tools()).tools
        assert [tool.name for tool in told] == TOOLS
        listed = json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in told])
        assert count_tokens(listed) <= 1500
        found = await called(client, "recall", query="which nuts must I avoid?")
        best = found["items"][0]
        assert best["id"] == f"memory:{nuts.pk}"
        assert best["text"] == "I am allergic to peanuts."
        assert best["known"] is True
        assert best["source"].startswith("From your chat")
        opened = await called(client, "open", id=best["id"])
        assert opened["rests_on"][0]["quote"] == "I am allergic to peanuts."
        for each in (*found["items"], opened):
            assert {*each} >= ALWAYS
        kept = await called(client, "remember", content="The person likes tabs, not spaces.")
        assert kept["kept"] == "Robot says: The person likes tabs, not spaces."
        better = await called(client, "correct", id=kept["id"], content="They like spaces.")
        assert better["outcome"] == "corrected"
        noted = await called(client, "correct", id=best["id"], content="I eat peanuts.")
        assert noted["outcome"] == "noted"
        preview = await called(client, "forget", id=best["id"])
        assert preview["would_forget"] == ["I am allergic to peanuts."]
        assert (await called(client, "recall", query="peanuts"))["items"]
        gone = await called(client, "forget", id=best["id"], confirmed=True)
        assert gone["forgotten"] is True

    use(live_server, key_of(alice), era, act)
    with acting_as(alice):
        nuts.refresh_from_db()
        assert nuts.state == Memory.State.FORGOTTEN
        robots = Memory.objects.filter(state="current", metadata__said_by="Robot")
        assert {memory.kind for memory in robots} == {"note"}
        assert {memory.confirmed for memory in robots} == {None}


@pytest.mark.parametrize("era", ERAS)
def test_search_and_fetch(live_server: LiveServer, alice: User, era: str) -> None:
    nuts = said(alice, "I am allergic to peanuts.")

    async def act(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["search", "fetch"]
        (found,) = (await called(client, "search", query="which nuts must I avoid?"))["results"]
        assert found["id"] == f"memory:{nuts.pk}"
        fetched = await called(client, "fetch", id=found["id"])
        assert fetched["text"] == "I am allergic to peanuts."

    use(live_server, key_of(alice, ApiToken.Scope.READ), era, act, "/mcp/search")


def test_every_item_says_where_it_stands_and_whether_it_is_known(alice: User) -> None:
    said(alice, "My sister is called Marit.")
    with acting_as(alice):
        keep(alice, NewSource(NOTE, "My pump stands in the shed.", title="Pump"))
        letter = NewSource(NOTE, "Your boat lies at pier nine.", author=Source.Author.OTHER)
        keep(alice, replace(letter, speaker="Dana", happened_at=datetime(2024, 3, 4, tzinfo=UTC)))
    while embed_waiting(alice.pk):
        pass
    caller = Caller(alice, "Robot", Grant())
    do_remember(caller, "The sister of the person sings.", "")
    for asked, quote, known in (
        ("what is my sister called?", "My sister is called Marit.", True),
        ("does my sister sing?", "Robot says: The sister of the person sings.", False),
        ("where is my pump?", "My pump stands in the shed.", True),
        ("where does my boat lie?", "Your boat lies at pier nine.", False),
    ):
        items = do_recall(caller, asked, 8, "", 1200)["items"]
        (found,) = [item for item in items if item["quote"] == quote]
        opened = do_open(caller, found["id"], 0)
        for each in (found, opened):
            assert {*each} >= ALWAYS
            assert (each["id"], each["quote"], each["known"]) == (found["id"], quote, known)
            assert (each["source"], each["date"]) == (found["source"], found["date"])
            assert each["source"]
        if found["id"].startswith("memory:"):
            assert opened["rests_on"][0].items() <= opened.items()
        if "boat" in asked:
            assert found["date"] == "2024-03-04"


def test_a_program_is_told_what_the_api_says_of_it(alice: User) -> None:
    said(alice, "My sister is called Marit.")
    said(alice, "I keep bees on the roof.")
    caller = Caller(alice, "Robot", Grant())
    for asked, answered in (
        ("what is my sister called?", True),
        ("what is my brother called?", False),
        ("what is my blood type?", False),
    ):
        assert do_recall(caller, asked, 8, "", 1200)["answered"] is answered, asked
        verdict = find_answer(alice, Question(asked)).verdict
        assert (verdict is Verdict.SURE) is answered, asked
    # What is no question is answered by what comes near.
    assert do_recall(caller, "bees", 8, "", 1200)["answered"]
    assert not do_recall(caller, "car insurance", 8, "", 1200)["answered"]


def test_what_a_program_said_is_known_once_the_person_confirms_it(alice: User) -> None:
    caller = Caller(alice, "Robot", Grant())
    pk = do_remember(caller, "The sister of the person sings.", "")["id"]

    def known() -> list[object]:
        (found,) = do_recall(caller, "does my sister sing?", 8, "", 1200)["items"]
        assert found["id"] == pk
        fetched = do_fetch(caller, pk)["metadata"]["known"]
        return [found["known"], do_open(caller, pk, 0)["known"], fetched]

    assert known() == [False, False, "False"]
    with acting_as(alice):
        memory = Memory.objects.get()
        confirm(alice, memory, by=Change.By.PERSON)
    assert known() == [True, True, "True"]
    # It is the person's own now: the program's other words take nothing of it away.
    assert do_correct(caller, pk, "She does not sing.")["outcome"] == "noted"
    with acting_as(alice):
        memory.refresh_from_db()
        assert memory.state == Memory.State.CURRENT


def test_a_key_that_may_only_read_changes_nothing(live_server: LiveServer, alice: User) -> None:
    nuts = said(alice, "I am allergic to peanuts.")

    async def act(client: Client) -> None:
        assert (await called(client, "recall", query="peanuts"))["items"]
        assert "only read" in await called(client, "remember", content="x y z")
        assert "only read" in await called(client, "correct", id=f"memory:{nuts.pk}", content="x")
        pk = f"memory:{nuts.pk}"
        assert (await called(client, "forget", id=pk))["forgotten"] is False
        assert "only read" in await called(client, "forget", id=pk, confirmed=True)

    use(live_server, key_of(alice, ApiToken.Scope.READ), "legacy", act)
    with acting_as(alice):
        assert Memory.objects.filter(state="current").count() == 1


def test_a_stranger_reaches_nothing(live_server: LiveServer, alice: User, charlie: User) -> None:
    nuts = said(alice, "I am allergic to peanuts.")

    async def act(client: Client) -> None:
        assert (await called(client, "recall", query="peanuts"))["items"] == []
        pk = f"memory:{nuts.pk}"
        for tool, more in (("open", {}), ("correct", {"content": "x"}), ("forget", {})):
            assert "nothing by that id" in await called(client, tool, id=pk, **more)
        assert "Give an id" in await called(client, "open", id="peanuts")

    use(live_server, key_of(charlie), "2026-07-28", act)


def test_two_people_at_once_see_their_own(
    live_server: LiveServer, alice: User, charlie: User
) -> None:
    said(alice, "My sister is called Marit.")
    said(charlie, "My sister is called Ingrid.")

    async def ask(key: str, name: str) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            transport = streamable_http_client(f"{live_server.url}/mcp", http_client=http)
            async with Client(transport, mode="legacy") as client:
                for _ in range(5):
                    found = await called(client, "recall", query="what is my sister called?")
                    assert [name in item["text"] for item in found["items"]] == [True]

    async def both() -> None:
        await asyncio.gather(ask(hers, "Marit"), ask(his, "Ingrid"))

    hers, his = key_of(alice), key_of(charlie)
    asyncio.run(both())


def test_nobody_without_a_key(alice: User) -> None:
    browser = Browser()
    browser.force_login(alice)
    answer = browser.post("/mcp", {}, content_type="application/json")
    document = "http://testserver/.well-known/oauth-protected-resource/mcp"
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == f'Bearer resource_metadata="{document}"'
    wrong = browser.post(
        "/mcp", {}, content_type="application/json", headers={"Authorization": "Bearer x"}
    )
    assert wrong.status_code == 401
    assert browser.get("/mcp").status_code == 405


def test_what_is_not_the_protocol_is_refused(alice: User) -> None:
    headers = {"Authorization": f"Bearer {key_of(alice)}"}
    for body in (b"{}", b"nonsense", b"[]", b"\xff"):
        answer = Browser().post("/mcp", body, content_type="application/json", headers=headers)
        assert 400 <= answer.status_code < 500


def test_an_answer_is_as_long_as_asked_for(alice: User) -> None:
    with acting_as(alice):
        for number in range(30):
            words = "about the harbour and its boats " * 12
            remember(alice, f"Note {number} {words}", by=Change.By.PERSON)
    caller = Caller(alice, "Robot", Grant())
    short = do_recall(caller, "the harbour", 20, "", 500)
    assert count_tokens(json.dumps(short)) <= 600
    usual = do_recall(caller, "the harbour", 20, "", 1200)
    assert len(short["items"]) < len(usual["items"])
    assert count_tokens(json.dumps(usual)) <= 1500
    assert "never an instruction" in INSTRUCTIONS


@pytest.mark.kill
def test_over_standard_streams(tmp_path: Any) -> None:
    app = App(tmp_path / "home")
    app.start()
    try:
        app.manage(
            "shell",
            "--no-imports",
            "-c",
            "from accounts.models import User\n"
            "from accounts.signup import join\n"
            "join(User(email='alice@example.org'), let_in=True)",
        )
        server = StdioServerParameters(
            command=sys.executable,
            args=["manage.py", "mcp", "alice@example.org", "--name", "Robot"],
            cwd=str(PROJECT),
            env={**os.environ, **app.environment},
        )

        async def run(era: str) -> None:
            async with Client(server, mode=era) as client:
                told = (await client.list_tools()).tools
                assert [tool.name for tool in told] == TOOLS
                kept = await called(client, "remember", content=f"Written in the era {era}.")
                assert kept["kept"].startswith("Robot says: Written")
                found = await called(client, "recall", query=f"written in the era {era}")
                assert found["items"][0]["id"] == kept["id"]
                assert found["items"][0]["known"] is False
                opened = await called(client, "open", id=kept["id"])
                assert opened["quote"] == kept["kept"]
                content = f"Spoken in the era {era}."
                better = await called(client, "correct", id=kept["id"], content=content)
                assert better["outcome"] == "corrected"
                preview = await called(client, "forget", id=better["id"])
                assert preview["would_forget"] == [better["kept"]]
                gone = await called(client, "forget", id=better["id"], confirmed=True)
                assert gone["forgotten"] is True
                assert "nothing by that id" in await called(client, "open", id=better["id"])

        for era in ERAS:
            asyncio.run(run(era))
    finally:
        app.stop()
