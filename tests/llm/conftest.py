from collections.abc import Iterator

import pytest

from llm import embedding, endpoints, wire
from llm.fake import FakeModel


@pytest.fixture(autouse=True)
def _fresh_models(texts_are_read_anew: None) -> Iterator[None]:
    """No test learns from another what a server refused or a model read, or keeps connections."""
    yield
    embedding.forget_models()
    wire.forget_refusals()
    endpoints.close_clients()


@pytest.fixture
def fake(fake_model: FakeModel) -> FakeModel:
    return fake_model
