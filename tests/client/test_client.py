"""The client against the application as it runs."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx2
import pytest
from yarnnn_client import AsyncYarnnn, Entry, NotFound, Unreachable, Yarnnn, YarnnnError

from tests.client.conftest import Access
from tests.running import App, Keys

SHOP = ("agents", "shop")
WRITERS = 20


def test_of_twenty_writers_at_once_the_last_one_wins(access: Access) -> None:
    def write(number: int) -> bool:
        with Yarnnn(access.url, access.key) as client:
            return client.store.put(SHOP, "size", f"Size {number}", {"size": number}).success

    with ThreadPoolExecutor(WRITERS) as pool:
        assert all(pool.map(write, range(WRITERS)))
    headers = {"Authorization": f"Bearer {access.key}"}
    with Yarnnn(access.url, access.key) as client:
        (item,) = client.store.list(SHOP).items
        answer = httpx2.get(f"{access.url}/api/memories/{item.id}", headers=headers, timeout=60)
        latest, *before = answer.json()["history"]
        assert len(before) == WRITERS - 1
        assert latest["after"]["content"] == item.content == f"Size {item.metadata['size']}"
        client.store.put(SHOP, "size", "Size 99")
        assert client.store.get(SHOP, "size").content == "Size 99"


def test_of_ten_that_send_one_key_at_once_one_is_done(access: Access) -> None:
    def write(_: int) -> str:
        with Yarnnn(access.url, access.key) as client:
            done = client.remember("I take my coffee black", idempotency_key="coffee")
            return f"{done.outcome} {done.memory.id}"

    with ThreadPoolExecutor(10) as pool:
        (said,) = set(pool.map(write, range(10)))
    assert said.startswith("new ")


def test_what_is_wrong_is_an_exception(access: Access, client: Yarnnn) -> None:
    with pytest.raises(YarnnnError, match="2 to 20 parts") as refused:
        client.store.put(("one",), "k", "words")
    assert (refused.value.code, refused.value.status) == ("namespace", 422)
    with pytest.raises(NotFound):
        client.store.get(SHOP, "nothing")
    with Yarnnn(access.url, "wrong") as stranger, pytest.raises(YarnnnError) as turned_away:
        stranger.recall("anything?")
    assert turned_away.value.status == 401
    with Yarnnn("http://127.0.0.1:9", "key") as lost, pytest.raises(Unreachable):
        lost.ask("Hello?")


def test_a_write_whose_answer_was_lost_is_sent_again_and_done_once(
    client: Yarnnn, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[int] = []
    request = client._http.request

    def losing(*args: object, **kwargs: object) -> httpx2.Response:
        response = request(*args, **kwargs)  # type: ignore[arg-type]
        answered.append(response.status_code)
        if len(answered) == 1:
            raise httpx2.ReadError("the line went dead")
        return response

    monkeypatch.setattr(client._http, "request", losing)
    assert client.store.put(SHOP, "size", "Size 42").message == "Stored."
    assert answered == [201, 201]
    monkeypatch.undo()
    assert [item.content for item in client.store.list(SHOP).items] == ["Size 42"]


def test_the_async_client_does_the_same(access: Access) -> None:
    async def use() -> None:
        async with AsyncYarnnn(access.url, access.key) as client:
            known = await client.remember("I live in Bergen")
            assert (await client.recall("where do I live?")).passages[0].quote == "I live in Bergen"
            assert "Bergen" in (await client.ask("Where do I live?")).text
            kept = await client.sources.keep("The pond is deep.", title="Pond")
            assert (await client.sources.read(kept.id)).text == "The pond is deep."
            entries = [Entry(SHOP, str(n), f"Note {n}", {"n": n}) for n in range(5)]
            assert all(one.success for one in await client.store.put_many(entries))
            page = await client.store.list(SHOP, filter={"n": {"$gte": 3}})
            assert sorted(item.key for item in page.items) == ["3", "4"]
            found = await client.store.search(SHOP, "note 2", threshold=0.5)
            assert found.items[0].key == "2"
            assert await client.store.namespaces(("agents",)) == (SHOP,)
            assert (await client.store.delete(SHOP, "2")).success
            with pytest.raises(NotFound):
                await client.store.get(SHOP, "2")
            assert (await client.forget(known.memory.id)).memories == (known.memory.id,)
            assert await client.restore(known.memory.id) == (known.memory.id,)

    asyncio.run(use())


def test_a_key_that_may_only_add_says_that_it_was_kept(running_app: App, keys: Keys) -> None:
    email = f"{uuid4().hex}@example.org"
    key = keys.make(email, "--create", "--add-only")
    with Yarnnn(running_app.address, key) as adding, pytest.raises(YarnnnError) as told:
        adding.remember("The boiler is in the loft.")
    assert told.value.code == "received"
    reading = keys.make(email)
    with Yarnnn(running_app.address, reading) as client:
        assert "boiler" in client.recall("Where is the boiler?").passages[0].text
