"""Learn: what a source teaches about the person, with the passage that says it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import DatabaseError
from django.db.models import QuerySet

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.keeping import Outcome, Quote, Remembered, remember
from memories.learning.messages import told, when
from memories.learning.statements import Statement, speaks_of_the_letter, statements
from memories.models import Change, Chunk, Memory, Source, Work
from memories.text import Span

BATCH = 20


def learn(user: User, source: Source) -> list[Remembered]:
    """Learn from one source by rules; only from the person's own words. May run twice.

    Returns what was new or heard again, in the order it was said.
    """
    own = Chunk.objects.filter(source=source, own_words=True, hidden__isnull=True)
    if source.kind in (Source.Kind.DOCUMENT, Source.Kind.GMAIL):
        return learn_passages(user, source, list(own.order_by("position")))
    return _remember_all(user, source, _said(source, own))


def learn_passages(
    user: User, source: Source, chunks: Sequence[Chunk], *, after: int = 0
) -> list[Remembered]:
    """Learn from these chunks of a long source, each read for itself. May run twice.

    What ends before `after` (in characters) was told by the chunk before them.
    """
    return _remember_all(user, source, _read(source, chunks, after))


def _said(source: Source, own: QuerySet[Chunk]) -> Iterator[tuple[Statement, Chunk]]:
    # Most messages teach nothing: their chunks are not even asked for.
    for said in told(source.text):
        start, stop = said.span.start, said.span.stop
        chunk = next((c for c in own if c.start <= start and stop <= c.stop), None)
        if chunk is not None:
            yield said, chunk


def _read(source: Source, chunks: Sequence[Chunk], after: int) -> Iterator[tuple[Statement, Chunk]]:
    for chunk in chunks:
        if chunk.hidden or not chunk.own_words:
            continue
        for said in statements(source.text[chunk.start : chunk.stop]):
            span = Span(chunk.start + said.span.start, chunk.start + said.span.stop)
            if source.kind == Source.Kind.GMAIL and speaks_of_the_letter(said.content):
                continue
            if span.stop > after:
                yield replace(said, span=span), chunk
        after = chunk.stop


def _remember_all(
    user: User, source: Source, found: Iterable[tuple[Statement, Chunk]]
) -> list[Remembered]:
    learned = []
    for said, chunk in found:
        remembered = remember(
            user,
            said.content,
            by=Change.By.LEARNING,
            project=source.project,
            kind=said.kind,
            confidence=said.confidence,
            came=Memory.Came.EXTRACTED,
            event_time=_event_time(source, said),
            local_only=source.local_only,
            quote=Quote(source, said.span.start, said.span.stop, chunk),
            cause=source,
        )
        if remembered.outcome is not Outcome.REFUSED:
            learned.append(remembered)
    return learned


def _event_time(source: Source, said: Statement) -> datetime:
    """When it happens or happened, where a message names a time; else when it was said."""
    if source.kind in (Source.Kind.DOCUMENT, Source.Kind.GMAIL):
        return source.happened_at
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    return when(said.content, said_at) or source.happened_at


def learn_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Learn from one batch of this person's sources. True when more may be waiting."""
    claimed = work.claim(user_id, Work.Kind.LEARN, BATCH, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for row in claimed:
        try:
            with acting_as(user_id):
                source = Source.objects.filter(pk=row.subject).first()
                if user and source and source.author == Source.Author.PERSON:
                    learn(user, source)
                work.finish([row])
        except DatabaseError:
            work.fail([row], "The database could not take what was learned.", retry=True)
    return bool(claimed)
