"""Remove for good what belongs to a place that goes: a conversation, a document, mail, a project.

This is not forgetting: nothing keeps it from being said again. What a memory that stays rests on
is kept as a quoted note.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from database import erasures
from memories.forgetting.forget import concluded
from memories.keeping import NewSource, entity_upkeep, keep
from memories.models import Chunk, Evidence, Forgotten, Memory, SearchItem, Source, Work
from memories.search import index
from memories.source_kinds import NOTE
from memories.text import is_blank


@dataclass(frozen=True)
class TaughtMemories:
    """Memories learned from some sources: those that go with them, and those that stay."""

    going: tuple[Memory, ...]
    staying: tuple[Memory, ...]


def taught_by(user: User, sources: Iterable[UUID | None]) -> TaughtMemories:
    """Memories learned from these sources. Those from them alone go, with what was concluded.

    What has another source stays, and so does what the person confirmed or pinned.
    """
    elsewhere = Evidence.objects.filter(user=user, memory=OuterRef("pk")).exclude(
        chunk__source__in=sources
    )
    resting = (
        Memory.objects.filter(user=user, evidence__chunk__source__in=sources)
        .exclude(state=Memory.State.FORGOTTEN)
        .annotate(held=Exists(elsewhere))
        .distinct()
        .order_by("pk")
    )
    going: dict[UUID, Memory] = {}
    staying: list[Memory] = []
    for memory in resting:
        if memory.held or _is_the_persons(memory):
            staying.append(memory)
        else:
            going[memory.pk] = memory
    while more := {
        memory.pk: memory
        for memory in Memory.objects.filter(user=user, pk__in=concluded(user, going))
        if memory.pk not in going and not _is_the_persons(memory)
    }:
        going |= more
    return TaughtMemories(tuple(going.values()), tuple(staying))


def remove_taught(user: User, sources: Collection[UUID]) -> None:
    """Remove these sources for good, with what was learned from them alone.

    What has another source stays, without the quotes of these; what the person confirmed or pinned
    stays and keeps its quote. Of what was forgotten of these only hashes are kept.
    """
    unlearn(user, sources)
    _erase_forgotten(user, sources)
    remove_sources(user, Source.objects.filter(pk__in=sources))


def unlearn(user: User, sources: Collection[UUID]) -> int:
    """Remove what was learned from these sources alone; they stay. Returns how much was current.

    What has another source rests on that alone; what the person confirmed or pinned stays.
    """
    index.hold(user.pk)
    going = taught_by(user, sources).going
    remove_memories(user, going)
    _let_go(user, sources)
    return sum(memory.active for memory in going)


def remove_sources(user: User, sources: QuerySet[Source]) -> None:
    """Remove these sources with their chunks, postings and windows; memories stay, with a quote."""
    gone = list(sources.filter(user=user).values_list("pk", flat=True))
    for evidence in Evidence.objects.filter(user=user, chunk__source__in=gone).select_related(
        "memory", "chunk__source"
    ):
        _quote(user, evidence)
    index.remove(user.pk, SearchItem.objects.filter(user=user, chunk__source__in=gone))
    Work.objects.filter(user=user, subject__in=gone).delete()
    erasures.note(user.pk, sources=gone)
    spoken_of = entity_upkeep.spoken_of(user, chunk__source__in=gone)
    Source.objects.filter(user=user, pk__in=gone).delete()
    entity_upkeep.settle(user, spoken_of)


def remove_memories(user: User, memories: Iterable[Memory]) -> None:
    """Remove these memories with their history and their places in the index."""
    gone = [memory.pk for memory in memories]
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory__in=gone))
    Work.objects.filter(user=user, subject__in=gone).delete()
    erasures.note(user.pk, memories=gone)
    spoken_of = entity_upkeep.spoken_of(user, memory__in=gone)
    Memory.objects.filter(user=user, pk__in=gone).delete()
    entity_upkeep.settle(user, spoken_of)


def _let_go(user: User, sources: Collection[UUID]) -> None:
    """Take these sources from what rests on others too; it counts as coming from those now."""
    resting = Evidence.objects.filter(user=user, chunk__source__in=sources)
    for memory in Memory.objects.filter(user=user, evidence__in=resting).distinct():
        others = Evidence.objects.filter(user=user, memory=memory, chunk__isnull=False).exclude(
            chunk__source__in=sources
        )
        first = others.order_by("created").values_list("chunk__source__kind", flat=True).first()
        if first is not None:
            resting.filter(memory=memory).delete()
            Memory.objects.filter(pk=memory.pk).update(source_kind=first)


def _erase_forgotten(user: User, sources: Collection[UUID]) -> None:
    """Keep no words of what was forgotten of these: only hashes, so that it does not return."""
    gone = {str(source) for source in sources}
    for stone in Forgotten.objects.filter(user=user, sealed__isnull=False):
        named = {source for source, *_ in stone.blocked}
        if named and named <= gone:
            Forgotten.objects.filter(pk=stone.pk).update(sealed=None, erased=timezone.now())
            if stone.memory_id:
                Memory.objects.filter(user=user, pk=stone.memory_id).delete()


def _is_the_persons(memory: Memory) -> bool:
    return memory.confirmed is not None or memory.pinned


def _quote(user: User, evidence: Evidence) -> None:
    """Let evidence rest on a note that holds just its quote, said when its source was."""
    if evidence.chunk is None:
        return
    if is_blank(evidence.quote):
        # Forgotten. Should it be restored, it rests on its own words.
        evidence.delete()
        return
    source = evidence.chunk.source
    note = keep(
        user,
        NewSource(
            NOTE,
            evidence.quote,
            title=source.title,
            author=Source.Author(source.author),
            speaker=source.speaker,
            happened_at=source.happened_at,
            project=evidence.memory.project,
            local_only=source.local_only,
            metadata={"quoted_from": source.kind},
            own_words=evidence.chunk.own_words,
            searchable=False,
        ),
    )
    evidence.chunk = Chunk.objects.filter(source=note).order_by("position").first()
    evidence.start, evidence.stop = 0, len(note.text)
    evidence.save(update_fields=["chunk", "start", "stop"])
