"""What is no longer true leads to what is: of a superseded memory the current one is given back.

Who asks "Where do I live?" comes near to "I live in a tiny studio in Leeds"; that "we finally
signed for the flat in Bath" replaced it is known since it was said, whatever its words. Where a day
is asked for, both lead to what held then.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Min, Q
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as, reading_as
from database.statements import array_of, fetched
from memories.models import Change, Evidence, Memory
from memories.recall.query import Query
from memories.recall.shapes import Item, of_memory
from memories.sql import sql

# Maximum number of earlier versions given per memory.
VERSIONS = 5


def led_to_current(user: User, query: Query, items: Sequence[Item]) -> list[Item]:
    """The items with current memories in the place of superseded ones, each with its history.

    Call it outside of `acting_as`. What nothing current took the place of is left out, and so is
    what the query may not look at: it may have been moved into a project since.
    """
    known = [item.memory_id for item in items if item.memory_id]
    if not known:
        return list(items)
    later: dict[UUID, list[UUID]] = {}
    earlier: dict[UUID, list[UUID]] = {}
    values = {"user": user.pk, "memories": array_of(map(str, known))}
    with reading_as(user):
        linked_by = fetched(sql("recall/versions"), values)
    for way, start, found, _ in linked_by:
        chain = later if way == "later" else earlier
        chain.setdefault(UUID(start), []).append(UUID(found))
    if not later and not earlier:
        return list(items)
    linked = {pk for chain in (later, earlier) for pks in chain.values() for pk in pks}
    of_each: dict[UUID | None, Item] = {i.memory_id: i for i in items if i.memory_id}
    with acting_as(user):
        of_each.update(_items(user, query, linked - of_each.keys()))
    return _placed(items, of_each, later, earlier)


def _placed(
    items: Sequence[Item],
    of_each: Mapping[UUID | None, Item],
    later: Mapping[UUID, Sequence[UUID]],
    earlier: Mapping[UUID, Sequence[UUID]],
) -> list[Item]:
    placed: dict[object, Item] = {}
    for item in items:
        if item.memory_id is None:
            placed[item.id] = item
            continue
        current = item
        if item.state == Memory.State.SUPERSEDED:
            now = [of_each[pk] for pk in later.get(item.memory_id, ()) if pk in of_each]
            found = next((each for each in now if each.state == Memory.State.CURRENT), None)
            if found is None:
                continue
            nearer = max(found, item, key=lambda each: each.score)
            current = replace(
                found,
                score=nearer.score,
                similarity=max(found.similarity, item.similarity),
                covers=max(found.covers, item.covers),
                why=found.why or (gettext_noop("replaces what was said before"),),
            )
        if current.id not in placed:
            before = [of_each[pk] for pk in earlier.get(current.memory_id, ()) if pk in of_each]  # type: ignore[arg-type]
            placed[current.id] = replace(current, before=tuple(before[:VERSIONS]))
    return list(placed.values())


@dataclass(frozen=True)
class _Held:
    """From when until when a memory held, and those it took turns with."""

    since: datetime
    until: datetime | None
    versions: frozenset[UUID]

    def at(self, moment: datetime) -> bool:
        return self.since <= moment and not self.ended_by(moment)

    def ended_by(self, moment: datetime) -> bool:
        return self.until is not None and self.until <= moment


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The last moment of a day."""
    return datetime.combine(day, time.max, zone)


def led_to_past(user: User, query: Query, items: Sequence[Item], day: date) -> list[Item]:
    """The items with what held on that day in the place of what held before or since.

    Call it outside of `acting_as`. A memory holds from when it was said, or from the earlier time
    it tells of, until what took its place does.
    """
    moment = end_of(day, user.zone)
    with acting_as(user):
        held = _held(user, [item.memory_id for item in items if item.memory_id])
        of_each: dict[UUID | None, Item] = {i.memory_id: i for i in items if i.memory_id}
        then = {pk for pk, each in held.items() if each.at(moment)}
        of_each.update(_items(user, query, then - of_each.keys()))
        over = _over(user, items, moment)
    placed: dict[object, Item] = {}
    for item in items:
        if item.memory_id is None:
            if item.id not in over:
                placed[item.id] = item
            continue
        versions = held[item.memory_id].versions if item.memory_id in held else ()
        own = [item.memory_id] if item.memory_id in then else sorted(then.intersection(versions))
        for was in [of_each[pk] for pk in own if pk in of_each]:
            why = was.why or (f"so on {day.day} {day:%B %Y}",)
            nearer = max(was, item, key=lambda each: each.score)
            placed.setdefault(
                was.id,
                replace(
                    was,
                    score=nearer.score,
                    similarity=nearer.similarity,
                    covers=nearer.covers,
                    why=why,
                ),
            )
    return list(placed.values())


