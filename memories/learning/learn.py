"""Learn: what a source teaches about the person, with the passage that says it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from llm.chat import ChatModel, chat_model
from llm.errors import ModelError
from memories import work
from memories.keeping import Outcome, Quote, RememberResult, remember
from memories.learning.changing.updating import update_known
from memories.learning.earlier import only_chunks, said_before
from memories.learning.mail import told_in_letter
from memories.learning.messages import told
from memories.learning.model.by_model import learn_by_model, may_read
from memories.learning.model.excerpts import may_tell
from memories.learning.statements import FirstPersonStatement, statements
from memories.models import Change, Chunk, Evidence, Lesson, Memory, Source, Work
from memories.source_kinds import kind_of
from memories.text import Span, dated, month_before, sentences, when_told
from model_access import ledger
from model_access.models import LedgerEntry

BATCH = 20
WAITS = gettext_noop("Today’s budget for the model is used up: this waits.")
# Base, in seconds, of the growing delay before a failing model server is asked again.
AGAIN = 60.0


def learn(user: User, source: Source) -> list[RememberResult]:
    """Learn from one source by rules; only from the person's own words. May run twice.

    Returns what was new or heard again, in the order it was said.
    """
    own = Chunk.objects.filter(source=source, own_words=True, hidden__isnull=True).annotate(
        taught=Exists(Evidence.objects.filter(chunk=OuterRef("pk")))
    )
    if not kind_of(source.kind).direct:
        return learn_passages(user, source, list(own.order_by("position")))
    return _remember_all(user, source, _said(source, own))


def new_of(learned: Iterable[RememberResult]) -> list[UUID]:
    """The ids of those memories that are new."""
    return [r.memory.pk for r in learned if r.memory and r.outcome is Outcome.NEW]


def learn_passages(
    user: User, source: Source, chunks: Sequence[Chunk], *, after: int = 0
) -> list[RememberResult]:
    """Learn from these chunks of a long source, each read for itself. May run twice.

    What ends before `after` (in characters) was told by the chunk before them.
    """
    return _remember_all(user, source, _read(source, chunks, after))


def _said(source: Source, own: QuerySet[Chunk]) -> Iterator[tuple[FirstPersonStatement, Chunk]]:
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    before = said_before(source)
    found = told(source.text, before)
    if not found:
        # Most messages teach nothing: their chunks are not even asked for.
        return
    chunks = list(own)
    readable = only_chunks(source.text, chunks)
    for said in found if readable == source.text else told(readable, before):
        start, stop = said.span.start, said.span.stop
        chunk = next((c for c in chunks if c.start <= start and stop <= c.stop), None)
        if chunk is not None:
            month = _month_before(source.text, start, said_at)
            yield replace(said, content=dated(said.content, said_at, month=month)), chunk


def _month_before(text: str, at: int, said_at: datetime) -> date | None:
    """Where the month begins that its sentence says before this place: a day there is of it."""
    begun = next((s.start for s in sentences(text) if s.start < at < s.stop), at)
    return month_before(text[begun:at], said_at) if begun < at else None


def _read(
    source: Source, chunks: Sequence[Chunk], after: int
) -> Iterator[tuple[FirstPersonStatement, Chunk]]:
    read = told_in_letter if kind_of(source.kind).addressed else statements
    for chunk in chunks:
        if chunk.hidden or not chunk.own_words:
            continue
        for said in read(source.text[chunk.start : chunk.stop]):
            span = Span(chunk.start + said.span.start, chunk.start + said.span.stop)
            if span.stop > after:
                yield replace(said, span=span), chunk
        after = chunk.stop


def _remember_all(
    user: User, source: Source, found: Iterable[tuple[FirstPersonStatement, Chunk]]
) -> list[RememberResult]:
    learned = []
    known: dict[Span, Memory] | None = None
    for said, chunk in found:
        if known is None and getattr(chunk, "taught", True):
            known = _learned_from(user, source)
        if known and (memory := known.get(said.span)):
            learned += [RememberResult(memory, Outcome.SUPPORTED)] if memory.active else []
            continue
        remembered = remember(
            user,
            said.content,
            by=Change.By.LEARNING,
            project=source.project,
            kind=said.kind,
            confidence=said.confidence,
            origin=Memory.Origin.EXTRACTED,
            event_time=_event_time(source, said),
            local_only=source.local_only,
            quote=Quote(source, said.span.start, said.span.stop, chunk),
            cause=source,
        )
        if remembered.memory is not None:
            learned.append(remembered)
    return learned


def _learned_from(user: User, source: Source) -> dict[Span, Memory]:
    """Memories learned from a source, by span: those edited since are not learned again."""
    evidence = Evidence.objects.filter(user=user, chunk__source=source).select_related("memory")
    return {
        Span(each.start, each.stop): each.memory
        for each in evidence
        if each.start is not None and each.stop is not None
    }


def _event_time(source: Source, said: FirstPersonStatement) -> datetime:
    """When it happens or happened, where a message names a time; else when it was said."""
    if not kind_of(source.kind).direct:
        return source.happened_at
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    return when_told(said.content, said_at) or source.happened_at


def reading_model() -> ChatModel | None:
    """The model that learns, or None: then rules do."""
    return chat_model() if settings.YARNNN_LEARN_BY_MODEL else None


def leave_to_model(user: User, source: Source, *, urgent: bool = False) -> bool:
    """Have a model read a source, where one may. A worker asks it: nobody waits."""
    model = reading_model()
    if model is None or not may_read(source, model):
        return False
    if may_tell(source.text):
        work.enqueue(user.pk, work.LEARN, [source.pk], urgent=urgent)
    return True


def learn_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Learn from one batch of this person's sources. True when more may be waiting."""
    model = reading_model()
    claimed = work.claim(user_id, work.LEARN, 1 if model else BATCH, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for unit in claimed:
        try:
            with acting_as(user_id):
                source = Source.objects.filter(pk=unit.subject).first()
            if not user or source is None or source.author != Source.Author.PERSON:
                _settle(user_id, unit)
            elif model and may_read(source, model):
                _ask(user, source, unit, model)
            else:
                _by_rules(user, source)
                _settle(user_id, unit)
        except DatabaseError:
            work.fail(
                [unit], gettext_noop("The database could not store what was learned."), retry=True
            )
    return bool(claimed)


def _by_rules(user: User, source: Source) -> None:
    with acting_as(user):
        learned = learn(user, source)
        Lesson.objects.get_or_create(
            user=user,
            source=source,
            start=0,
            stop=len(source.text),
            defaults={"state": Lesson.State.LEARNED, "new": len(new_of(learned))},
        )
    if learned:
        update_known(user, source.pk, new_of(learned))


def _ask(user: User, source: Source, unit: Work, model: ChatModel) -> None:
    """Have a model read a source, for a while; what it cannot read is left to rules."""

    waits = False

    def go_on() -> bool:
        nonlocal waits
        work.renew([unit])
        waits = ledger.is_used_up(user)
        return not waits

    note = ledger.noting(user, model, LedgerEntry.Purpose.LEARNING)
    try:
        learned = learn_by_model(user, source, model, go_on=go_on, note=note)
    except ModelError as error:
        wait = max(AGAIN, error.retry_after or 0)
        with acting_as(user):
            work.fail([unit], str(error), retry=error.retryable, wait=wait)
        return
    update_known(user, source.pk, new_of(learned.remembered))
    if learned.failed:
        _by_rules(user, source)
    if waits:
        with acting_as(user):
            work.later([unit], ledger.midnight(user, 1), WAITS)
    else:
        _settle(user.pk, unit, learned.failed, more=learned.more)


def _settle(user_id: UUID, unit: Work, reason: str = "", *, more: bool = False) -> None:
    with acting_as(user_id):
        if more:
            work.put_back([unit])
        elif reason:
            work.fail([unit], reason, retry=False)
        else:
            work.finish([unit])
