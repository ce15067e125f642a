"""No answer of a tool is longer than 1,500 tokens, whatever it is of; what is cut says so."""

import json
from typing import Any

import pytest

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from database.acting import acting_as
from doors.token_limits import MOST, cut, shortened, tokens_of
from llm.tokens import count_tokens
from memories.keeping import NewSource, keep, remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Chunk
from memories.source_kinds import NOTE
from tests.doors.test_keys import sent

pytestmark = pytest.mark.django_db(transaction=True)

# What takes the most tokens: signs of which each is several, and such as are sent escaped.
LONG = 'The pond “🦚” "is"\tdeep. '
TITLE = "🦚鱻" * 250


@pytest.fixture(autouse=True)
def threads_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django keeps its database calls out of coroutines; the tools run in threads of their own."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture
def secret(alice: User) -> str:
    return make_token(alice, "Robot", ApiToken.Scope.FULL)[1]


def called(secret: str, tool: str, *, at: str = "/mcp", **arguments: Any) -> Any:
    """What a tool answers, once it was counted."""
    result = sent(secret, "tools/call", at=at, name=tool, arguments=arguments)
    text = result["content"][0]["text"]
    assert not result.get("isError"), text
    assert count_tokens(text) <= MOST
    return json.loads(text)


def long_memory(user: User) -> str:
    """The id of a memory about as long as one may be: longer than any answer."""
    with acting_as(user):
        memory = remember(user, f"Known: {LONG * 120}", by=Change.By.PERSON).memory
    while embed_waiting(user.pk):
        pass
    assert memory
    assert count_tokens(memory.content) > MOST
    return f"memory:{memory.pk}"


def long_passage(user: User) -> str:
    """The id of a passage in the middle of a long source with a long title."""
    with acting_as(user):
        source = keep(user, NewSource(NOTE, LONG * 400, title=TITLE))
        chunks = list(Chunk.objects.filter(source=source).order_by("start"))
    while embed_waiting(user.pk):
        pass
    return f"note:{chunks[len(chunks) // 2].pk}"


def test_each_tool_has_its_test_here(secret: str) -> None:
    tests = {word for name in globals() if name.startswith("test_") for word in name.split("_")}
    for at in ("/mcp", "/mcp/search"):
        assert {tool["name"] for tool in sent(secret, "tools/list", at=at)["tools"]} <= tests


@pytest.mark.long
def test_recall(alice: User, secret: str) -> None:
    long_memory(alice)
    (only,) = called(secret, "recall", query="the pond is deep")["items"]
    assert only["text"].endswith("(shortened)")
    assert only["quote"].endswith("(shortened)")
    long_passage(alice)
    with acting_as(alice):
        for number in range(20):
            remember(alice, f"Pond {number} is deep and {LONG * 5}", by=Change.By.PERSON)
    found = called(secret, "recall", query="the pond is deep", limit=20)
    assert found["items"]
    assert found["note"].startswith("Shortened")


def test_recall_cuts_what_is_longer_than_its_room_and_leaves_nothing_else_out(
    alice: User, secret: str
) -> None:
    long = long_memory(alice)
    with acting_as(alice):
        short = remember(alice, "The pond is deep.", by=Change.By.PERSON).memory
    assert short
    for tokens in (400, 1_200):
        found = called(secret, "recall", query="how deep is the pond?", tokens=tokens)
        texts = {item["id"]: item["text"] for item in found["items"]}
        assert {*texts} == {long, f"memory:{short.pk}"}
        assert texts[f"memory:{short.pk}"] == "The pond is deep."
        assert texts[long].endswith(" … (shortened)")
        assert texts[long].startswith("Known: The pond")


def test_open_a_memory_until_its_end(alice: User, secret: str) -> None:
    pk = long_memory(alice)
    text, at = "", 0
    while at is not None:
        opened = called(secret, "open", id=pk, start=at)
        text, at = text + opened["text"], opened["next"]
        assert ("note" in opened) is (at is not None)
    assert text == f"Known: {LONG * 120}".strip()
    assert opened["quote"].endswith("(shortened)")


def test_open_a_passage_until_its_end(alice: User, secret: str) -> None:
    pk = long_passage(alice)
    opened = called(secret, "open", id=pk)
    assert opened["source"].endswith("(shortened)")
    whole, text, at = LONG * 400, opened["text"], opened["start"]
    assert opened["note"].startswith("Shortened")
    while opened["next"] is not None:
        opened = called(secret, "open", id=pk, start=opened["next"])
        text += opened["text"]
    assert text == whole[at:]


def test_remember_and_correct(secret: str) -> None:
    words = "🦚" * 550
    kept = called(secret, "remember", content=words)
    assert kept["kept"].endswith("(shortened)")
    better = called(secret, "correct", id=kept["id"], content=words[:-9])
    assert better["outcome"] == "corrected"
    assert better["kept"].endswith("(shortened)")


def test_forget(alice: User, secret: str) -> None:
    pk = long_memory(alice)
    preview = called(secret, "forget", id=pk)
    (would,) = preview["would_forget"]
    assert would.endswith("(shortened)")
    assert preview["number"] == 1
    assert called(secret, "forget", id=pk, confirmed=True)["number"] == 1


@pytest.mark.long
def test_search_and_fetch(alice: User, secret: str) -> None:
    pk = long_memory(alice)
    (result,) = called(secret, "search", at="/mcp/search", query="the pond is deep")["results"]
    assert result["text"].endswith("(shortened)")
    for each in (pk, long_passage(alice)):
        fetched = called(secret, "fetch", at="/mcp/search", id=each)
        assert fetched["metadata"]["note"].startswith("Shortened")
    with acting_as(alice):
        for number in range(20):
            remember(alice, f"Pond {number} is deep and {LONG * 5}", by=Change.By.PERSON)
    found = called(secret, "search", at="/mcp/search", query="the pond is deep")
    assert found["note"].startswith("Shortened")


@pytest.mark.parametrize("words", ["a " * 900, "🦚" * 300, "\n" * 900, '"\\' * 400, "\x01" * 900])
def test_what_is_cut_fits_as_it_is_sent(words: str) -> None:
    assert tokens_of(cut(words, 100)) <= 100
    assert words.startswith(cut(words, 100))
    assert tokens_of(shortened(words, 100)) <= 100
    assert shortened(words, 100).endswith(" … (shortened)")
    assert shortened(words[:9], 100) == words[:9]
