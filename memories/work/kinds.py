"""The kinds of work there are: each is registered by the room that does it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

# The heart's own kinds.
EMBED, LEARN, PACK, VACUUM = "embed", "learn", "pack", "vacuum"
NIGHT = "night"

# The queue whose workers do several units side by side.
SIDE_BY_SIDE = "default"
LONGEST_NAME = 12  # characters, as the tables have it
# Number of attempts before a unit of work is given up.
TRIES = 5

# Called as follower(user_id, kind, subjects) once units are done or have failed.
Follower = Callable[[UUID, str, Iterable[UUID]], None]


@dataclass(frozen=True)
class WorkKind:
    """What workers do: the task that is nudged, by its name, and the queue it waits in.

    A unit is given up once `deaths` workers in a row have died of it, or by chance, without getting
    on: what takes long before there is something to go on from bears more.
    """

    name: str
    task: str
    queue: str = SIDE_BY_SIDE
    deaths: int = TRIES


_kinds: dict[str, WorkKind] = {
    kind.name: kind
    for kind in (
        WorkKind(EMBED, "memories.tasks.embed", "embed"),
        WorkKind(LEARN, "memories.tasks.learn"),
        WorkKind(NIGHT, "memories.tasks.night"),
        WorkKind(PACK, "memories.tasks.pack", "embed"),
        WorkKind(VACUUM, "memories.tasks.vacuum"),
    )
}
_followers: dict[str, list[Follower]] = {}


def register(*kinds: WorkKind) -> None:
    """Declare kinds of work. Called when the application starts."""
    for kind in kinds:
        if _kinds.get(kind.name, kind) != kind:
            raise ValueError(f"Another room does work called {kind.name!r}.")
        if len(kind.name) > LONGEST_NAME:
            raise ValueError(f"A kind of work cannot be called {kind.name!r}.")
        _kinds[kind.name] = kind


def follow(*names: str, by: Follower) -> None:
    """Have somebody told when units of these kinds are done or have failed."""
    for name in names:
        if by not in (followers := _followers.setdefault(name, [])):
            followers.append(by)


def kind_of(name: str) -> WorkKind:
    """The kind of this name. Raises KeyError where no room does such work."""
    return _kinds[name]


def registered() -> tuple[WorkKind, ...]:
    """All kinds of work."""
    return tuple(_kinds.values())


def followers_of(name: str) -> tuple[Follower, ...]:
    """Who is told of units of this kind."""
    return tuple(_followers.get(name, ()))
