"""The reranker's request and answer, over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest

from llm import reranking
from llm.errors import BadAnswer, BadKey, ModelError, RateLimited, TimedOut, Unreachable
from llm.fake import FakeModel, Reply, failing, web_page

PASSAGES = ["I drink tea.", "I moved to Bergen.", "My sister keeps bees."]


def relevance(_: str, passage: str) -> float:
    return float(len(passage))


@pytest.fixture
def server(settings: Any) -> Iterator[FakeModel]:
    with FakeModel(key="secret", relevance=relevance) as model:
        settings.YARNNN_RERANK_URL = f"{model.url}/rerank"
        settings.YARNNN_RERANK_MODEL = "judge"
        settings.YARNNN_RERANK_API_KEY = "secret"
        settings.YARNNN_RERANK_TIMEOUT = 1.0
        yield model
    reranking.forget()


def test_the_request_and_the_scores_by_place(server: FakeModel) -> None:
    assert reranking.is_set()
    assert reranking.relevances("Who keeps bees?", PASSAGES) == {0: 12.0, 1: 18.0, 2: 21.0}
    (request,) = server.reranks
    assert request.headers["authorization"] == "Bearer secret"
    assert request.body == {
        "model": "judge",
        "query": "Who keeps bees?",
        "documents": PASSAGES,
        "top_n": 3,
    }


def test_nobody_is_asked_where_nothing_is_set_or_found(server: FakeModel, settings: Any) -> None:
    assert reranking.relevances("Who?", []) == {}
    settings.YARNNN_RERANK_URL = settings.YARNNN_RERANK_MODEL = ""
    assert not reranking.is_set()
    assert reranking.relevances("Who?", PASSAGES) == {}
    assert server.requests == []


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (failing(401, "no"), BadKey),
        (failing(429, "slow down"), RateLimited),
        (failing(500, "broken"), ModelError),
        (web_page(200), BadAnswer),
        (Reply(status=307, headers={"Location": "http://example.org/"}, body=""), ModelError),
        (Reply(body={"results": []}), BadAnswer),
        (Reply(body={"results": [{"index": 7, "relevance_score": 0.5}]}), BadAnswer),
        (Reply(body={"results": [{"index": -1, "relevance_score": 0.5}]}), BadAnswer),
        (Reply(body='{"results": [{"index": 0, "relevance_score": NaN}]}'), BadAnswer),
        (Reply(delay=3, body={}), TimedOut),
    ],
)
def test_what_goes_wrong_is_a_model_error_and_it_is_left_alone_for_a_while(
    server: FakeModel, fault: Reply, error: type[ModelError]
) -> None:
    server.reranking_faults.append(fault)
    with pytest.raises(error):
        reranking.relevances("Who?", PASSAGES)
    assert reranking.is_failing()
    with pytest.raises(Unreachable):
        reranking.relevances("Who?", PASSAGES)
    assert len(server.reranks) == 1
    reranking.forget()
    assert reranking.relevances("Who?", PASSAGES)
    assert not reranking.is_failing()


def test_a_server_that_is_not_there(settings: Any) -> None:
    settings.YARNNN_RERANK_URL = "http://127.0.0.1:9/rerank"
    settings.YARNNN_RERANK_MODEL = "judge"
    with pytest.raises(Unreachable):
        reranking.relevances("Who?", PASSAGES)
    reranking.forget()
