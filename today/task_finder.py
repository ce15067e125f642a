"""Read for tasks what came lately: what a person said and wrote, and the letters they got."""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from accounts.models import User
from memories.models import Chunk, Source
from memories.source_kinds import kind_of, registered
from memories.text import Span
from today.asks import asks, is_machine
from today.commitments import Commitment, commitments
from today.models import Task, Visit, passage
from today.pointing_back import points_back, with_what_it_points_at
from today.task_completion import (
    CompletionReport,
    are_one,
    bare_deeds,
    fit,
    is_carried,
    settles,
    told_done,
)
from today.task_gist import TaskGist, gist

# What was promised earlier is done, or forgotten by everybody.
LATELY = timedelta(days=30)
# How long after a task "done" without any word of what was done may be about it.
DAYS = timedelta(days=2)
# Sources read per batch.
BATCH = 20
# In characters: longer ones were pasted.
LONGEST = 50_000
# Sources are read in the order in which they were kept. Their ids tell nothing of it: a mail's is
# made of its name. The overlap catches those whose transaction was still going on.
_OVERLAP = timedelta(minutes=15)
# Maximum number of later messages read again after a task is found, as mail comes newest first.
_AGAIN = 500
# Who is spoken to in a sentence of a letter: "Tom, could you …".
_SPOKEN_TO = re.compile(r"\W*([A-ZÀ-ÞА-Я][^\W\d_]+)(?:,\s|\s[–—-]\s)")
# Seconds that a look at Today waits for reading.
PATIENCE = 0.4


def find_tasks(user: User, visit: Visit, *, patience: float = PATIENCE) -> bool:
    """Read what came since the last time, while patience lasts. Inside `acting_as`.

    True where there is more. May run twice: a passage is one task.
    """
    until = time.monotonic() + patience
    while more := _read_batch(user, visit):
        if time.monotonic() >= until:
            break
    return more


def _read_batch(user: User, visit: Visit) -> bool:
    """Read the next batch. True where there may be more."""
    now = timezone.now()
    batch = list(_unread(user, visit)[:BATCH])
    if batch:
        reading = _Reading(user, list(_known(user)))
        for source in sorted(batch, key=lambda source: source.happened_at):
            reading.read(source)
        for source in _said_later(user, reading.new, batch):
            reading.read(source)
        reading.save()
    more = len(batch) == BATCH
    if more:
        visit.read_to, visit.read_id = batch[-1].created, batch[-1].pk
    else:
        visit.read_to, visit.read_id = now - _OVERLAP, None
    visit.save(update_fields=["read_to", "read_id"])
    return more


