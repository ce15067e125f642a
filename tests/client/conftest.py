"""Clients of the application as it runs, each of a person of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from yarnnn_client import Yarnnn

from tests.running import App, Keys


@dataclass(frozen=True)
class Access:
    """Where the application answers, and a new person's key."""

    url: str
    key: str


@pytest.fixture(scope="session")
def keys(running_app: App) -> Iterator[Keys]:
    keys = Keys(running_app)
    yield keys
    keys.end()


@pytest.fixture
def access(running_app: App, keys: Keys) -> Access:
    return Access(running_app.address, keys.make(f"{uuid4().hex}@example.org", "--create"))


@pytest.fixture
def client(access: Access) -> Iterator[Yarnnn]:
    with Yarnnn(access.url, access.key) as client:
        yield client
