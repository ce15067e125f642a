"""Who calls: a program with one of a person's keys, and what it did."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID

from accounts.grants import Does, Grant
from accounts.models import ApiToken, User


@dataclass(frozen=True)
class LoggedToolCall:
    """A tool that was called, and how that ended, as HTTP says it."""

    does: Does
    tool: str
    status: int


def _unnoted(_: LoggedToolCall) -> None:
    """What the person's own machine asks stands in no log."""


@dataclass(frozen=True)
class Caller:
    """The person whose memory it is, the program by its key's name, and what it may do.

    `noted` is told which tools it calls; `address` is what it calls this installation.
    """

    user: User
    program: str
    grant: Grant
    noted: Callable[[LoggedToolCall], None] = _unnoted
    address: str = ""

    @classmethod
    def of(
        cls, token: ApiToken, noted: Callable[[LoggedToolCall], None], address: str = ""
    ) -> "Caller":
        return cls(token.user, token.name, Grant.of(token), noted, address)

    @property
    def project(self) -> UUID | None:
        """The one project that it may see."""
        return self.grant.project


# Set for each request: whatever the protocol's library starts for it sees this one.
calling: ContextVar[Caller] = ContextVar("calling")