@dataclass
class _Reading:
    """The tasks of late with what they are about, as sources are read one after the other."""

    user: User
    known: list[tuple[Task, TaskGist]]
    new: list[Task] = field(default_factory=list)
    changed: dict[UUID, Task] = field(default_factory=dict)

    def read(self, source: Source) -> None:
        if source.author != Source.Author.PERSON:
            for each in _asked(source):
                self._add(source, each, Task.Kind.ASKED)
            return
        promised = list(_promised(source))
        self._settle(source, answered=bool(promised))
        for each in promised:
            self._promise(source, each)

    def save(self) -> None:
        Task.objects.bulk_create(self.new, ignore_conflicts=True)
        fields = ["state", "due", "settled_by", "settled"]
        Task.objects.bulk_update(self.changed.values(), fields)

    def _settle(self, source: Source, *, answered: bool) -> None:
        """What this says is done is done; what it answers in its thread is answered."""
        addressed = kind_of(source.kind).addressed
        own = "\n".join(source.text[c.start : c.stop] for c in getattr(source, "own", ()))
        to = str(source.metadata.get("to") or source.title) if addressed else ""
        told = told_done(own, subject=source.title, to=to)
        waiting = [
            (task, about)
            for task, about in self.known
            if task.state == Task.State.OPEN and _may_settle(source, task)
        ]
        done = {task.pk for task in _settled_by(told, waiting, many=addressed)}
        in_thread = [
            (task, about)
            for task, about in waiting
            if addressed
            and task.kind == Task.Kind.ASKED
            and task.source.thread == source.thread != ""
        ]
        for task, about in in_thread:
            done.discard(task.pk)
            # An answer that promises leaves it to the promise; one that is given to several
            # things does not bring any of them.
            left = len(in_thread) > 1 and is_carried(getattr(task, "words", ""))
            if not answered and (not left or settles(told, about)):
                done.add(task.pk)
        for task, _ in waiting:
            if task.pk in done:
                self._tick(task, source)
        self._settle_the_only_one(source, bare_deeds(told))

    def _settle_the_only_one(self, source: Source, deeds: frozenset[int]) -> None:
        """ "Wrapped!" is of the one thing that was to be wrapped these days."""
        of_late = source.happened_at - DAYS
        found = [
            task
            for task, about in self.known
            if task.state == Task.State.OPEN
            and about.deeds & deeds
            and task.said >= of_late
            and _may_settle(source, task)
        ]
        if len(found) == 1:
            self._tick(found[0], source)

    def _tick(self, task: Task, source: Source) -> None:
        # What was done before anybody saw that it was to be done is told of as little as that.
        task.state, task.settled_by = Task.State.DONE, source
        task.settled = None if task in self.new else timezone.now()
        self._note(task)

    def _promise(self, source: Source, each: Commitment) -> None:
        """A promise takes the place of what it answers; one that only points at it dates it."""
        words = each.span.of(source.text)
        answers = [
            task
            for task, _ in self.known
            if task.kind == Task.Kind.ASKED
            and task.state == Task.State.OPEN
            and task.source.thread == source.thread != ""
            and _may_settle(source, task)
        ]
        if answers and points_back(words):
            for task in answers:
                task.due = each.due or task.due
                self._note(task)
            return
        for task in answers:
            task.state, task.settled_by, task.settled = Task.State.DONE, source, None
            self._note(task)
        if not kind_of(source.kind).addressed:
            each = Commitment(with_what_it_points_at(source.text, each.span), each.due)
        self._add(source, each, Task.Kind.PROMISED)

    def _add(self, source: Source, each: Commitment, kind: Task.Kind) -> None:
        """One task more, unless it is one that is known, in these words or in others."""
        words = each.span.of(source.text)
        about = _gist(words, source)
        for task, known in self.known:
            again = _plain(words) == _plain(getattr(task, "words", ""))
            if again or (task.state == Task.State.OPEN and are_one(about, known)):
                if task.state == Task.State.OPEN and each.due:
                    # What is said last holds: "forgot it, I'll do it on Monday".
                    task.due = each.due
                    self._note(task)
                return
        task = Task(
            user=self.user,
            source=source,
            kind=kind,
            start=each.span.start,
            stop=each.span.stop,
            due=each.due,
            said=source.happened_at,
        )
        setattr(task, "words", words)  # noqa: B010 - what `_known` annotates
        self.known.append((task, about))
        self.new.append(task)

    def _note(self, task: Task) -> None:
        if task not in self.new:
            self.changed[task.pk] = task


def _settled_by(
    told: Iterable[CompletionReport], waiting: Sequence[tuple[Task, TaskGist]], *, many: bool
) -> Iterator[Task]:
    """The tasks that are settled by what was told: of each thing the best fit, or `many`."""
    for each in told:
        fits = [
            (fit(each, about, asked=task.kind == Task.Kind.ASKED), task) for task, about in waiting
        ]
        best = max((found for found, _ in fits), default=(0, 0.0))
        yield from (task for found, task in fits if found > (0, 0.0) and (many or found == best))


def _may_settle(source: Source, task: Task) -> bool:
    """Whether it was said after the task, and after the person opened it again, where they did."""
    opened = task.settled or task.said
    return source.pk != task.source_id and source.happened_at > max(task.said, opened)


def _known(user: User) -> Iterator[tuple[Task, TaskGist]]:
    """The tasks of late: what is said again is no second task, and what is done none."""
    lately = Task.objects.filter(user=user, said__gte=timezone.now() - LATELY)
    rows = lately.annotate(words=passage()).select_related("source").defer("source__text")
    for task in rows:
        yield task, _gist(getattr(task, "words", ""), task.source)


def _gist(words: str, source: Source) -> TaskGist:
    """What a task is about, with whom the letter it is in was written to, or who wrote it."""
    if source.author == Source.Author.PERSON:
        return gist(words, source.title, str(source.metadata.get("to") or ""))
    return gist(words, source.title, asker=source.speaker)


