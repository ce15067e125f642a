"""Read for tasks what a person wrote lately: their chats, notes and mail."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from accounts.models import User
from database.ids import first_id
from memories.models import Chunk, Source
from memories.source_kinds import kind_of, registered
from memories.text import Span
from today.commitments import Commitment, commitments
from today.models import Task, Visit, passage

# What was promised earlier is done, or forgotten by everybody.
LATELY = timedelta(days=30)
# So many sources are read at once.
BATCH = 100
# In characters: longer ones were pasted.
LONGEST = 50_000
# Sources are read in the order of their ids, which is that of their making. One whose transaction
# was still going on is read the next time.
_OVERLAP = timedelta(minutes=1)


def find_tasks(user: User, visit: Visit) -> bool:
    """Read the next batch of what was written since the last time. Inside `acting_as`.

    True where there is more. May run twice: a passage is one task.
    """
    batch = list(_unread(user, visit.read_to)[:BATCH])
    promised = {
        _words(source, each): (source, each) for source in batch for each in _promised(source)
    }
    known = {_plain(words) for words in _known(user)} if promised else set()
    found = [
        Task(
            user=user,
            source=source,
            start=each.span.start,
            stop=each.span.stop,
            due=each.due,
            said=source.happened_at,
        )
        for words, (source, each) in promised.items()
        if words not in known
    ]
    Task.objects.bulk_create(found, ignore_conflicts=True)
    more = len(batch) == BATCH
    visit.read_to = batch[-1].pk if more else first_id(timezone.now() - _OVERLAP)
    visit.save(update_fields=["read_to"])
    return more


def _known(user: User) -> Iterable[str]:
    """The words of the tasks of late: what is said again is no second task."""
    lately = Task.objects.filter(user=user, said__gte=timezone.now() - LATELY)
    return lately.annotate(words=passage()).values_list("words", flat=True)


def _words(source: Source, each: Commitment) -> str:
    return _plain(each.span.of(source.text))


def _plain(words: str) -> str:
    return " ".join(words.lower().split()).rstrip(" .!")


def _unread(user: User, after: UUID | None) -> QuerySet[Source]:
    """What the person wrote lately, with its passages in their own words, the oldest first."""
    own_words = Chunk.objects.filter(own_words=True, hidden=None).order_by("position")
    own = (
        Source.objects.filter(
            user=user,
            author=Source.Author.PERSON,
            kind__in=[kind.name for kind in registered() if kind.conversation or kind.addressed],
            happened_at__gte=timezone.now() - LATELY,
        )
        .annotate(size=Length("text"))
        .filter(size__lte=LONGEST)
        .prefetch_related(Prefetch("chunks", own_words, to_attr="own"))
    )
    return (own if after is None else own.filter(pk__gt=after)).order_by("pk")


def _promised(source: Source) -> Iterator[Commitment]:
    addressed = kind_of(source.kind).addressed
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    read = 0
    own: list[Chunk] = getattr(source, "own", [])
    for chunk in own:
        text = source.text[chunk.start : chunk.stop]
        for each in commitments(text, said_at, addressed=addressed):
            start, stop = chunk.start + each.span.start, chunk.start + each.span.stop
            # Passages overlap: what the one before ended in is not read again.
            if start >= read:
                yield Commitment(Span(start, stop), each.due)
        read = max(read, chunk.stop)
