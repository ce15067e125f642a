"""Fixtures for tests that need a chat model: the scripted one and the real one."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from llm.fake import MODEL, FakeModel
from tests.model_server import ModelServer, model_server


@pytest.fixture
def fake_model(settings: Settings) -> Iterator[FakeModel]:
    """The scripted server, set as this process's chat model; `say` gives it its lines."""
    with FakeModel() as server:
        settings.OPENAI_BASE_URL = server.url
        settings.OPENAI_API_KEY = ""
        settings.YARNNN_CHAT_MODEL = MODEL
        settings.YARNNN_MODEL_TIMEOUT = 30.0
        yield server


@pytest.fixture(scope="session")
def real_model_server() -> Iterator[ModelServer]:
    """A real server with a real (tiny) model, one for the whole run; tests set it as they need."""
    with model_server() as server:
        yield server
