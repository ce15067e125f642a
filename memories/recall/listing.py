"""List memories: a page of them by filters, and how many there are of each sort.

Both stay fast however many there are: a page follows an index from where the last one ended, and
counts are read from the tally that the database keeps (memories.models.list_counts).
"""

import base64
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, TypeVar
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from accounts.models import Project, User
from memories.keeping import Refused
from memories.models import (
    Entity,
    Evidence,
    Memory,
    Mention,
    Placing,
    Tagging,
    Tally,
    place_of,
)
from memories.recall.pipeline import Query, RecallResult
from memories.source_kinds import kind_of

EVERYWHERE: Literal["everywhere"] = "everywhere"
Scope = UUID | Literal["everywhere"]

LIMIT = 50
# Maximum size of a page of memories, in bytes.
MOST_BYTES = 2_000_000
# Maximum number of tags, and of people, that a list can be narrowed down to.
_TAGS, _PEOPLE = 30, 20

T = TypeVar("T")


@dataclass(frozen=True)
class MemoryFilters:
    """Which memories to list. None leaves a thing open.

    `scope` is a project's id, or "everywhere" for what goes with the person. A `namespace` also
    takes in those below it. `since` and `until` bound when a memory was last changed, as the list
    is ordered; `until` is not included. `person` is the id of somebody or something it speaks of.
    """

    state: Memory.State = Memory.State.CURRENT
    scope: Scope | None = None
    kind: Memory.Kind | None = None
    source: str | None = None
    tag: str | None = None
    namespace: tuple[str, ...] | None = None
    key: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    person: UUID | None = None

    @property
    def counted(self) -> bool:
        """Whether the tally that the database keeps tells how many these leave."""
        return self.since is None and self.until is None and self.person is None


@dataclass(frozen=True)
class MemoryRow:
    """A memory, the first quote it rests on, and on how many it rests.

    The quote's source comes without its text.
    """

    memory: Memory
    evidence: Evidence | None
    sources: int


@dataclass(frozen=True)
class MemoryPage:
    """Memories, latest first. `following` is the cursor of the next page, if there is one."""

    rows: tuple[MemoryRow, ...]
    following: str | None


@dataclass(frozen=True)
class Facet:
    """One way to narrow the list down, and how many memories would be left."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class Facets:
    """The filters a list offers. `count` is the number of memories they leave now."""

    count: int
    scopes: tuple[Facet, ...]
    kinds: tuple[Facet, ...]
    sources: tuple[Facet, ...]
    tags: tuple[Facet, ...]
    people: tuple[Facet, ...]


def page(
    user: User, filters: MemoryFilters, *, cursor: str | None = None, limit: int = LIMIT
) -> MemoryPage:
    """One page of a person's memories. Raises Refused for a cursor that is none of ours."""
    after = _read_cursor(cursor) if cursor else None
    if filters.tag is not None:
        bearing = Tagging.objects.filter(user=user, state=filters.state, tag=filters.tag)
        memories = _followed(user, bearing, filters, after, limit + 1)
    elif filters.namespace is not None and filters.key is None:
        place = place_of(filters.namespace)
        placed = Placing.objects.filter(user=user, state=filters.state, place=place)
        rest = replace(filters, namespace=None)
        memories = _followed(user, placed, rest, after, limit + 1)
    else:
        memories = list(_from(matching(user, filters), after)[: limit + 1])
    shown = cut_to_size(memories[:limit], weight)
    following = _cursor_of(shown[-1]) if len(memories) > len(shown) else None
    return MemoryPage(rows(user, shown), following)


def cut_to_size(found: Sequence[T], weigh: Callable[[T], int]) -> Sequence[T]:
    """The first of these, as many as go into one answer; at least one."""
    size = 0
    for place, each in enumerate(found):
        size += weigh(each)
        if size > MOST_BYTES and place:
            return found[:place]
    return found


def weight(memory: Memory) -> int:
    """About how many bytes a memory takes in an answer: its words come again as its quote."""
    return 1_000 + 2 * len(memory.content.encode()) + len(json.dumps(memory.metadata))


def rows(user: User, memories: Sequence[Memory]) -> tuple[MemoryRow, ...]:
    """These memories with what they rest on, in the order given."""
    quotes: dict[UUID, list[Evidence]] = {}
    for evidence in (
        Evidence.objects.filter(user=user, memory__in=memories, chunk__isnull=False)
        .select_related("chunk__source")
        .defer("chunk__source__text", "chunk__source__metadata")
        .order_by("id")
    ):
        quotes.setdefault(evidence.memory_id, []).append(evidence)
    return tuple(
        MemoryRow(memory, found[0] if found else None, len(found))
        for memory in memories
        for found in (quotes.get(memory.pk, []),)
    )


