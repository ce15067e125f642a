"""What models took and may take in a day, and learning from what there is already."""

from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Message
from database.acting import acting_as
from llm.chat import chat_model, complete
from llm.fake import MODEL, FakeModel, Reply, failing
from llm.messages import Message as Said
from memories.keeping.sources import NewSource as Source
from memories.keeping.sources import keep
from memories.learning import learn_what_is_left, progress
from memories.learning.backfill import try_again
from memories.models import Lesson, Memory, Work
from memories.models import Source as Kept
from memories.source_kinds import CHAT, IMPORT
from model_access import ledger
from model_access.models import LedgerEntry
from tests.memories.test_learning_by_model import ALLERGY, LENA, facts, known, learn_all, said


@pytest.fixture
def web(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def entries(user: User) -> list[LedgerEntry]:
    with acting_as(user):
        return list(LedgerEntry.objects.order_by("pk"))


def answered(user: User, text: str) -> Message:
    with acting_as(user):
        turn = converse.say(user, None, text)
    answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        return Message.objects.select_related("source").get(pk=turn.answer.pk)


def test_every_request_is_in_the_ledger_with_what_it_cost(
    alice: User, fake_model: FakeModel, settings: Settings
) -> None:
    settings.YARNNN_CHAT_PRICE_IN, settings.YARNNN_CHAT_PRICE_OUT = Decimal("1000"), Decimal("2000")
    fake_model.say("You told me nothing of it.", "no JSON", facts(ALLERGY), failing(500, "no"))

    answered(alice, "What is my rent?")
    said(alice, LENA)
    learn_all(alice)
    answered(alice, "What is my rent?")

    chat, first, second, failed = entries(alice)
    assert [each.purpose for each in (chat, first, second)] == ["chat", "learning", "learning"]
    assert (chat.host, chat.model, chat.left) == ("127.0.0.1", MODEL, False)
    assert (chat.tokens_in, chat.tokens_out, chat.estimated) == (10, 6, False)
    assert chat.cost == Decimal("0.022")
    assert (failed.answered, failed.cost, failed.estimated) == (False, None, True)
    with acting_as(alice):
        today = ledger.spent(alice, ledger.midnight(alice))
    assert today.requests == 3
    assert today.cost == sum(each.cost or 0 for each in (chat, first, second))


def test_what_reached_nobody_is_not_in_the_ledger(alice: User, settings: Settings) -> None:
    settings.OPENAI_BASE_URL, settings.YARNNN_CHAT_MODEL = "http://127.0.0.1:9/v1", "any"

    answered(alice, "What is my rent?")

    assert not entries(alice)


@pytest.mark.parametrize(("tokens", "cost"), [(1000, 0), (0, 3)])
def test_beyond_the_days_budget_learning_waits_and_chat_answers_without(
    alice: User, fake_model: FakeModel, settings: Settings, tokens: int, cost: int
) -> None:
    settings.YARNNN_DAY_TOKENS, settings.YARNNN_DAY_COST = tokens, Decimal(cost)
    with acting_as(alice):
        LedgerEntry.objects.create(
            user=alice, host="h", model="m", purpose="chat", left=True, tokens_in=900,
            tokens_out=100, cost=Decimal(3), answered=True,
        )  # fmt: skip
    said(alice, LENA)

    answer = answered(alice, "What is my rent?")
    unit = learn_all(alice, rounds=1)

    assert not fake_model.chats
    assert answer.state == Message.State.DONE
    assert "budget for the model is used up" in answer.reason
    assert unit.state == Work.State.WAITING
    assert unit.not_before == ledger.midnight(alice, 1)
    with acting_as(alice):
        assert "budget" in progress(alice).reasons[0]

    with acting_as(alice):
        LedgerEntry.objects.update(at=timezone.now() - timedelta(days=1))
    fake_model.say(facts(ALLERGY))
    assert learn_all(alice).state == Work.State.DONE
    assert known(alice) == [ALLERGY["statement"]]


def test_a_day_begins_at_midnight_where_the_person_lives(alice: User) -> None:
    alice.time_zone = "Pacific/Auckland"
    begun = ledger.midnight(alice)
    assert (begun.hour, begun.minute) == (0, 0)
    assert begun <= timezone.now() < ledger.midnight(alice, 1)


def test_backfill_learns_what_is_left_goes_on_and_skips_what_was_learned(
    alice: User, fake_model: FakeModel
) -> None:
    for number in range(5):
        said(alice, f"In {1990 + number} I lived in flat {number} with a green door.")
    with acting_as(alice):
        Work.objects.all().delete()
        keep(alice, Source(CHAT, "Forget that I lived anywhere.", searchable=False))
        keep(alice, Source(IMPORT, "I am a bot with a door.", author=Kept.Author.ASSISTANT))
    fake_model._script = lambda _: facts()
    with acting_as(alice):
        assert learn_what_is_left(alice) == 5
    learn_all(alice, rounds=2)
    asked = len(fake_model.chats)
    assert asked == 2

    out = StringIO()
    call_command("learn", user="alice@example.org", stdout=out)

    assert len(fake_model.chats) == 5
    assert "alice@example.org: 0 to learn from" in out.getvalue()
    assert "5 learned, 0 waiting, 0 failed" in out.getvalue()
    call_command("learn", stdout=out)
    assert len(fake_model.chats) == 5
    call_command("learn", all=True, stdout=out)
    assert len(fake_model.chats) == 10
    with pytest.raises(CommandError, match="no account"):
        call_command("learn", user="nobody@example.org")


def test_a_model_reads_what_rules_alone_have_read(alice: User, settings: Settings) -> None:
    said(alice, LENA)
    learn_all(alice)
    with acting_as(alice):
        assert Lesson.objects.get().model == ""
        assert learn_what_is_left(alice) == 0
    with FakeModel([facts(ALLERGY)]) as fake:
        settings.OPENAI_BASE_URL, settings.YARNNN_CHAT_MODEL = fake.url, "any"
        with acting_as(alice):
            assert learn_what_is_left(alice) == 1
        learn_all(alice)
        assert len(fake.chats) == 1
        with acting_as(alice):
            assert learn_what_is_left(alice) == 0


def test_what_failed_is_shown_and_tried_again(
    alice: User, fake_model: FakeModel, web: Client
) -> None:
    fake_model.say(*["no JSON"] * 4)
    said(alice, LENA)
    learn_all(alice)

    page = web.get("/settings/model").content.decode()
    assert "1 failed" in page
    assert "could not be understood" in page
    assert web.get("/api/learning").json()["failed"] == 1

    fake_model.say(facts(ALLERGY))
    assert web.post("/settings/model/learn", {"failed": "1"}).status_code == 302
    learn_all(alice)
    with acting_as(alice):
        assert progress(alice).failed == 0
        assert try_again(alice) == 0


def test_the_pages_and_the_api_show_the_ledger(
    alice: User, bob: User, fake_model: FakeModel, web: Client
) -> None:
    fake_model.say("Nothing.")
    model = chat_model()
    assert model is not None
    complete([Said("user", "Hi")], note=ledger.noting(alice, model, LedgerEntry.Purpose.CHAT))

    page = " ".join(web.get("/settings/model").content.decode().split())
    assert "1 request to 127.0.0.1, in this network" in page
    assert "10 tokens sent" in web.get("/settings/model/requests").content.decode()
    usage = web.get("/api/usage").json()
    assert usage["today"] == {"requests": 1, "tokens_in": 10, "tokens_out": 1, "cost": "0"}
    assert usage["entries"][0]["host"] == "127.0.0.1"
    stranger = Client()
    stranger.force_login(bob)
    assert "127.0.0.1 ·" not in stranger.get("/settings/model/requests").content.decode()
    assert stranger.get("/api/usage").json()["entries"] == []


def test_learning_starts_by_api(alice: User, fake_model: FakeModel, web: Client) -> None:
    fake_model.say(facts(ALLERGY), facts())
    said(alice, LENA)
    learn_all(alice)

    answer = web.post("/api/learning", {"all": True}, content_type="application/json")

    assert answer.status_code == 202
    assert answer.json() | {"reasons": []} == {
        "model": MODEL, "waiting": 1, "failed": 0, "learned": 0, "reasons": [],
    }  # fmt: skip
    learn_all(alice)
    with acting_as(alice):
        assert Memory.objects.count() == 1


def test_a_stopped_answer_is_in_the_ledger(alice: User, fake_model: FakeModel) -> None:
    from llm.chat import stream

    fake_model.say(Reply(text="one two three four", pause=0.05))
    model = chat_model()
    assert model is not None
    note = ledger.noting(alice, model, LedgerEntry.Purpose.CHAT)
    deltas = stream([Said("user", "Hi")], note=note)
    next(deltas)
    deltas.close()

    (entry,) = entries(alice)
    assert (entry.answered, entry.estimated) == (True, True)
    assert entry.tokens_in > 0
