"""The map of people: who is spoken of most stands nearest, and who goes together is tied.

Places are fixed by what is known, so that the map looks the same each time; nothing moves. They are
in percent of the picture, sizes in pixels: one drawing fits every width.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Any
from uuid import UUID

from django.urls import reverse

from accounts.models import User
from database.statements import array_of, fetched
from memories.models import Entity

# How many stand on the inner ring and on the outer one, and how far from the middle, in percent of
# the picture's width and height.
INNER, OUTER = 7, 13
INNER_RING, OUTER_RING = (27.0, 29.0), (43.0, 43.0)
# The least and the greatest radius of a dot, in pixels; the width of a tie.
SMALL, LARGE = 5.0, 15.0
THIN, THICK = 1.0, 5.0
# Fewer are no map.
LEAST = 3
LONGEST = 16  # letters of a name below its dot
# Lines to those whom somebody most often comes up with: all of them would be a tangle.
TIES = 2

# How often each two of these are spoken of in the same passage.
_TOGETHER = """
WITH spoken AS (
    SELECT DISTINCT m.chunk_id, coalesce(e.merged_into_id, e.id) AS who
    FROM memories_mention m JOIN memories_entity e ON e.id = m.entity_id
    WHERE m.user_id = %(user)s AND m.chunk_id IS NOT NULL
        AND coalesce(e.merged_into_id, e.id) = ANY(%(entities)s::uuid[])
)
SELECT a.who, b.who, count(*)
FROM spoken a JOIN spoken b ON a.chunk_id = b.chunk_id AND a.who < b.who
GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
"""


@dataclass(frozen=True)
class Node:
    """Somebody on the map. `far` are those that a narrow picture leaves out."""

    name: str
    label: str
    url: str
    x: str
    y: str
    label_y: str
    radius: str
    far: bool
    # Who is spoken of together with them, and how often, the most often first.
    company: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Edge:
    """Two that are spoken of together: a line from one dot to the other."""

    x1: str
    y1: str
    x2: str
    y2: str
    width: str
    far: bool


@dataclass(frozen=True)
class PeopleMap:
    """The drawing: the dots, and the ties below them."""

    dots: Sequence[Node]
    ties: Sequence[Edge]


def people_map(
    user: User, entities: Sequence[Entity], names: Mapping[UUID, str]
) -> PeopleMap | None:
    """These on a map by what they go by, the most spoken of first; None for a few."""
    shown = entities[: INNER + OUTER]
    if len(shown) < LEAST:
        return None
    by_id = {it.pk: it for it in shown}
    together = _together(user, list(by_id))
    places = _places([it.pk for it in shown], together)
    near = {it.pk for it in shown[:INNER]}
    most = max(it.mention_count for it in shown) or 1
    strongest = max(together.values(), default=1)
    return PeopleMap(
        dots=[_dot(it, places[it.pk], near, most, together, names) for it in shown],
        ties=[
            _tie(places[one], places[other], times / strongest, far=not {one, other} <= near)
            for (one, other), times in _closest(together).items()
        ],
    )


def _together(user: User, ids: Sequence[UUID]) -> dict[tuple[UUID, UUID], int]:
    values: dict[str, Any] = {"user": user.pk, "entities": array_of(ids)}
    return {(UUID(str(a)), UUID(str(b))): n for a, b, n in fetched(_TOGETHER, values)}


def _closest(together: Mapping[tuple[UUID, UUID], int]) -> dict[tuple[UUID, UUID], int]:
    """The ties that are among the strongest of either of the two."""
    drawn: dict[UUID, int] = {}
    closest = {}
    for pair, times in sorted(together.items(), key=lambda tie: -tie[1]):
        if any(drawn.get(one, 0) < TIES for one in pair):
            closest[pair] = times
            for one in pair:
                drawn[one] = drawn.get(one, 0) + 1
    return closest


def _places(
    ids: Sequence[UUID], together: Mapping[tuple[UUID, UUID], int]
) -> dict[UUID, tuple[float, float]]:
    """Where each stands: those of a ring beside whom they go with."""
    inner, outer = list(ids[:INNER]), list(ids[INNER:])
    places = dict(zip(_chain(inner, together), _ring(len(inner), INNER_RING, 0.0), strict=True))
    free = _ring(len(outer), OUTER_RING, 0.5)
    for one in outer:
        x, y = _middle(one, places, together)
        nearest = min(free, key=lambda at: hypot(at[0] - x, at[1] - y))
        free.remove(nearest)
        places[one] = nearest
    return places


def _chain(ids: Sequence[UUID], together: Mapping[tuple[UUID, UUID], int]) -> list[UUID]:
    """These ordered so that each, where possible, was mentioned with the one before."""
    rest, chain = list(ids), [ids[0]]
    rest.remove(ids[0])
    while rest:
        chain.append(max(rest, key=lambda it: _times(chain[-1], it, together)))
        rest.remove(chain[-1])
    return chain


def _ring(number: int, radii: tuple[float, float], turned: float) -> list[tuple[float, float]]:
    """Places on an ellipse, from the top on, clockwise; `turned` by a part of a step."""
    steps = [2 * pi * (place + turned) / number - pi / 2 for place in range(number)]
    return [(50 + radii[0] * cos(at), 46 + radii[1] * sin(at)) for at in steps]


def _middle(
    one: UUID,
    places: Mapping[UUID, tuple[float, float]],
    together: Mapping[tuple[UUID, UUID], int],
) -> tuple[float, float]:
    """Where somebody would stand who is drawn to all they go with, out on the ring."""
    drawn = [(at, _times(one, other, together)) for other, at in places.items()]
    x = sum((at[0] - 50) * times for at, times in drawn)
    y = sum((at[1] - 46) * times for at, times in drawn)
    if not (x or y):
        return 50.0, 3.0
    turn = atan2(y, x)
    return 50 + OUTER_RING[0] * cos(turn), 46 + OUTER_RING[1] * sin(turn)


def _times(one: UUID, other: UUID, together: Mapping[tuple[UUID, UUID], int]) -> int:
    return together.get((one, other), 0) + together.get((other, one), 0)


def _dot(
    it: Entity,
    at: tuple[float, float],
    near: set[UUID],
    most: int,
    together: Mapping[tuple[UUID, UUID], int],
    names: Mapping[UUID, str],
) -> Node:
    radius = SMALL + (LARGE - SMALL) * sqrt(it.mention_count / most)
    name = names[it.pk]
    others = [(names[pk], _times(it.pk, pk, together)) for pk in names if pk != it.pk]
    company = sorted((pair for pair in others if pair[1]), key=lambda pair: -pair[1])
    return Node(
        name=name,
        label=name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…",
        url=reverse("memories:people_one", args=[it.pk]),
        x=_percent(at[0]),
        y=_percent(at[1]),
        label_y=f"{radius + 13:.0f}",
        radius=f"{radius:.1f}",
        far=it.pk not in near,
        company=company,
    )


def _tie(one: tuple[float, float], other: tuple[float, float], share: float, *, far: bool) -> Edge:
    (x1, y1), (x2, y2) = (tuple(map(_percent, at)) for at in (one, other))
    return Edge(x1, y1, x2, y2, f"{THIN + (THICK - THIN) * share:.1f}", far)


def _percent(share: float) -> str:
    return f"{share:.2f}%"