def query_of(
    filters: MemoryFilters, text: str, *, limit: int = LIMIT, memories_only: bool = False
) -> Query:
    """A question put to what these filters leave: also to passages, or to memories only."""
    anything = frozenset(Memory.Kind) if memories_only else frozenset[Memory.Kind]()
    return Query(
        text,
        project=filters.scope if isinstance(filters.scope, UUID) else None,
        all_projects=filters.scope is None,
        kinds=frozenset([filters.kind]) if filters.kind else anything,
        sources=frozenset([filters.source]) if filters.source else frozenset(),
        tags=frozenset([filters.tag]) if filters.tag else frozenset(),
        limit=limit,
    )


def rows_of(user: User, recalled: RecallResult, filters: MemoryFilters) -> tuple[MemoryRow, ...]:
    """The memories among what was recalled that the filters leave, best first, as rows."""
    ids = [item.memory_id for item in recalled.items if item.memory_id]
    found = matching(user, filters).order_by().in_bulk(ids)
    return rows(user, [found[pk] for pk in ids if pk in found])


def left_of(user: User, recalled: RecallResult, filters: MemoryFilters) -> RecallResult:
    """Those recalled memories that pass these filters; passages are left out."""
    ids = [item.memory_id for item in recalled.items if item.memory_id]
    left = set(matching(user, filters).order_by().filter(pk__in=ids).values_list("pk", flat=True))
    return replace(recalled, items=tuple(i for i in recalled.items if i.memory_id in left))


def facets(user: User, filters: MemoryFilters) -> Facets:
    """How many memories each choice would leave, under the other choices made.

    The tags are the most frequent ones, counted as if none of them were chosen.
    """
    cells = _cells(user, filters)
    chosen = _Cell(str(filters.scope or ""), filters.kind or "", filters.source or "", 0)
    names = {str(pk): name for pk, name in _projects(user)} | {EVERYWHERE: gettext("No project")}
    return Facets(
        count=sum(cell.count for cell in cells if cell.within(chosen)),
        scopes=_narrowed("scope", cells, chosen, lambda key: names.get(key, gettext("A project"))),
        kinds=_narrowed("kind", cells, chosen, lambda key: str(Memory.Kind(key).label)),
        sources=_narrowed("source", cells, chosen, lambda key: gettext(kind_of(key).label)),
        tags=_tags(user, filters) if filters.counted else (),
        people=_people(user, filters),
    )


def states(user: User) -> dict[str, int]:
    """How many memories there are in each state."""
    counted = Tally.objects.filter(user=user, tag="").values_list("state")
    found = dict(counted.annotate(n=Sum("memories")).order_by())
    return {state.value: found.get(state, 0) for state in Memory.State}


def matching(user: User, filters: MemoryFilters) -> QuerySet[Memory]:
    memories = Memory.objects.filter(user=user, state=filters.state)
    if filters.scope is not None:
        project = None if filters.scope == EVERYWHERE else filters.scope
        memories = memories.filter(project=project)
    if filters.kind is not None:
        memories = memories.filter(kind=filters.kind)
    if filters.source is not None:
        memories = memories.filter(source_kind=filters.source)
    if filters.namespace is not None:
        length = len(filters.namespace)
        memories = memories.filter(
            namespace__len__gte=length, **{f"namespace__0_{length}": list(filters.namespace)}
        )
    if filters.key is not None:
        memories = memories.filter(key=filters.key)
    if filters.since is not None:
        memories = memories.filter(updated__gte=filters.since)
    if filters.until is not None:
        memories = memories.filter(updated__lt=filters.until)
    if filters.person is not None:
        person = Q(entity=filters.person) | Q(entity__merged_into=filters.person)
        spoken_of = Mention.objects.filter(person, user=user, memory__isnull=False)
        memories = memories.filter(pk__in=spoken_of.values("memory"))
    return memories.select_related("project").order_by("-updated", "-id")


def _people(user: User, filters: MemoryFilters) -> tuple[Facet, ...]:
    """The most mentioned people in the memories, counted without the filter `person`."""
    known = Entity.objects.filter(
        user=user, merged_into=None, type=Entity.Type.PERSON, mention_count__gt=0
    )
    names = dict(known.order_by("-mention_count", "name").values_list("pk", "name")[:_PEOPLE])
    left = matching(user, replace(filters, person=None)).order_by()
    counted = (
        Mention.objects.filter(user=user, memory__in=left)
        .annotate(who=Coalesce("entity__merged_into_id", "entity_id"))
        .filter(who__in=names)
        .values_list("who")
        .annotate(n=Count("memory", distinct=True))
        .order_by("-n", "who")
    )
    return tuple(Facet(str(pk), names[pk], n, pk == filters.person) for pk, n in counted)


