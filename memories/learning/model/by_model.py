"""Learn by a model: a source's excerpts one after the other, each noted as learned or failed.

What stops in the middle goes on where it was. A model whose server has trouble is asked again
later; one whose answer cannot be used is asked about half the text, and then that excerpt has
failed: rules learn from it meanwhile, and it can be tried again.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from accounts.models import User
from database.acting import acting_as
from llm.chat import ChatModel
from llm.errors import BadAnswer, ContextTooLong, TookTooLong
from llm.metering import Note
from memories.keeping import Outcome, Quote, Refused, RememberResult, remember
from memories.learning.model.excerpts import Excerpt, excerpts
from memories.learning.model.prompt import Fact, facts_of
from memories.learning.model.validation import CheckedFact, checked
from memories.models import Change, Chunk, Evidence, Lesson, Memory, Source
from memories.source_kinds import kind_of
from memories.text import Span

# Seconds after which other people get their turn.
TURN = 20.0
# Share of a quote already learned from above which it teaches nothing new.
COVERED = 0.6
# Number of the person's previous turns shown, so that pronouns can be understood.
EARLIER = 2
# What a model's answer, not its server, is to blame for: another question may go better.
_ITS_ANSWER = (BadAnswer, ContextTooLong, TookTooLong)


@dataclass
class LearningResult:
    """What was learned from a source so far."""

    remembered: list[RememberResult] = field(default_factory=list)
    # Why some excerpt could not be learned from, if one could not.
    failed: str = ""
    # Whether excerpts are left.
    more: bool = False


def may_read(source: Source, model: ChatModel) -> bool:
    """Whether a source may be sent to a model: what is local only stays in this network."""
    return not source.local_only or model.is_local()


def learn_by_model(
    user: User,
    source: Source,
    model: ChatModel,
    *,
    go_on: Callable[[], bool],
    note: Note | None = None,
) -> LearningResult:
    """Learn from the excerpts of a source that are left, for a while. Opens its own short blocks.

    `go_on` is asked before each question. Raises ModelError where the server has trouble.
    """
    learned = LearningResult()
    until = time.monotonic() + TURN
    with acting_as(user):
        left, earlier = _left(source), _earlier(source, model)
    for excerpt in left:
        if time.monotonic() > until or (excerpt.tells and not go_on()):
            learned.more = True
            break
        try:
            facts = []
            if excerpt.tells:
                facts = list(_ask(excerpt, model, earlier, note))
        except _ITS_ANSWER as error:
            with acting_as(user):
                if Source.objects.filter(pk=source.pk).exists():
                    _note(user, excerpt, model, Lesson.State.FAILED, reason=str(error))
            learned.failed = str(error)
            continue
        candidates, dropped = checked(excerpt, facts, earlier)
        with acting_as(user):
            learned.remembered += _keep(user, excerpt, model, candidates, dropped.total())
    return learned


def _keep(
    user: User, excerpt: Excerpt, model: ChatModel, candidates: Sequence[CheckedFact], dropped: int
) -> list[RememberResult]:
    """Remember what stands there still: it may have been forgotten while the model read."""
    source = Source.objects.filter(pk=excerpt.source.pk).first()
    if source is None:
        return []
    read = excerpt.source.text
    there = [each for each in candidates if each.span.of(source.text) == each.span.of(read)]
    kept = _remember(user, source, there)
    new = sum(each.outcome is Outcome.NEW for each in kept)
    counts = {"new": new, "known": len(there) - new, "dropped": dropped}
    _note(user, excerpt, model, Lesson.State.LEARNED, counts=counts)
    return kept


def _ask(
    excerpt: Excerpt, model: ChatModel, earlier: Sequence[str], note: Note | None
) -> Iterator[Fact]:
    """The facts of an excerpt, or of its halves where it is too much at once."""
    try:
        yield from facts_of(excerpt, model, earlier=earlier, note=note)
    except _ITS_ANSWER:
        halves = excerpt.halves()
        if not halves:
            raise
        for half in halves:
            yield from facts_of(half, model, earlier=earlier, note=note)


def _left(source: Source) -> list[Excerpt]:
    """The excerpts that no model has learned from yet."""
    own = Chunk.objects.filter(source=source, own_words=True, hidden__isnull=True)
    done = set(
        Lesson.objects.filter(source=source, state=Lesson.State.LEARNED)
        .exclude(model="")
        .values_list("start", "stop")
    )
    return [each for each in excerpts(source, own) if (each.start, each.stop) not in done]


def _earlier(source: Source, model: ChatModel) -> list[str]:
    """What the person said just before, in the same conversation."""
    if not source.thread or not kind_of(source.kind).conversation:
        return []
    before = Source.objects.filter(
        user=source.user_id,
        thread=source.thread,
        turn__lt=source.turn,
        author=Source.Author.PERSON,
        kind=source.kind,
    ).order_by("-turn")[:EARLIER]
    return [each.text for each in reversed(before) if may_read(each, model)]


def _remember(
    user: User, source: Source, candidates: Sequence[CheckedFact]
) -> list[RememberResult]:
    """Remember what is new. What was learned from these very words before, in whatever words,
    is neither learned twice nor brought back where it was replaced.
    """
    spans = Evidence.objects.filter(user=user, chunk__source=source).values_list("start", "stop")
    before = [Span(start, stop) for start, stop in spans if start is not None and stop is not None]
    chunks = list(Chunk.objects.filter(source=source, own_words=True, hidden__isnull=True))
    kept = []
    for each in candidates:
        chunk = next(
            (c for c in chunks if c.start <= each.span.start and each.span.stop <= c.stop), None
        )
        if chunk is None or _covered(each.span, before):
            continue
        try:
            remembered = remember(
                user,
                each.statement,
                by=Change.By.LEARNING,
                project=source.project,
                kind=each.kind,
                confidence=each.confidence,
                origin=Memory.Origin.EXTRACTED,
                event_time=each.since or source.happened_at,
                told=each.told,
                local_only=source.local_only,
                quote=Quote(source, each.span.start, each.span.stop, chunk),
                cause=source,
            )
        except Refused:
            continue
        if remembered.memory is not None:
            kept.append(remembered)
    return kept


def _covered(span: Span, before: Sequence[Span]) -> bool:
    size = span.stop - span.start
    return any(
        min(span.stop, known.stop) - max(span.start, known.start) >= COVERED * size
        for known in before
    )


def _note(
    user: User,
    excerpt: Excerpt,
    model: ChatModel,
    state: Lesson.State,
    *,
    reason: str = "",
    counts: Mapping[str, int] | None = None,
) -> None:
    told = {"state": state, "reason": reason[:300], "model": model.name[:200], **(counts or {})}
    Lesson.objects.update_or_create(
        user=user, source=excerpt.source, start=excerpt.start, stop=excerpt.stop, defaults=told
    )
