"""Update what is known by a new statement: replace it, ask, or leave it alone.

Only what is sure enough is superseded, and at once with Undo; between, the person is asked. Nobody
else's words overrule the person's, and what was confirmed or pinned is never overruled unasked.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Min, Q, QuerySet

from accounts.models import User
from database.acting import acting_as
from memories.keeping import Outcome, Quote, Refused, remember, restating, voices
from memories.keeping.editing import supersede
from memories.keeping.questions import ask_which
from memories.keeping.remember import reword
from memories.learning.changing.change_likelihood import change_likelihoods
from memories.learning.changing.comparing import StatementPair
from memories.learning.changing.corrections import (
    corrects,
    denies,
    filled_in,
    puts_right,
    says_mistaken,
    says_the_rest,
)
from memories.learning.changing.deaths import has_died
from memories.learning.changing.endings import may_follow, says_over
from memories.learning.changing.left_out import with_date, with_hour
from memories.learning.changing.may_change import may_change
from memories.learning.changing.opposites import contradicts
from memories.learning.changing.plain_changes import both_may_hold, plainly_changes
from memories.learning.changing.restated import has_another_value, may_have_another_value
from memories.learning.changing.what_stays import what_stays
from memories.learning.messages import said_surely
from memories.learning.statements import LONGEST_SENTENCE
from memories.models import Change, Evidence, Memory, Source
from memories.recall import Query, recall
from memories.text import (
    FactParts,
    dated,
    dated_near,
    sentences,
    undated,
    when_told,
)
from memories.text.fact_parts import differ, of_another

# How likely it must be that something changed: to supersede, and to ask.
CHANGED, PERHAPS = 0.82, 0.7
# The same where the later denies what the earlier says, and gives what is: "not Nemeth".
DENIED = 0.1
# How long after it was said a correction that names nothing else is about the last statement.
A_MOMENT = timedelta(hours=1)
# Number of nearest memories compared with a statement, and of latest ones: what was said a moment
# ago may not be findable by its meaning yet.
NEAREST, LATEST = 12, 8
# From here on one sentence of a message brings its news; else the message is remembered whole.
BRINGS = 0.3
# What names one thing by its digits: a phone number, a code.
_CODE = re.compile(r"\d{4,}")
# What a source has in its metadata that teaches without changing what is known: a program that may
# only add sent it.
ONLY_ADDS = "only_adds"
# Probability of a change that rules find.
PLAIN = 1.0
# Maximum number of memories that one statement replaces.
MOST = 3


@dataclass(frozen=True)
class UpdateResult:
    """The memories a new one changed, and those it may have changed (`asks` the person)."""

    new: UUID
    superseded: tuple[UUID, ...] = ()
    asks: tuple[UUID, ...] = ()


class _News(NamedTuple):
    """How sure it is that the second takes the place of the first; None: what was just said."""

    sure: float
    old: Memory
    now: Memory | None


def update_known(user: User, source: UUID, new: Sequence[UUID]) -> list[UpdateResult]:
    """Compare what a source just said with what is known, and supersede what it changes.

    A short message is compared as a whole: "Nadia's gone. Omar runs the team now" is one piece of
    news. One that changes something is remembered for that, though nothing of it was learned. What
    was remembered on request is compared without the request.
    Call it outside of `acting_as`: it may embed. Call it again and nothing more happens.
    """
    with acting_as(user):
        said = Source.objects.filter(user=user, pk=source).first()
        memories = list(_with_said(user).filter(pk__in=new))
    if said is None or said.metadata.get(ONLY_ADDS):
        return []
    if not _is_short(said) or any(memory.origin == Memory.Origin.SAID for memory in memories):
        return [each for memory in memories for each in _update(user, said, [memory], memory)]
    return _update(user, said, memories, None)


def _is_short(said: Source) -> bool:
    return said.thread != "" and len(said.text) <= LONGEST_SENTENCE and "\n\n" not in said.text


def _update(
    user: User, said: Source, memories: Sequence[Memory], alone: Memory | None
) -> list[UpdateResult]:
    """Update what is known by a message, or by `alone`, one memory of a longer text."""
    # "I might move to Lyon" is no news of where they live.
    words = alone.content if alone else said_surely(said.text)
    if not words:
        return []
    query = Query(words, project=said.project_id, kinds=frozenset(Memory.Kind), limit=NEAREST)
    nearest = [item.memory_id for item in recall(user, query).items if item.memory_id]
    with acting_as(user):
        known = _known(user, said, nearest, [memory.pk for memory in memories])
    news = [
        each._replace(sure=1.0)
        if _has_another(each, memories) or _is_put_right(each, said, known)
        else each
        for each in _news(words, said.happened_at, known, alone)
    ]
    news.sort(key=lambda each: -each.sure)
    sure = [each for each in news if each.sure >= CHANGED and _may_go(each.old)]
    plain = [each for each in sure if each.sure >= PLAIN]
    # What only a model says changed is one thing: it is as sure of what else they told of Tom. Who
    # died does none of it any more.
    died = [each for each in plain if has_died(each.old.content, words)]
    sure = died or plain[:MOST] or sure[:1]
    asks = [each for each in news if each.sure >= PERHAPS and each.now is None][:1]
    if not sure and not (asks and memories):
        return []
    now, brings = _closest([each.old.content for each in sure or asks], memories)
    with acting_as(user):
        if not sure:
            return _asked(user, said, now, asks[0].old)
        if now is None or (brings < BRINGS and not filled_in(sure[0].old.content, words)):
            now = _remember(user, said) or now
        if now is None:
            return []
        return [UpdateResult(now.pk, tuple(_superseded(user, said, sure, now)))]


def _has_another(news: _News, memories: Sequence[Memory]) -> bool:
    """Whether a memory just learned gives what has one value at a time another one."""
    old = news.old
    return news.now is None and any(
        FactParts(old.subject, old.attribute, old.value).single
        and (new.subject, new.attribute) == (old.subject, old.attribute)
        and differ(old.value, new.value)
        and not both_may_hold(old.content, new.content)
        for new in memories
    )


def _is_put_right(news: _News, said: Source, known: Sequence[Memory]) -> bool:
    """Whether what was said a moment ago, and nothing since, is said to be a mistake."""
    if news.now is not None or not _is_short(said):
        return False
    before = [_said(memory) for memory in known if _said(memory) <= said.happened_at]
    last, old = max(before), news.old.content
    if _said(news.old) != last or said.happened_at - last > A_MOMENT:
        return False
    return puts_right(old, said.text) or (denies(old, said.text) and not of_another(old, said.text))


def _asked(user: User, said: Source, now: Memory | None, old: Memory) -> list[UpdateResult]:
    """Ask the person whether a statement replaces a memory it may have changed."""
    if now is None:
        return []
    ask_which(user, now, old, cause=said)
    return [UpdateResult(now.pk, (), (old.pk,))]


def _superseded(user: User, said: Source, sure: Sequence[_News], now: Memory) -> Iterator[UUID]:
    """Supersede what surely changed. Of what the person changes meanwhile, nothing."""
    for each in sure:
        try:
            replace_old(user, each.old, each.now or now, by=Change.By.LEARNING, cause=said)
        except Refused:
            return
        yield each.old.pk
        if each.now is not None:
            # What was just said was itself superseded, by what was said later.
            return


def replace_old(
    user: User, old: Memory, new: Memory, *, by: Change.By, cause: Source | None = None
) -> None:
    """Supersede an earlier memory; what of it the new one says nothing of is kept for itself.

    Raises Refused where one of the two is no longer current.
    """
    news = cause.text if cause and _is_short(cause) else new.content
    right = filled_in(old.content, news)
    # What was put right says all that it said.
    still = None if right else what_stays(old.content, news)
    rest = (still.words, (still.around, still.part)) if still else None
    supersede(user, old, new, by=by, cause=cause, still=rest)
    was = old.content.replace(still.part, "") if still else old.content
    words = right or new.content
    if right:
        new.tags = old.tags
        if cause and undated(right) == right:
            # Another day than it was said to be is one of the same week.
            said_at = cause.happened_at.astimezone(ZoneInfo(cause.zone))
            on = old.event_time.astimezone(said_at.tzinfo).date() if old.event_time else None
            words = dated_near(right, said_at, on, same_week=True) if on else dated(right, said_at)
    if cause and old.event_time and old.event_time > cause.happened_at:
        zone = ZoneInfo(cause.zone)
        was_on = old.event_time.astimezone(zone).date()
        words = with_date(words, was_on, cause.happened_at.astimezone(zone))
    words = with_hour(words, was)
    if words != new.content and (quote := _quote_of(user, new)):
        reword(user, new, words, quote)


def _quote_of(user: User, memory: Memory) -> Quote | None:
    """The words of the person's that a memory rests on first."""
    first = (
        Evidence.objects.filter(user=user, memory=memory, chunk__isnull=False)
        .select_related("chunk__source")
        .order_by("id")
        .first()
    )
    if first is None or first.chunk is None or first.start is None or first.stop is None:
        return None
    return Quote(first.chunk.source, first.start, first.stop, first.chunk)


