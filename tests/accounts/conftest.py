"""Alice owns the installation; Bob is invited; Charlie is a stranger."""

import pytest

from accounts.models import User


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user(
        "alice@example.org", "alice's long password", owns_installation=True
    )


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob@example.org", "bob's long password")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie@example.org", "charlie's long password")
