"""What a model is given before it answers: what was found, who the person is, their project."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Project, User
from chat.answering.model.budgets import EARLIER, FILES, RECALLED, RESULTS, Budgets, budgets
from database.acting import acting_as
from llm.chat import ChatModel
from llm.fake import FakeModel
from llm.tokens import count_tokens
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory
from tests.chat.conftest import Talk
from tests.chat.tool_calls import know

QUESTION = "How high is the Eiffel Tower?"
TASK = "Draft a short letter to the council."


def prefer(user: User, content: str, *, local_only: bool = False) -> None:
    with acting_as(user):
        remember(
            user,
            content,
            by=Change.By.PERSON,
            kind=Memory.Kind.PREFERENCE,
            local_only=local_only,
        )
    while embed_waiting(user.pk):
        pass


def long_ago(user: User) -> None:
    """What was told a moment ago is told again, whatever is asked."""
    with acting_as(user):
        Memory.objects.update(created=timezone.now() - timedelta(hours=1))


def notes_for(talk: Talk, fake_model: FakeModel, text: str, project: Project | None = None) -> str:
    fake_model.say("Fine.")
    talk.anew().say(text, project=project)
    return str(fake_model.chats[-1].body["messages"][-1]["content"])


def test_who_the_person_is_is_told_whatever_is_asked(
    alice: User, garden: Project, talk: Talk, fake_model: FakeModel
) -> None:
    prefer(alice, "Please write British English.")
    prefer(alice, "My PIN is 4411.")
    know(alice, "The bin is green.", "The bus was late.")
    know(alice, "I prefer beds of oak.", project=garden)
    told = notes_for(talk, fake_model, QUESTION)
    assert "4411" not in told
    long_ago(alice)
    told = notes_for(talk, fake_model, QUESTION)
    assert "That these answer is unlikely." in told
    assert "British English" in told
    for other in ("4411", "bin is green", "beds of oak"):
        assert other not in told


def test_a_secret_is_told_to_a_model_only_where_it_is_asked_for(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    know(alice, "The PIN of my bank card is 4411.")
    assert "4411" not in notes_for(talk, fake_model, "Which bank do I have?")
    assert "4411" in notes_for(talk, fake_model, "What is the PIN of my bank card?")
    fake_model.say("It is 4411 [1].")
    talk.say("What was it again?")
    assert "4411" in fake_model.chats[-1].body["messages"][-1]["content"]


def test_what_stays_here_is_told_to_no_model_elsewhere(
    alice: User, talk: Talk, fake_model: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefer(alice, "Please write to me as Alix.", local_only=True)
    assert "Alix" in notes_for(talk, fake_model, QUESTION)
    monkeypatch.setattr(ChatModel, "is_local", lambda _: False)
    assert "Alix" not in notes_for(talk, fake_model, QUESTION)


def test_in_a_projects_work_its_things_come_first_then_how_the_person_wants_them(
    alice: User, garden: Project, talk: Talk, fake_model: FakeModel
) -> None:
    prefer(alice, "Please write British English.")
    know(alice, "My letter to the council in May was about noise.")
    know(alice, "The pond is two metres deep.", "The hedge is of yew.", project=garden)
    long_ago(alice)
    told = notes_for(talk, fake_model, TASK, garden)
    at = [told.index(words) for words in ("pond is two", "about noise", "British English")]
    assert at == sorted(at)
    assert "hedge is of yew" in told
    # Elsewhere nothing of it is told, and a question gets what answers it first.
    assert "pond" not in notes_for(talk, fake_model, TASK)
    asked = notes_for(talk, fake_model, "How deep is the pond?", garden)
    assert next(line for line in asked.splitlines() if line.startswith("[1]")).endswith("deep.")


@pytest.mark.parametrize("window", [4_096, 8_192, 16_384, 200_000])
def test_what_is_given_fits_the_models_window(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings, window: int
) -> None:
    settings.YARNNN_CHAT_WINDOW = window
    know(alice, *(f"My boat number {n} {'lies in the harbour ' * 20}." for n in range(60)))
    told = [f"My boat has sails: {'a white one and ' * 200}" for _ in range(2)]
    for words in [*told, "Where do my boats lie?"]:
        fake_model.say("In the harbour.")
        talk.say(words)
    asked = fake_model.chats[-1].body
    assert ("tools" in asked) == (window >= 8_192)
    sent = count_tokens(json.dumps([asked["messages"], asked.get("tools", [])]))
    assert sent + asked["max_tokens"] <= window
    assert "harbour" in asked["messages"][-1]["content"]
    given = min(budgets().recalled, RECALLED)
    assert count_tokens(asked["messages"][-1]["content"]) > given / 2


def test_of_a_window_nobody_named_nothing_is_assumed(settings: Settings) -> None:
    settings.YARNNN_CHAT_WINDOW = 0
    assert budgets() == Budgets(RECALLED, EARLIER, FILES, RESULTS)