def _news(
    words: str, said_at: datetime, known: Sequence[Memory], alone: Memory | None
) -> list[_News]:
    """A statement compared with each known memory, in the order in which they were said."""
    earlier = [memory for memory in known if _said(memory) <= said_at]
    later = [memory for memory in known if _said(memory) > said_at] if alone else []
    pairs = [StatementPair(memory.content, words) for memory in earlier]
    pairs += [StatementPair(words, memory.content) for memory in later]
    relations = _sureness(pairs)
    news = [_News(sure, old, None) for sure, old in zip(relations, earlier, strict=False)]
    if alone:
        late = zip(relations[len(earlier) :], later, strict=True)
        news += [_News(sure, alone, memory) for sure, memory in late]
    return news


def _is_plain(pair: StatementPair) -> bool:
    said = [span.of(pair.new) for span in sentences(pair.new)]
    return any(
        plainly_changes(pair.old, each) or has_another_value(pair.old, each) for each in said
    )


def _closest(olds: Sequence[str], memories: Sequence[Memory]) -> tuple[Memory | None, float]:
    """Which of a message's memories brings the news, and how sure that is."""
    pairs = [StatementPair(old, memory.content) for memory in memories for old in olds]
    news = _sureness(pairs)
    if not news:
        return None, 0.0
    at = news.index(max(news)) // len(olds)
    # "Binned the old contract. It's 07700 900867 now": a number takes the place of a number.
    if any(map(_CODE.search, olds)) and not _CODE.search(memories[at].content):
        at = next((n for n, each in enumerate(memories) if _CODE.search(each.content)), at)
    later = memories[at + 1 : at + 2]
    if later and _takes_the_place(
        memories[at], later[0], news[(at + 1) * len(olds) :][: len(olds)]
    ):
        # "I've gone off Earl Grey, I prefer rooibos": what comes then is what holds.
        at += 1
    return memories[at], max(news)


