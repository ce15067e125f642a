"""Remove for good what belongs to a place that goes: a conversation, a document, a project.

This is not forgetting: nothing keeps it from being said again. What a memory that stays rests on
is kept as a quoted note.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from accounts.models import User
from memories import index
from memories.keep import Said, keep
from memories.models import Chunk, Evidence, Memory, SearchItem, Source, Work
from memories.tombstones import is_blank


def remove_sources(user: User, sources: QuerySet[Source]) -> None:
    """Remove these sources with their chunks, postings and windows; memories stay, with a quote."""
    gone = list(sources.filter(user=user).values_list("pk", flat=True))
    for evidence in Evidence.objects.filter(user=user, chunk__source__in=gone).select_related(
        "memory", "chunk__source"
    ):
        _quote(user, evidence)
    index.remove(user.pk, SearchItem.objects.filter(user=user, chunk__source__in=gone))
    Work.objects.filter(user=user, subject__in=gone).delete()
    Source.objects.filter(user=user, pk__in=gone).delete()


def remove_memories(user: User, memories: Iterable[Memory]) -> None:
    """Remove these memories with their history and their places in the index."""
    gone = [memory.pk for memory in memories]
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory__in=gone))
    Work.objects.filter(user=user, subject__in=gone).delete()
    Memory.objects.filter(user=user, pk__in=gone).delete()


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
        Said(
            Source.Kind.NOTE,
            evidence.quote,
            title=source.title,
            author=Source.Author(source.author),
            speaker=source.speaker,
            happened_at=source.happened_at,
            project=evidence.memory.project,
            local_only=source.local_only,
            metadata={"quoted_from": source.kind},
            searchable=False,
        ),
    )
    evidence.chunk = Chunk.objects.filter(source=note).order_by("position").first()
    evidence.start, evidence.stop = 0, len(note.text)
    evidence.save(update_fields=["chunk", "start", "stop"])