def _followed(
    user: User,
    mirror: QuerySet[Tagging] | QuerySet[Placing],
    filters: MemoryFilters,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[Memory]:
    """A mirror's own list is followed, and what the other filters leave out is stepped over."""
    listed = mirror.filter(memory__in=matching(user, filters).order_by()).order_by(
        "-updated", "-memory"
    )
    if after:
        listed = listed.filter(
            Q(updated__lt=after[0]) | Q(memory__lt=after[1]), updated__lte=after[0]
        )
    ids = list(listed.values_list("memory", flat=True)[:limit])
    found = Memory.objects.filter(user=user).select_related("project").in_bulk(ids)
    return [found[pk] for pk in ids]


def _from(memories: QuerySet[Memory], after: tuple[datetime, UUID] | None) -> QuerySet[Memory]:
    if after is None:
        return memories
    updated, pk = after
    # `updated <=` alone bounds the index; the rest only parts rows of the same moment.
    return memories.filter(Q(updated__lt=updated) | Q(pk__lt=pk), updated__lte=updated)


@dataclass(frozen=True)
class _Cell:
    """A count of memories of one scope, kind and source; or, with empty parts, a choice of them."""

    scope: str
    kind: str
    source: str
    count: int

    def within(self, chosen: "_Cell", but: str = "") -> bool:
        return all(
            part == but or getattr(chosen, part) in ("", getattr(self, part))
            for part in ("scope", "kind", "source")
        )


def _cells(user: User, filters: MemoryFilters) -> list[_Cell]:
    """How many there are of each scope, kind and source: by the tally, where it can tell."""
    if filters.counted:
        counted: Iterable[tuple[UUID, str, str, int]] = Tally.objects.filter(
            user=user, state=filters.state, tag=filters.tag or ""
        ).values_list("scope", "kind", "source_kind", "memories")
    else:
        anything = replace(filters, scope=None, kind=None, source=None)
        left = matching(user, anything).order_by()
        if filters.tag is not None:
            left = left.filter(tags__contains=[filters.tag])
        counted = (
            left.annotate(scope=Coalesce("project_id", "user_id"))
            .values_list("scope", "kind", "source_kind")
            .annotate(n=Count("pk"))
        )
    return [
        _Cell(EVERYWHERE if scope == user.pk else str(scope), kind, source, count)
        for scope, kind, source, count in counted
    ]


def _narrowed(
    part: str, cells: Sequence[_Cell], chosen: _Cell, label: Callable[[str], str]
) -> tuple[Facet, ...]:
    counts: Counter[str] = Counter()
    for cell in cells:
        if cell.within(chosen, but=part):
            counts[getattr(cell, part)] += cell.count
    return tuple(
        Facet(value, label(value), count, value == getattr(chosen, part))
        for value, count in counts.most_common()
    )


def _tags(user: User, filters: MemoryFilters) -> tuple[Facet, ...]:
    cells = Tally.objects.filter(user=user, state=filters.state, tag__gt="")
    if filters.scope is not None:
        cells = cells.filter(scope=user.pk if filters.scope == EVERYWHERE else filters.scope)
    if filters.kind is not None:
        cells = cells.filter(kind=filters.kind)
    if filters.source is not None:
        cells = cells.filter(source_kind=filters.source)
    counted = cells.values_list("tag").annotate(n=Sum("memories")).order_by("-n", "tag")[:_TAGS]
    return tuple(Facet(tag, tag, n, tag == filters.tag) for tag, n in counted)


def _projects(user: User) -> QuerySet[Project, tuple[UUID, str]]:
    return Project.objects.filter(user=user).values_list("pk", "name")


def _cursor_of(memory: Memory) -> str:
    place = f"{memory.updated.isoformat()} {memory.pk}"
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def last_of(cursor: str) -> datetime:
    """When the last memory before a page was changed."""
    return _read_cursor(cursor)[0]


def _read_cursor(cursor: str) -> tuple[datetime, UUID]:
    try:
        place = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        updated, _, pk = place.partition(" ")
        return datetime.fromisoformat(updated).astimezone(UTC), UUID(pk)
    except (ValueError, OverflowError):
        raise Refused(
            "cursor", "This cursor is not one of ours. Leave it out to start from the first page."
        ) from None
