"""Recall with a reranker: its order, our scores, and our own order when it fails."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from llm import reranking
from llm.fake import FakeModel, failing
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.recall.pipeline import Query, RecallResult, recall
from memories.source_kinds import NOTE

LINES = [
    "My sister Tove keeps bees in Bergen.",
    "The bees on the roof of the museum swarmed.",
    "Honey from bees does not spoil.",
]
QUESTION = "Who keeps bees in Bergen?"


def relevance(_: str, passage: str) -> float:
    return float("Honey" in passage)


@pytest.fixture
def server(settings: Any) -> Iterator[FakeModel]:
    with FakeModel(relevance=relevance) as model:
        settings.YARNNN_RERANK_URL = f"{model.url}/rerank"
        settings.YARNNN_RERANK_MODEL = "judge"
        yield model
    reranking.forget()


@pytest.fixture
def told(alice: User) -> User:
    with acting_as(alice):
        for number, line in enumerate(LINES):
            keep(alice, NewSource(NOTE, line, thread=f"t{number}", local_only=number == 1))
    while embed_waiting(alice.pk):
        pass
    return alice


def texts(recalled: RecallResult) -> list[str]:
    return [item.text for item in recalled.items]


def scores(recalled: RecallResult) -> list[float]:
    return [item.score for item in recalled.items]


def test_its_order_counts_and_the_scores_stay_those_of_the_places(
    told: User, server: FakeModel, settings: Any
) -> None:
    judged = recall(told, Query(QUESTION))
    settings.YARNNN_RERANK_URL = settings.YARNNN_RERANK_MODEL = ""
    own = recall(told, Query(QUESTION))
    assert texts(own)[0] == LINES[0]
    assert texts(judged)[0] == LINES[2]
    assert "ranked here by the reranker" in judged.items[0].why
    assert scores(judged) == scores(own)
    assert judged.known == own.known


def test_its_failure_leaves_our_own_order_and_is_seen_by_whoever_watches(
    told: User, server: FakeModel
) -> None:
    server.reranking_faults.append(failing(500, "broken"))
    assert texts(recall(told, Query(QUESTION)))[0] == LINES[0]
    assert json.loads(Client().get("/healthz").content)["reranker"] == "down"
    reranking.forget()
    recall(told, Query(QUESTION))
    assert json.loads(Client().get("/healthz").content)["reranker"] == "configured"


def test_what_is_local_only_goes_to_no_reranker_elsewhere(
    told: User, server: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    recall(told, Query(QUESTION))
    monkeypatch.setattr(reranking, "stays_here", lambda: False)
    found = recall(told, Query(QUESTION))
    here, elsewhere = (set(request.body["documents"]) for request in server.reranks)
    assert here == set(LINES)
    assert elsewhere == {LINES[0], LINES[2]}
    assert LINES[1] in texts(found)


def test_without_one_nothing_is_sent(told: User, fake_model: FakeModel) -> None:
    assert recall(told, Query(QUESTION)).items
    assert fake_model.requests == []
