"""Models connected by form: by the owner alone, the key sealed, tested before they are used."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.errors import Refused
from accounts.models import User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Conversation, Message
from database.acting import acting_as
from llm.chat import chat_model
from llm.errors import ModelError
from llm.fake import MODEL, Call, FakeModel, Recorded, Reply, failing
from llm.model_list import models_at
from memories.learning.model.trial import try_model
from model_access import connections
from model_access.addresses import checked
from model_access.models import Connection, LedgerEntry
from tests.memories.test_learning_by_model import fact, facts

KEY = "sk-a-secret-of-the-owner"


@pytest.fixture
def web(alice: User) -> Client:
    alice.owns_installation = True
    alice.save()
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def server() -> Iterator[FakeModel]:
    """A server that no setting names."""
    with FakeModel(key=KEY) as fake:
        yield fake


def connect(web: Client, server: FakeModel, model: str = MODEL, key: str = KEY) -> None:
    form = {"address": server.url, "key": key, "model": model}
    assert web.post("/settings/model/connect", form).status_code == 302


def test_the_owner_chooses_from_the_servers_list_and_connects(
    web: Client, server: FakeModel
) -> None:
    form = {"address": f"{server.url}/", "key": KEY}
    page = web.post("/settings/model/connect", form).content.decode()
    assert f'<option value="{MODEL}">' in page

    connect(web, server)

    known = Connection.objects.get()
    assert (known.base_url, known.model, known.standard) == (server.url, MODEL, True)
    model = chat_model()
    assert model is not None
    assert (model.name, model.endpoint.api_key) == (MODEL, KEY)
    page = web.get("/settings/model").content.decode()
    assert MODEL in page
    assert KEY not in page


def test_the_key_lies_sealed_in_the_database(web: Client, server: FakeModel) -> None:
    connect(web, server)
    with connection.cursor() as cursor:
        cursor.execute("SELECT c::text, sealed_key FROM model_access_connection c")
        told, sealed = cursor.fetchone()
    assert KEY not in told
    assert KEY.encode() not in bytes(sealed)
    # Connected again without the key, it stays.
    connect(web, server, key="")
    assert connections.key_of(Connection.objects.get()) == KEY


def test_a_key_whose_seal_is_lost_is_none(
    web: Client, server: FakeModel, settings: Settings
) -> None:
    connect(web, server)
    settings.ENCRYPTION_KEYS = ["7pWDRtFpV1tC0E6pOqJpB0Zp1R0ZB1p8kq0nUq7gJ8w="]
    assert connections.key_of(Connection.objects.get()) == ""


def test_nobody_else_may_connect_change_or_see_the_form(bob: User, server: FakeModel) -> None:
    known = connections.connect(server.url, MODEL, KEY)
    web = Client()
    web.force_login(bob)
    form = {"address": server.url, "model": "other"}
    assert web.post("/settings/model/connect", form).status_code == 404
    for act in ("standard", "disconnect"):
        assert web.post(f"/settings/model/{known.pk}/{act}").status_code == 404
    assert "Connect a model" not in web.get("/settings/model").content.decode()
    assert Connection.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:11434",
        "ftp://localhost/v1",
        "file:///etc/passwd",
        "http://",
        "http://user:password@localhost/v1",
        "http://localhost:11434/v1?x=1",
        "http://localhost:99999/v1",
        "http://169.254.169.254/latest",
        "http://[fe80::1]/v1",
        "http://example.org/v1",
        "http://local host/v1",
        "https://localhost/" + "v" * 600,
    ],
)
def test_an_address_that_is_none_is_refused(web: Client, address: str) -> None:
    form = {"address": address, "model": "m"}
    assert web.post("/settings/model/connect", form).status_code == 422
    assert not Connection.objects.exists()
    with pytest.raises(Refused):
        checked(address)


@pytest.mark.parametrize(
    "address", ["http://localhost:11434/v1", "http://10.1.2.3/v1", "https://example.org/v1/"]
)
def test_servers_of_models_live_at_home_too(address: str) -> None:
    assert checked(address) == address.rstrip("/")


class _Odd(BaseHTTPRequestHandler):
    body = b""
    status = 200
    asked: list[str] = []

    def log_message(self, *_: object) -> None:
        """Silent."""

    def do_GET(self) -> None:
        _Odd.asked.append(self.path)
        self.send_response(_Odd.status)
        self.send_header("Location", "/elsewhere/models")
        self.end_headers()
        self.wfile.write(_Odd.body)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"<html>secret intranet</html>"),
        (200, b'{"data": "none"}'),
        (200, b'{"data": [{"name": 1}]}'),
        (200, b'{"data": [' + b" " * 1_100_000 + b"]}"),
        (200, b"[" * 100_000),
        (302, b""),
        (401, b""),
        (404, b""),
        (500, b""),
    ],
)
def test_whatever_answers_at_an_address_shows_nothing_of_itself(status: int, body: bytes) -> None:
    _Odd.status, _Odd.body, _Odd.asked = status, body, []
    with HTTPServer(("127.0.0.1", 0), _Odd) as odd:
        threading.Thread(target=odd.serve_forever, daemon=True).start()
        with pytest.raises(ModelError) as told:
            models_at(f"http://127.0.0.1:{odd.server_port}/v1", "")
        odd.shutdown()
    assert "intranet" not in str(told.value)
    assert _Odd.asked == ["/v1/models"]


def test_what_the_settings_name_is_asked_first(
    alice: User, fake_model: FakeModel, server: FakeModel
) -> None:
    connections.connect(server.url, "other", KEY)
    model = chat_model()
    assert model is not None
    assert model.endpoint.base_url == fake_model.url


def test_another_becomes_standard_when_the_first_goes(web: Client, server: FakeModel) -> None:
    connect(web, server, "one")
    connect(web, server, "two")
    one, two = Connection.objects.order_by("created")
    web.post(f"/settings/model/{one.pk}/disconnect")
    assert Connection.objects.get() == two
    model = chat_model()
    assert model is not None
    assert model.name == "two"
    web.post(f"/settings/model/{two.pk}/disconnect")
    assert chat_model() is None


def answered(user: User, conversation: Conversation) -> Message:
    with acting_as(user):
        turn = converse.say(user, conversation, "How long is the Danube?")
    answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        return Message.objects.get(pk=turn.answer.pk)


def test_a_conversation_has_a_model_of_its_own_or_none(
    alice: User, web: Client, fake_model: FakeModel, server: FakeModel
) -> None:
    known = connections.connect(server.url, "other", KEY)
    with acting_as(alice):
        conversation = converse.start(alice)
    fake_model.say("By settings.", "By settings again.")
    server.say("By the other.")
    url = f"/chat/{conversation.pk}/model"
    assert "other at 127.0.0.1" in web.get(url).content.decode()

    models = [answered(alice, conversation).model]
    for choice in (str(known.pk), "none", ""):
        assert web.post(url, {"model": choice}).status_code == 302
        with acting_as(alice):
            conversation.refresh_from_db()
        models.append(answered(alice, conversation).model)

    assert models == [MODEL, "other", "", MODEL]
    assert web.post(url, {"model": "whatever"}).status_code == 422
    with acting_as(alice):
        Conversation.objects.update(model=str(known.pk))
    connections.disconnect(known)
    with acting_as(alice):
        conversation.refresh_from_db()
    fake_model.say("By settings once more.")
    assert answered(alice, conversation).model == MODEL


GRAZ = fact("I live in Graz.", "I live in Graz")
FISH = fact("I don't eat fish.", "I don't eat fish", kind="preference")
LENA = fact("My sister Lena plays the cello.", "My sister Lena plays the cello", about="Lena")
MINE = fact("I play the cello.", "plays the cello")
LIKES = fact("I eat fish.", "eat fish")
MADE_UP = fact("I was born in Graz in 1980.", "born in Graz")
TOOL = Reply(calls=[Call("weather", {"town": "Graz"})])


def test_a_good_model_passes_its_test(alice: User, fake_model: FakeModel, web: Client) -> None:
    fake_model.say(facts(GRAZ, FISH, LENA), TOOL)
    page = web.post("/settings/model/test", {"model": ""}).content.decode()
    assert "Good for learning" in page
    assert "It uses tools." in page
    assert "tokens a second" in page
    with acting_as(alice):
        assert set(LedgerEntry.objects.values_list("purpose", flat=True)) == {"test"}


@pytest.mark.parametrize(
    "found", [[GRAZ, FISH], [GRAZ, FISH, LENA, MINE], [GRAZ, LIKES, LENA], [], [GRAZ, MADE_UP]]
)
def test_a_model_that_mixes_things_up_does_not(
    alice: User, fake_model: FakeModel, found: list[dict[str, object]]
) -> None:
    fake_model.say(facts(*found), "It is sunny.")
    model = chat_model()
    assert model is not None
    tried = try_model(alice, model)
    assert not tried.good
    assert tried.tools == "It was offered a tool and did not use it."
    assert tried.dropped == found.count(MADE_UP)


def test_a_model_that_cannot_answer_says_why(
    alice: User, fake_model: FakeModel, web: Client
) -> None:
    fake_model.say(failing(401, "Incorrect API key"))
    assert "refused the key" in web.post("/settings/model/test", {}).content.decode()
    fake_model.say("no", "no")
    assert "could not be understood" in web.post("/settings/model/test", {}).content.decode()

    def answer(request: Recorded) -> Reply | str:
        if "tools" in request.body:
            return failing(400, "this model does not support tools")
        asked_before = len(request.body["messages"]) > 2
        return facts(GRAZ, FISH, LENA) if asked_before else json.dumps({"facts": "see above"})

    fake_model._script = answer
    page = web.post("/settings/model/test", {}).content.decode()
    assert "at the second try" in page
    assert "Its server supports no tools" in page
    assert web.post("/settings/model/test", {"model": "none"}).status_code == 404
    assert web.post("/settings/model/test", {"model": "nonsense"}).status_code == 404
