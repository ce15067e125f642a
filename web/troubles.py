"""Problems that need the person: each room reports its own, Today shows them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True)
class Trouble:
    """One thing that needs the person, in plain words, and the page where they can mend it."""

    text: str
    detail: str
    icon: str
    url: str
    action: str


_finders: list[Callable[[User], Iterable[Trouble]]] = []


def register(find: Callable[[User], Iterable[Trouble]]) -> None:
    """Have a room asked for its troubles. `find` is called inside the person's block."""
    if find not in _finders:
        _finders.append(find)


def troubles(user: User) -> list[Trouble]:
    """The problems that need this person now. Inside `acting_as`."""
    return [trouble for find in _finders for trouble in find(user)]
