"""Alice owns the installation; Bob was let in; Charlie is a stranger to both."""

import pytest

from accounts.joining import join
from accounts.models import User

PASSWORD = "a long enough password"


def newcomer(email: str) -> User:
    user = User(email=email, name=email.partition("@")[0].title())
    user.set_password(PASSWORD)
    return join(user, let_in=True)


@pytest.fixture
def alice(db: None) -> User:
    return newcomer("alice@example.org")


@pytest.fixture
def bob(alice: User) -> User:
    return newcomer("bob@example.org")


@pytest.fixture
def charlie(alice: User) -> User:
    return newcomer("charlie@example.org")
