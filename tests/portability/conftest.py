"""A garden project of Alice's with something of every kind in it."""

import pytest

from accounts.models import Project, User
from accounts.projects import create_project
from database.acting import acting_as


@pytest.fixture
def garden(alice: User) -> Project:
    with acting_as(alice):
        return create_project(alice, "Garden")
