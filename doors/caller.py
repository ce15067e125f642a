"""Who calls: a program with one of a person's keys."""

from contextvars import ContextVar
from dataclasses import dataclass

from accounts.models import ApiToken, User


@dataclass(frozen=True)
class Caller:
    """The person whose memory it is, the program by its key's name, and whether it may write."""

    user: User
    program: str
    may_write: bool

    @classmethod
    def of(cls, token: ApiToken) -> "Caller":
        return cls(token.user, token.name, token.scope == ApiToken.Scope.FULL)


# Set for each request: whatever the protocol's library starts for it sees this one.
calling: ContextVar[Caller] = ContextVar("calling")
