"""A person's mail threads: latest first, or the best for a question; a page at a time."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from gmail.labels import labelled
from gmail.models import Message, Thread
from gmail.source_kind import GMAIL
from memories.answers import Verdict, verdict_of_recalled
from memories.keeping import Refused
from memories.pages import ALIKE
from memories.recall import ANSWERABLE, Item, Query, RecallResult, recall
from memories.text import stems

# Maximum number of passages inspected per question, and of threads found by their people.
LOOKED_AT = 60
BY_PERSON = 20
# What scores less than this share of the best has another subject.
NEAR = 0.4


@dataclass(frozen=True)
class ThreadFilters:
    """Which threads: with a label (INBOX, SENT, … or the name of one's own), of one account."""

    label: str = ""
    account: UUID | None = None


@dataclass(frozen=True)
class FoundThread:
    """A thread, and the passage of it that a question found: its mail, where it stands, words."""

    thread: Thread
    source: UUID | None = None
    start: int = 0
    stop: int = 0
    quote: str = ""


@dataclass(frozen=True)
class ThreadPage:
    """Some threads, and where the next page begins ("" on the last)."""

    threads: tuple[FoundThread, ...]
    following: str = ""
    messages: dict[UUID, list[Message]] = field(default_factory=dict)


def page(user: User, filters: ThreadFilters, *, after: str, limit: int) -> ThreadPage:
    """The next threads, latest first. Raises Refused for a place that is none."""
    found = _matching(user, filters)
    if after:
        at, pk = _place(after)
        found = found.filter(Q(last_at__lt=at) | Q(last_at=at, pk__lt=pk))
    rows = list(found.order_by(F("last_at").desc(nulls_last=True), "-pk")[: limit + 1])
    last = rows[limit - 1] if len(rows) > limit else None
    following = f"{last.last_at.isoformat()}~{last.pk}" if last and last.last_at else ""
    return _with_messages(user, [FoundThread(row) for row in rows[:limit]], following)


def search(user: User, question: str, filters: ThreadFilters, *, limit: int) -> ThreadPage:
    """The threads that answer a question best: by words, meaning, person and time.

    Call it outside of `acting_as`: it waits for the embedding of the question. Raises Refused.
    """
    recalled = recall(user, Query(question, sources=frozenset({GMAIL}), limit=LOOKED_AT))
    with acting_as(user):
        # The same told in two mails is one item: here each has its thread.
        fits = _worth_showing(recalled, question)
        found = [place for item in fits for place in (item.place, *item.also)]
        mails = {
            message.source_id: message.thread_id
            for message in Message.objects.filter(
                user=user, source__in=[place.source_id for place in found]
            )
        }
        places: dict[UUID, FoundThread] = {}
        threads = _matching(user, filters).in_bulk(list(mails.values()))
        for at in found:
            thread = threads.get(mails.get(at.source_id, UUID(int=0)))
            if thread is not None and thread.pk not in places:
                places[thread.pk] = FoundThread(thread, at.source_id, at.start, at.stop, at.quote)
        for thread in _named(user, question, filters):
            places.setdefault(thread.pk, FoundThread(thread))
        return _with_messages(user, list(places.values())[:limit], "")


def _worth_showing(recalled: RecallResult, question: str) -> list[Item]:
    """What is not far behind the best; where nothing answers, what has to do with the question.

    Of any mailbox something always comes closest.
    """
    best = max((item.score for item in recalled.items), default=0.0)
    near = [item for item in recalled.items if item.score >= NEAR * best]
    sure = verdict_of_recalled(recalled) is Verdict.SURE
    least = ANSWERABLE.near if sure else ALIKE
    words = set(stems(question))
    return [
        item
        for item in near
        if item.similarity >= least
        or words & set(stems(f"{item.speaker} {item.title} {item.text}"))
    ]


def _matching(user: User, filters: ThreadFilters) -> QuerySet[Thread]:
    found = Thread.objects.filter(user=user, last_at__isnull=False).select_related("account")
    if filters.label:
        found = found.filter(labelled(user, filters.label))
    if filters.account is not None:
        found = found.filter(account=filters.account)
    return found


def _named(user: User, question: str, filters: ThreadFilters) -> list[Thread]:
    """The threads whose subject, or one of whose writers, is called what was asked for."""
    who = Message.objects.filter(user=user).filter(
        Q(sender__icontains=question) | Q(sender_name__icontains=question)
    )
    found = _matching(user, filters).filter(
        Q(subject__icontains=question) | Q(pk__in=who.values("thread"))
    )
    return list(found.order_by("-last_at")[:BY_PERSON])


def _with_messages(user: User, found: list[FoundThread], following: str) -> ThreadPage:
    messages: dict[UUID, list[Message]] = {}
    for message in Message.objects.filter(
        user=user, thread__in=[one.thread.pk for one in found]
    ).order_by("internal_date", "gmail_message_id"):
        messages.setdefault(message.thread_id, []).append(message)
    return ThreadPage(tuple(found), following, messages)


def _place(after: str) -> tuple[datetime, UUID]:
    at, _, pk = after.partition("~")
    try:
        return datetime.fromisoformat(at), UUID(pk)
    except ValueError:
        raise Refused("cursor", gettext("That is not a place in the list. Start again.")) from None
