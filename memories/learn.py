"""Learn: what a source teaches about the person, with the passage that says it."""

from uuid import UUID

from django.db import DatabaseError

from accounts.acting import acting_as
from accounts.models import User
from memories import work
from memories.models import Change, Chunk, Memory, Source, Work
from memories.remember import Outcome, Quote, Remembered, remember
from memories.rules import statements

BATCH = 20


def learn(user: User, source: Source) -> list[Remembered]:
    """Learn from one source by rules; only from the person's own words. May run twice.

    Returns what was new or heard again, in the order it was said.
    """
    own = list(Chunk.objects.filter(source=source, own_words=True, hidden__isnull=True))
    learned = []
    for said in statements(source.text):
        start, stop = said.span.start, said.span.stop
        chunk = next((c for c in own if c.start <= start and stop <= c.stop), None)
        if chunk is None:
            continue
        remembered = remember(
            user,
            said.content,
            by=Change.By.LEARNING,
            project=source.project,
            kind=said.kind,
            confidence=said.confidence,
            came=Memory.Came.EXTRACTED,
            event_time=source.happened_at,
            local_only=source.local_only,
            quote=Quote(source, start, stop, chunk),
            cause=source,
        )
        if remembered.outcome is not Outcome.REFUSED:
            learned.append(remembered)
    return learned


def learn_waiting(user_id: UUID) -> bool:
    """Learn from one batch of this person's sources. True when more may be waiting."""
    claimed = work.claim(user_id, Work.Kind.LEARN, BATCH)
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
