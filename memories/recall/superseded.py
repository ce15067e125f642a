"""What is no longer true leads to what is: of a superseded memory the current one is given back.

Who asks "Where do I live?" comes near to "I live in a tiny studio in Leeds"; that "we finally
signed for the flat in Bath" replaced it is known since it was said, whatever its words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from database.acting import acting_as, asking_as
from database.statements import array_of, fetched
from memories.models import Evidence, Memory
from memories.recall.items import Item, of_memory
from memories.recall.query import Query

# So many earlier versions are told of one memory.
VERSIONS = 5

# From each of these memories to those that took its place, and to those whose place it took. What
# was corrected was never so: it leads on, but is nothing that was true before.
_CHAINS = """
WITH RECURSIVE
later (start, id, step) AS (
    SELECT m, m, 0 FROM unnest(%(memories)s::uuid[]) AS given (m)
    UNION ALL
    SELECT later.start, m.id, later.step + 1 FROM later
    JOIN memories_memory m ON m.user_id = %(user)s AND m.supersedes_id = later.id
    WHERE later.step < 50
),
earlier (start, id, step) AS (
    SELECT DISTINCT later.id, later.id, 0 FROM later
    UNION ALL
    SELECT earlier.start, m.supersedes_id, earlier.step + 1 FROM earlier
    JOIN memories_memory m ON m.user_id = %(user)s AND m.id = earlier.id
    WHERE m.supersedes_id IS NOT NULL AND earlier.step < 50
)
SELECT 'later', start::text, id::text, step FROM later WHERE step > 0
UNION ALL
SELECT 'earlier', start::text, id::text, step FROM earlier WHERE step > 0 AND EXISTS (
    SELECT 1 FROM memories_change c WHERE c.user_id = %(user)s AND c.memory_id = earlier.id
        AND c.what = 'superseded' AND c.undone IS NULL
)
ORDER BY 1, 2, 4
"""


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
    with asking_as(user):
        linked_by = fetched(_CHAINS, values)
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
                why=found.why or ("replaces what was said before",),
            )
        if current.id not in placed:
            before = [of_each[pk] for pk in earlier.get(current.memory_id, ()) if pk in of_each]  # type: ignore[arg-type]
            placed[current.id] = replace(current, before=tuple(before[:VERSIONS]))
    return list(placed.values())


def _within(query: Query) -> Q:
    """What of evidence the query may look at, by its memory."""
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