def _plain(words: str) -> str:
    return " ".join(words.lower().split()).rstrip(" .!")


def _unread(user: User, visit: Visit) -> QuerySet[Source]:
    """What the person wrote or got lately and was not read yet, in the order it was kept."""
    sources = _lately(user)
    if visit.read_to is not None:
        after = Q(created__gt=visit.read_to)
        if visit.read_id is not None:
            after |= Q(created=visit.read_to, pk__gt=visit.read_id)
        sources = sources.filter(after)
    return sources.order_by("created", "pk")


def _said_later(user: User, new: Sequence[Task], batch: Sequence[Source]) -> list[Source]:
    """What the person said after these tasks and was read before them, in the order it was said."""
    if not new:
        return []
    since = min(task.said for task in new)
    later = _lately(user).filter(author=Source.Author.PERSON, happened_at__gt=since)
    return list(
        later.filter(created__lte=batch[-1].created)
        .exclude(pk__in=[source.pk for source in batch])
        .order_by("happened_at", "pk")[:_AGAIN]
    )


def _lately(user: User) -> QuerySet[Source]:
    """What the person wrote or got lately, with its passages."""
    passages = Chunk.objects.filter(hidden=None).order_by("position")
    kinds = [kind for kind in registered() if kind.conversation or kind.addressed]
    own = Q(author=Source.Author.PERSON, kind__in=[kind.name for kind in kinds])
    got = Q(author=Source.Author.OTHER, kind__in=[kind.name for kind in kinds if kind.addressed])
    return (
        Source.objects.filter(own | got, user=user, happened_at__gte=timezone.now() - LATELY)
        .annotate(size=Length("text"))
        .filter(size__lte=LONGEST)
        .prefetch_related(
            Prefetch("chunks", passages.filter(own_words=True), to_attr="own"),
            Prefetch("chunks", passages.filter(own_words=False), to_attr="others"),
        )
    )


def _promised(source: Source) -> Iterator[Commitment]:
    addressed = kind_of(source.kind).addressed
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    own: Sequence[Chunk] = getattr(source, "own", ())
    read = 0
    for chunk in own:
        text = source.text[chunk.start : chunk.stop]
        found = commitments(text, said_at, addressed=addressed)
        yield from _new_of(chunk, found, read)
        read = max(read, chunk.stop)


def _asked(source: Source) -> Iterator[Commitment]:
    """What a letter asks of the person, where somebody wrote it to them."""
    if source.metadata.get("bulk") or is_machine(source.speaker):
        return
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    others: Sequence[Chunk] = getattr(source, "others", ())
    read = int(source.metadata.get("subject_end") or 0)
    for chunk in _of_sender(source, others):
        text = source.text[chunk.start : chunk.stop]
        found = [
            each
            for each in asks(text, said_at, subject=source.title)
            if not _is_of_another(source, each.span.of(text))
        ]
        yield from _new_of(chunk, found, read)
        read = max(read, chunk.stop)


def _is_of_another(source: Source, words: str) -> bool:
    """Whether a letter to several asks it of one of the others: "Tom, could you …"."""
    spoken_to = _SPOKEN_TO.match(words)
    several = " and " in str(source.metadata.get("to") or "")
    if not (spoken_to and several):
        return False
    own = (source.user.name.split() or source.user.email.split("@"))[0]
    return not own.lower().startswith(spoken_to[1][:2].lower())


def _of_sender(source: Source, passages: Sequence[Chunk]) -> Iterator[Chunk]:
    """The passages that the sender of a letter wrote: none of what they forward or quote whole."""
    ends = [stop for _, stop in source.metadata.get("attributions") or ()]
    for chunk in passages:
        above = source.text[: chunk.start].rstrip()
        quoted = len(above) in ends and not source.text.startswith(">", chunk.start)
        if quoted:
            return
        yield chunk


def _new_of(chunk: Chunk, found: Iterable[Commitment], read: int) -> Iterator[Commitment]:
    """Passages overlap: what the one before ended in is not read again."""
    for each in found:
        start, stop = chunk.start + each.span.start, chunk.start + each.span.stop
        if start >= read:
            yield Commitment(Span(start, stop), each.due)
