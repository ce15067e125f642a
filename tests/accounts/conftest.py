import pytest

from tests.accounts.oauth import Program


@pytest.fixture
def robot() -> Program:
    """A program that has registered."""
    program = Program()
    program.register()
    return program
