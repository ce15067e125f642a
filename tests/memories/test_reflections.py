"""Reflections: drawn by a model at night, resting on the facts they cite, and gone with them."""

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from llm.fake import FakeModel, Reply, failing
from memories.forgetting import forget
from memories.learning import run_night
from memories.learning.night import take_back_all
from memories.models import Change, Evidence, Memory
from memories.recall import Query, recall
from tests.memories.digest import digest
from tests.memories.test_night import learned

pytestmark = pytest.mark.django_db

TOLD = (
    "The gate is green.",
    "My desk is oak.",
    "Lena runs with me on Mondays.",
    "I run every Wednesday.",
    "I run every Monday.",
)
# Numbers as the model sees them: the latest fact is the first.
RUNS = "I run every Monday and Wednesday."


def concludes(statement: str, facts: list[int], confidence: float = 0.9) -> Reply:
    reflection = {"statement": statement, "facts": facts, "confidence": confidence}
    return Reply(data={"reflections": [reflection]})


def known(user: User) -> list[Memory]:
    return [learned(user, content) for content in TOLD]


def reflections(user: User) -> list[Memory]:
    with acting_as(user):
        return list(Memory.objects.filter(user=user, kind=Memory.Kind.REFLECTION))


def test_it_rests_on_the_facts_it_cites(alice: User, fake_model: FakeModel) -> None:
    facts = known(alice)
    before = digest(alice)
    fake_model.say(concludes(RUNS, [1, 2]))
    assert run_night(alice).reflections == 1
    (it,) = reflections(alice)
    assert (it.content, it.origin) == (RUNS, "inferred")
    with acting_as(alice):
        bases = set(Evidence.objects.filter(memory=it).values_list("basis", flat=True))
        found = recall(alice, Query("When do I run?", kinds=frozenset(Memory.Kind))).items
    assert bases == {facts[-1].pk, facts[-2].pk}
    assert it.pk in {item.memory_id for item in found}
    client = Client()
    client.force_login(alice)
    for path in ("/memory/night", "/memory", "/today", f"/memory/{it.pk}/history", "/memory?q=run"):
        page = client.get(path)
        assert page.status_code == 200, path
    assert RUNS in client.get("/memory").content.decode()
    assert RUNS in client.get("/memory/night").content.decode()
    with acting_as(alice):
        assert take_back_all(alice) == (1, 0)
    assert digest(alice) == before
    # It is asked once a night, and about what is new.
    assert run_night(alice).reflections == 0
    assert len(fake_model.chats) == 1


def test_it_goes_with_the_last_fact_it_rests_on(alice: User, fake_model: FakeModel) -> None:
    facts = known(alice)
    fake_model.say(concludes(RUNS, [1, 2]))
    run_night(alice)
    with acting_as(alice):
        left = Memory.objects.get(user=alice, kind=Memory.Kind.REFLECTION)
        forget(alice, [facts[-1].pk], by=Change.By.PERSON)
        left.refresh_from_db()
        assert left.state == "current"
        forget(alice, [facts[-2].pk], by=Change.By.PERSON)
        left.refresh_from_db()
    assert left.state == "forgotten"


@pytest.mark.parametrize(
    "reply",
    [
        concludes("I run every Monday and Wednesday.", [1]),
        concludes("I run every Monday and Wednesday.", [1, 99]),
        concludes("I run every Monday and Wednesday.", [1, 2], confidence=0.4),
        concludes("Tomas is training me for the Olympics in Oslo.", [1, 2]),
        concludes("I run every Monday.", [1, 2]),
        Reply(data={"reflections": []}),
        failing(400, "no"),
    ],
    ids=["one fact", "no such fact", "unsure", "made up", "known", "nothing", "failing"],
)
def test_what_does_not_follow_is_not_kept(alice: User, fake_model: FakeModel, reply: Reply) -> None:
    known(alice)
    fake_model.say(reply)
    assert run_night(alice).reflections == 0
    assert reflections(alice) == []


def test_without_a_model_the_night_goes_on_without(alice: User) -> None:
    known(alice)
    assert run_night(alice).reflections == 0