def ended_by(user: User, memories: Collection[UUID], day: date) -> set[UUID]:
    """Which of these memories held no more at the end of that day. Inside `acting_as`."""
    moment = end_of(day, user.zone)
    return {pk for pk, each in _held(user, memories).items() if each.ended_by(moment)}


def _over(user: User, items: Iterable[Item], moment: datetime) -> set[str]:
    """The passages that only state what held no more."""
    passages = [item for item in items if item.memory_id is None and item.chunk_id]
    told: dict[UUID | None, list[Evidence]] = {}
    for each in Evidence.objects.filter(user=user, chunk__in=[p.chunk_id for p in passages]):
        told.setdefault(each.chunk_id, []).append(each)
    held = _held(user, {each.memory_id for found in told.values() for each in found})
    over = set()
    for item in passages:
        about = [
            held[each.memory_id]
            for each in told.get(item.chunk_id, ())
            if each.memory_id in held
            and (each.start or 0) < item.stop
            and item.start < (each.stop or 0)
        ]
        if about and all(each.ended_by(moment) for each in about):
            over.add(item.id)
    return over


def _held(user: User, memories: Collection[UUID]) -> dict[UUID, _Held]:
    """When each of these memories, and of those they took turns with, held. Inside `acting_as`."""
    known: dict[UUID, Memory] = {}
    next_to = set(memories)
    while next_to:
        found = (
            Memory.objects.filter(user=user, state__in=Memory.KNOWN)
            .filter(Q(pk__in=next_to) | Q(supersedes__in=next_to) | Q(superseded_by__in=next_to))
            .exclude(pk__in=known)
            .annotate(said=Min("evidence__chunk__source__happened_at"))
            .distinct()
        )
        new = {memory.pk: memory for memory in found}
        known |= new
        next_to = set(new)
    successors = _successors(user, known)
    since = {pk: _since(memory) for pk, memory in known.items()}
    chains = _chains(known)
    return {
        pk: _Held(
            since[pk],
            since[successors[pk]] if pk in successors else memory.valid_until,
            chains[pk],
        )
        for pk, memory in known.items()
    }


def _successors(user: User, known: Mapping[UUID, Memory]) -> dict[UUID, UUID]:
    """The memory that replaced each; one statement may have replaced several."""
    found = {m.supersedes_id: m.pk for m in known.values() if m.supersedes_id in known}
    changes = Change.objects.filter(
        user=user,
        memory__in=known,
        what=Change.What.SUPERSEDED,
        undone=None,
        after__has_key="superseded_by",
    )
    for memory, after in changes.order_by("at").values_list("memory", "after"):
        by = UUID(after["superseded_by"])
        if by in known:
            found[memory] = by
    return {pk: by for pk, by in found.items() if pk is not None}


def _chains(known: Mapping[UUID, Memory]) -> dict[UUID, frozenset[UUID]]:
    """All that each took turns with, itself among them."""
    chains = {pk: frozenset([pk]) for pk in known}
    for memory in known.values():
        if memory.supersedes_id is not None and memory.supersedes_id in known:
            joined = chains[memory.pk] | chains[memory.supersedes_id]
            chains |= dict.fromkeys(joined, joined)
    return chains


def _since(memory: Memory) -> datetime:
    """When it began to hold: when it was said, or the earlier time that it tells of."""
    said: datetime | None = getattr(memory, "said", None)
    return min(filter(None, (memory.created, memory.event_time, said)))


def _within(query: Query) -> Q:
    """The condition on evidence that the query's scope sets for its memory."""
    wanted = Q()
    if not query.all_projects:
        wanted &= query.in_scope("memory__project")
    if query.leave_out_local_only:
        wanted &= Q(memory__local_only=False)
    if query.kinds:
        wanted &= Q(memory__kind__in=query.kinds)
    if query.sources:
        wanted &= Q(memory__source_kind__in=query.sources)
    if query.tags:
        wanted &= Q(memory__tags__contains=list(query.tags))
    return wanted


def _items(user: User, query: Query, memories: set[UUID]) -> dict[UUID | None, Item]:
    """Current and superseded memories as items, that a search did not find."""
    found: dict[UUID | None, Item] = {}
    states = [Memory.State.CURRENT, Memory.State.SUPERSEDED]
    for evidence in (
        Evidence.objects.filter(
            _within(query),
            user=user,
            memory__in=memories,
            memory__state__in=states,
            chunk__hidden=None,
        )
        .exclude(chunk=None)
        .exclude(chunk__source__in=query.exclude_sources)
        .select_related("memory", "chunk__source")
        .defer("chunk__source__text")
        .order_by("created")
    ):
        found.setdefault(evidence.memory_id, of_memory(evidence.memory, evidence))
    return found