def _takes_the_place(over: Memory, later: Memory, sure: Sequence[float]) -> bool:
    """Whether a message's next memory tells what came in the place of what is over.

    `sure` is how sure it is that the later one itself changes what is known.
    """
    if may_follow(over.content, later.content):
        return True
    goes_on = says_over(over.content) and not says_over(later.content)
    return goes_on and max(sure, default=0.0) >= PERHAPS


def _sureness(pairs: Sequence[StatementPair]) -> list[float]:
    """How likely it is of each pair that the later changes the earlier, 0..1."""
    return [_sure(pair, sure) for pair, sure in zip(pairs, change_likelihoods(pairs), strict=True)]


def _sure(pair: StatementPair, sure: float) -> float:
    if _is_plain(pair):
        return 1.0
    if not may_change(pair):
        sure = 0.0
    denied = denies(pair.old, pair.new) and not of_another(pair.old, pair.new)
    told = says_mistaken(pair.new) or says_the_rest(pair.old, pair.new)
    if denied and (sure >= DENIED or told):
        return 1.0
    # That something was wrong, or is said again otherwise, is enough to ask.
    perhaps = denied or corrects(pair.old, pair.new) or may_have_another_value(pair.old, pair.new)
    perhaps = perhaps or contradicts(pair.old, pair.new)
    return max(sure, PERHAPS) if perhaps else sure


def _remember(user: User, said: Source) -> Memory | None:
    """A message that brings news, as one memory; None where some of it was forgotten, or it is
    known.
    """
    text = said.text.strip()
    spoken = voices(said.kind, said.author, own_words=True)
    if any(restating(user, [text], spoken, talk=True)):
        return None
    start = said.text.index(text)
    said_at = said.happened_at.astimezone(ZoneInfo(said.zone))
    content = dated(text[:1].upper() + text[1:], said_at)
    remembered = remember(
        user,
        content,
        by=Change.By.LEARNING,
        project=said.project,
        confidence=CHANGED,
        origin=Memory.Origin.EXTRACTED,
        event_time=when_told(content, said_at) or said.happened_at,
        local_only=said.local_only,
        quote=Quote(said, start, start + len(text)),
        cause=said,
    )
    return remembered.memory if remembered.outcome is Outcome.NEW else None


def _with_said(user: User) -> QuerySet[Memory]:
    """Current memories that may change or be changed, with `said`: when their first words were."""
    return Memory.objects.filter(user=user, state=Memory.State.CURRENT, key=None).annotate(
        said=Min("evidence__chunk__source__happened_at")
    )


def _known(
    user: User, said: Source, nearest: Sequence[UUID], beside: Collection[UUID]
) -> list[Memory]:
    """Known memories it may change: of the same scope, and in the person's own words.

    What was learned from this very message is no news to it.
    """
    of_scope = _with_said(user).filter(project=said.project_id).exclude(pk__in=beside)
    latest = of_scope.order_by("-created").values_list("pk", flat=True)[:LATEST]
    found = of_scope.filter(pk__in={*nearest, *latest})
    evidence = Evidence.objects.filter(user=user, memory__in=found)
    others = evidence.filter(Q(chunk__own_words=False) | Q(chunk__source=said))
    return list(found.exclude(pk__in=others.values("memory")).order_by("-created"))


def _said(memory: Memory) -> datetime:
    said: datetime | None = getattr(memory, "said", None)
    return said or memory.created


def _may_go(old: Memory) -> bool:
    return old.confirmed is None and not old.pinned
