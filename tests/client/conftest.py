"""Clients of the application as it runs, each of a person of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from yarnnn_client import Yarnnn

from tests.running import App


@dataclass(frozen=True)
class Access:
    """Where the application answers, and a new person's key."""

    url: str
    key: str


@pytest.fixture
def access(running_app: App) -> Access:
    email = f"{uuid4().hex}@example.org"
    return Access(running_app.address, running_app.manage("token", email, "--create").strip())


@pytest.fixture
def client(access: Access) -> Iterator[Yarnnn]:
    with Yarnnn(access.url, access.key) as client:
        yield client
