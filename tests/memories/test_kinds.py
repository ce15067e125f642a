"""A broad question sees memories, mail, documents and chat, within one budget."""

import pytest

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.keeping.remember import remember
from memories.keeping.sources import Said, keep
from memories.models import Change
from memories.recall.pipeline import Query, recall
from memories.source_kinds import CHAT

QUESTION = "What's going on with the Berlin move?"
SAID = "The Berlin move again: van number {} for the Berlin move costs too much."


@pytest.fixture
def moving(alice: User) -> User:
    with acting_as(alice):
        for number in range(60):
            keep(alice, Said(CHAT, SAID.format(number), thread="move"))
        keep(alice, Said(GMAIL, "Your keys for the flat in Berlin are ready."))
        keep(alice, Said(DOCUMENT, "Inventory of boxes sent ahead to Berlin."))
        remember(alice, "I start my job in Berlin on 1 March.", by=Change.By.PERSON)
    return alice


def kinds(user: User, query: Query) -> list[str]:
    return [item.id.split(":")[0] for item in recall(user, query).items]


def test_each_kind_has_its_best_within_the_budget(moving: User) -> None:
    found = kinds(moving, Query(QUESTION, budget=200, limit=10))
    assert {"memory", "chat", "gmail", "document"} == set(found)
    assert found.count("chat") > 1
    items = recall(moving, Query(QUESTION, budget=200, limit=10)).items
    assert 0 < sum(item.tokens for item in items) <= 200
    assert [item.score for item in items] == sorted((i.score for i in items), reverse=True)


def test_without_a_budget_the_best_come_whatever_they_are(moving: User) -> None:
    assert set(kinds(moving, Query(QUESTION, limit=10))) == {"chat"}


def test_a_budget_too_small_for_anything_gives_nothing(moving: User) -> None:
    assert kinds(moving, Query(QUESTION, budget=1)) == []
