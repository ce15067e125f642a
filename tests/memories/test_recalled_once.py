"""One request understands a question once; what is shown of it stays what recall finds for it."""

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from chat.answering.model.context import look_up
from database.acting import acting_as
from memories.answers import Question, find_answer
from memories.keeping import NewSource, keep, remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory
from memories.recall import Item, Query, pipeline, recall
from memories.source_kinds import NOTE
from memories.text import question_parser
from tests import tiers

FACTS = (
    "I live in Bergen.",
    "I work at the harbour museum.",
    "My sister Marit lives in Oslo.",
    "My dentist is Dr Okafor.",
    "I drive a red van.",
    "The boiler was serviced in May.",
    "I play chess on Tuesdays.",
    "Meine Katze heißt Minka.",
)
# More of them than recall looks at for any limit: which are looked at depends on it.
NOTES = [f"Shed shelf {number}: {FACTS[number % 7]}" for number in range(70)]
QUESTIONS = (
    "Where do I live?",
    "Where does my sister live?",
    "Who is my dentist?",
    "When do I play chess?",
    "Wie heißt meine Katze?",
    "What stands on shelf 7?",
    "Who is Tobias?",
)
NARROWED = (
    Query("", limit=20),
    Query("", limit=5, budget=200),
    Query("", limit=50, all_projects=True),
    Query("", limit=60, budget=12_000),
    Query("", kinds=frozenset(Memory.Kind)),
    Query("", sources=frozenset({NOTE})),
    Query("", as_of=date(2030, 1, 1)),
    Query("", leave_out_local_only=True),
)


@pytest.fixture
def known(alice: User) -> User:
    with acting_as(alice):
        for fact in FACTS:
            assert remember(alice, fact, by=Change.By.PERSON).memory
        for number, text in enumerate(NOTES):
            keep(alice, NewSource(NOTE, text, title=f"Note {number}"))
    while embed_waiting(alice.pk):
        pass
    return alice


@pytest.mark.parametrize("half", tiers.every(2, (0, 1)))
def test_what_is_recalled_after_an_answer_is_what_is_recalled_without(
    known: User, half: int
) -> None:
    """Each half has all of the questions, and all that narrows them."""
    pairs = product(enumerate(QUESTIONS), enumerate(NARROWED))
    for (asked, text), (how, narrowed) in pairs:
        if (asked + how) % 2 != half:
            continue
        query = replace(narrowed, text=text)
        local = query.leave_out_local_only
        found = find_answer(known, Question(text, narrowed=query, leave_out_local_only=local))
        after, alone = recall(known, query, found.recalled), recall(known, query)
        assert found.recalled
        assert _shown(after.items) == _shown(alone.items), (text, narrowed)
        assert after.known == alone.known


def test_what_was_recalled_of_other_things_is_not_taken_for_it(known: User) -> None:
    of_chess = recall(known, Query("When do I play chess?"))
    for query in (
        Query("Where do I live?"),
        Query("When do I play chess?", kinds=frozenset({Memory.Kind.NOTE})),
        Query("When do I play chess?", sources=frozenset({NOTE})),
    ):
        assert _shown(recall(known, query, of_chess).items) == _shown(recall(known, query).items)


def _shown(items: tuple[Item, ...]) -> list[tuple[str, str, float, tuple[str, ...]]]:
    return [(item.id, item.text, item.score, item.why) for item in items]


@pytest.mark.parametrize("asked_of", ["/memory", "/api/recall", "a tool"])
def test_a_question_is_understood_once_a_request(
    asked_of: str, known: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: Counter[str] = Counter()
    understand = question_parser.understand

    def counted(text: str, *rest: Any) -> question_parser.ParsedQuestion:
        texts[text] += 1
        return understand(text, *rest)

    monkeypatch.setattr(question_parser, "understand", counted)
    if asked_of == "a tool":
        look_up(known, Query("Where do I live?", limit=10))
    else:
        web = Client()
        web.force_login(known)
        assert web.get(asked_of, {"q": "Where do I live?"}).status_code == 200
    assert texts["Where do I live?"] == 1
    # The others are the words that German and Spanish have for it.
    assert set(texts.values()) == {1}
    assert len(texts) <= 2


def test_a_model_is_given_what_the_answer_was_found_in(
    known: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ranked = pipeline._ranked

    def counted(user: User, query: Query, prepared: pipeline.PreparedQuery) -> Any:
        asked.append(query.text)
        return ranked(user, query, prepared)

    monkeypatch.setattr(pipeline, "_ranked", counted)
    look_up(known, Query("Where do I live?", limit=60, budget=12_000))
    assert asked.count("Where do I live?") == 1
