"""People for the tests of the heart, and their words embedded without a worker."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Project, User
from database.acting import acting_as
from memories.keeping.remember import RememberResult
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.learning.learn import learn
from memories.models import Source
from memories.source_kinds import CHAT

Say = Callable[..., tuple[Source, list[RememberResult]]]


@pytest.fixture
def say() -> Say:
    """Say something in a chat: kept, learned from by rules, embedded."""

    def say(
        user: User, text: str, project: Project | None = None, thread: str = "talk"
    ) -> tuple[Source, list[RememberResult]]:
        with acting_as(user):
            source = keep(user, NewSource(CHAT, text, thread=thread, project=project))
            learned = learn(user, source)
        while embed_waiting(user.pk):
            pass
        return source, learned

    return say


@pytest.fixture
def signed_in(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client
