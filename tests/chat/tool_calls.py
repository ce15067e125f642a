"""A scripted model that calls tools, and what came of it."""

import json
from typing import Any

from accounts.models import Project, User
from database.acting import acting_as
from llm.fake import Call, FakeModel, Reply
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory
from tests.chat.conftest import Talk, Told

Json = dict[str, Any]


def know(
    user: User, *contents: str, project: Project | None = None, local_only: bool = False
) -> list[Memory]:
    """Have these remembered, as if typed by hand."""
    with acting_as(user):
        made = [
            remember(user, each, by=Change.By.PERSON, project=project, local_only=local_only).memory
            for each in contents
        ]
    while embed_waiting(user.pk):
        pass
    return [memory for memory in made if memory]


def results(fake_model: FakeModel) -> list[Json]:
    """What the tools answered, as the model was last told."""
    return [
        json.loads(message["content"])
        for message in fake_model.chats[-1].body["messages"]
        if message["role"] == "tool"
    ]


def calling(*calls: Call, text: str = "") -> Reply:
    return Reply(text=text, calls=calls)


def contents(user: User) -> set[tuple[str, str]]:
    with acting_as(user):
        return set(Memory.objects.values_list("content", "state"))


def asked(talk: Talk, fake_model: FakeModel, question: str, *replies: Reply | str) -> Told:
    fake_model.say(*replies)
    return talk.anew().say(question)
