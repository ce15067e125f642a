"""People as the tests make them, by the way everybody comes in."""

from accounts.models import User
from accounts.signup import join

PASSWORD = "a long enough password"


def newcomer(email: str) -> User:
    """Somebody with a workspace who signs in with PASSWORD; the first one owns the installation."""
    user = User(email=email, name=email.partition("@")[0].title())
    user.set_password(PASSWORD)
    return join(user, let_in=True)
