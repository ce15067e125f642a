"""How well each passage answers a question, by a reranker on a server: Jina's and Cohere's shape.

Sent are the question and the passages, in one request; where the settings name no reranker,
nothing is. Whoever asks has an order of their own to go by when this fails.
"""

import logging
import os
import threading
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated

from django.conf import settings
from pydantic import BaseModel, Field, FiniteFloat, ValidationError

from llm.cleaning import encodable
from llm.endpoints import Endpoint, http_client, is_local, rerank_endpoint
from llm.errors import (
    BadAnswer,
    BadKey,
    ModelError,
    RateLimited,
    RequestRejected,
    ServerFailed,
    UnknownModel,
    Unreachable,
    model_errors,
)

if TYPE_CHECKING:
    import httpx2

logger = logging.getLogger(__name__)

# Seconds without asking a server that failed, so that not every question waits for it.
REST_SECONDS = 15.0


class _Result(BaseModel):
    index: Annotated[int, Field(ge=0)]
    relevance_score: FiniteFloat


class _Answer(BaseModel):
    results: list[_Result]


def is_set() -> bool:
    """Tell whether the settings name a reranker."""
    return rerank_endpoint() is not None


def stays_here() -> bool:
    """Tell whether what the reranker is given stays on this machine or in its network."""
    endpoint = rerank_endpoint()
    return endpoint is None or is_local(endpoint.base_url)


def is_failing() -> bool:
    """Tell whether the last request of this process to the reranker failed."""
    return _state.failing


def relevances(question: str, passages: Sequence[str]) -> dict[int, float]:
    """Ask the reranker. Gives its score of each passage, by its place; larger is better.

    A passage that it says nothing of is left out. Waits YARNNN_RERANK_TIMEOUT at most. Raises
    ModelError, for a while at once after it failed.
    """
    endpoint = rerank_endpoint()
    if endpoint is None or not passages:
        return {}
    if time.monotonic() < _state.silent_until:
        raise Unreachable
    try:
        found = _ask(endpoint, question, passages)
    except ModelError as problem:
        logger.warning("The reranker failed: %s", type(problem).__name__)
        _state.failing = True
        _state.silent_until = time.monotonic() + REST_SECONDS
        raise
    _state.failing = False
    return found


def forget() -> None:
    """Ask the server anew, after a change of settings or in a test."""
    _state.failing, _state.silent_until = False, 0.0
    with _state.lock:
        clients, _state.clients = _state.clients, {}
    for client in clients.values():
        client.close()


def _ask(endpoint: Endpoint, question: str, passages: Sequence[str]) -> dict[int, float]:
    asked = {
        "model": endpoint.model,
        "query": encodable(question),
        "documents": [encodable(passage) or " " for passage in passages],
        "top_n": len(passages),
    }
    headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
    with model_errors():
        response = _client(endpoint).post(endpoint.base_url, json=asked, headers=headers)
    if response.status_code != HTTPStatus.OK:
        raise _from_status(response.status_code)
    try:
        answer = _Answer.model_validate_json(response.content)
    except ValidationError:
        raise BadAnswer from None
    found = {result.index: result.relevance_score for result in answer.results}
    if not found or max(found) >= len(passages):
        raise BadAnswer
    return found


def _from_status(status: int) -> ModelError:
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return BadKey("The reranker's server refused the key. Check YARNNN_RERANK_API_KEY.")
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED} or 300 <= status < 400:
        return UnknownModel()
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return RateLimited()
    return RequestRejected() if status < HTTPStatus.INTERNAL_SERVER_ERROR else ServerFailed()


def _client(endpoint: Endpoint) -> "httpx2.Client":
    key = (endpoint, settings.YARNNN_RERANK_TIMEOUT)
    with _state.lock:
        if key not in _state.clients:
            _state.clients[key] = http_client(*key)
        return _state.clients[key]


class _State:
    def __init__(self) -> None:
        self.clients: dict[tuple[Endpoint, float], httpx2.Client] = {}
        self.lock = threading.Lock()
        self.failing = False
        self.silent_until = 0.0


_state = _State()


def _start_anew_after_fork() -> None:
    """Two processes reading from one connection would read each other's answers."""
    global _state
    _state = _State()


os.register_at_fork(after_in_child=_start_anew_after_fork)
