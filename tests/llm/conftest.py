from collections.abc import Iterator

import pytest
from pytest_django import Settings

from llm import embedding, endpoints, wire
from llm.fake import MODEL, FakeModel


@pytest.fixture(autouse=True)
def _fresh_models() -> Iterator[None]:
    """No test learns from another what a server refused, or keeps its connections."""
    yield
    embedding.forget_models()
    wire.forget_refusals()
    endpoints.close_clients()


@pytest.fixture
def fake(settings: Settings) -> Iterator[FakeModel]:
    """The scripted server, set as the chat model."""
    with FakeModel() as server:
        settings.OPENAI_BASE_URL = server.url
        settings.OPENAI_API_KEY = ""
        settings.YARNNN_CHAT_MODEL = MODEL
        settings.YARNNN_MODEL_TIMEOUT = 5.0
        yield server
