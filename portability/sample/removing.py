"""Remove the sample data: all of it, and nothing of the person's own."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Project, User
from chat.builtin.requests import intent
from chat.models import Citation, Conversation, Message
from chat.titles import title_from
from database.sealing import seal, unseal
from documents.models import Document
from documents.remove import remove as remove_document
from gmail.models import Message as Mail
from memories.forgetting import remove_memories, remove_sources
from memories.models import Change, Entity, Evidence, Forgotten, Memory, Source
from memories.source_kinds import NOTE, registered
from portability.projects import delete_project
from portability.sample.mail import remove_mails
from portability.sample.marking import marked, one_at_a_time, sample_sources

GONE = gettext_noop("This answer came from the sample data, which is removed.")


def remove_sample(user: User) -> bool:
    """Remove the sample data, and what was learned or answered from it. Inside `acting_as`.

    False when there is none. What the person said meanwhile stays. Nothing is kept from being
    said again: this is no forgetting.
    """
    one_at_a_time(user)
    marker = marked(user).first()
    if marker is None:
        return False
    added = marker.created
    made: str | None = marker.metadata.get("project")
    documents = list(Document.objects.filter(pk__in=marker.metadata.get("documents", ())))
    sources = sample_sources(user) | {UUID(pk) for pk in marker.metadata.get("sources", ())}
    sources |= {document.source_id for document in documents if document.source_id}
    memories = {UUID(pk) for pk in marker.metadata.get("memories", ())}
    _take_back_answers(user, sources)
    named = _named(user, memories, sources, added)
    _remove_memories(user, memories, sources, added)
    _remove_talks(user, sources)
    remove_mails(user)
    for document in documents:
        remove_document(user, document)
    remove_sources(user, Source.objects.filter(pk__in=sources))
    Entity.objects.filter(pk__in=named, mentions=None, correspondents=None, merged=None).delete()
    if made:
        _remove_project(user, UUID(made))
    return True


def _named(user: User, memories: set[UUID], sources: set[UUID], added: datetime) -> list[UUID]:
    """Whom the sample data alone has named: they go, though the person protected them."""
    senders = Mail.objects.filter(user=user, source__in=sources).values("sender")
    named = Entity.objects.filter(user=user, created__gte=added).filter(
        Q(mentions__memory__in=memories)
        | Q(mentions__chunk__source__in=sources)
        | Q(correspondents__address__in=senders)
    )
    return list(named.values_list("pk", flat=True))


def _take_back_answers(user: User, sources: set[UUID]) -> None:
    """Answers elsewhere that cite the sample data say so instead."""
    answers = Message.objects.filter(
        pk__in=Citation.objects.filter(user=user, chunk__source__in=sources).values("message")
    ).exclude(source__in=sources)
    rows = list(answers.values_list("pk", "source"))
    pks = [pk for pk, _ in rows]
    Citation.objects.filter(message__in=pks).delete()
    Message.objects.filter(pk__in=pks).update(source=None, draft=GONE, details={})
    remove_sources(user, Source.objects.filter(pk__in=[source for _, source in rows if source]))


def _remove_memories(user: User, listed: set[UUID], sources: set[UUID], added: datetime) -> None:
    """The sample memories go, forgotten or not, with what only editing them led to.

    What the person said as well stays, as theirs alone. `added` is when the sample data came.
    """
    here = Evidence.objects.filter(user=user, chunk__source__in=sources)
    made_up = listed | set(here.values_list("memory", flat=True))
    kept: set[UUID] = set()
    gone: set[UUID] = set()
    while new := made_up - kept - gone:
        kept |= _said_too(user, new, sources, added)
        gone |= new - kept
        made_up |= set(
            Memory.objects.filter(user=user, supersedes__in=gone).values_list("pk", flat=True)
        )
    others = Evidence.objects.filter(user=user, memory__in=gone).exclude(chunk__source__in=sources)
    notes = set(others.filter(chunk__source__kind=NOTE).values_list("chunk__source", flat=True))
    here.filter(memory__in=kept).delete()
    for memory in Memory.objects.filter(user=user, pk__in=kept):
        _make_theirs(memory, added)
    _remove_tombstones(user, gone, sources)
    remove_memories(user, Memory.objects.filter(pk__in=gone))
    remove_sources(user, Source.objects.filter(pk__in=notes, chunks__evidence=None))


def _said_too(user: User, memories: set[UUID], sources: set[UUID], added: datetime) -> set[UUID]:
    """Which of these the person said in words of their own, or added by hand, not only edited."""
    said = (
        Evidence.objects.filter(user=user, memory__in=memories, chunk__isnull=False)
        .exclude(chunk__source__in=sources)
        # A note is what an edited memory rests on, and what keeps the quote of a deleted chat.
        .exclude(chunk__source__kind=NOTE)
        .select_related("chunk__source")
    )
    in_words = {e.memory_id for e in said if e.chunk and not _asks_to_forget(e.chunk.source)}
    by_hand = Change.objects.filter(
        user=user,
        memory__in=memories,
        what=Change.What.SUPPORTED,
        by__in=[Change.By.PERSON, Change.By.API],
        cause=None,
        at__gte=added,
    )
    return in_words | set(by_hand.values_list("memory", flat=True))


def _asks_to_forget(source: Source) -> bool:
    """Whether these words only ask for a forgetting: what they name is not said by that."""
    wanted = intent.read(source.text).kind
    return wanted in (intent.Kind.FORGET, intent.Kind.FORGET_LAST)


def _make_theirs(memory: Memory, added: datetime) -> None:
    """Let a memory begin where the person said it: what the sample data did to it is undone."""
    changes = Change.objects.filter(memory=memory)
    changes.filter(at__lt=added).delete()
    first = changes.order_by("at").first()
    if first and first.what == Change.What.SUPPORTED:
        first.what, first.before = Change.What.REMEMBERED, {}
        first.save(update_fields=["what", "before"])
    said = (
        Evidence.objects.filter(memory=memory, chunk__isnull=False)
        .order_by("created")
        .select_related("chunk__source")
        .first()
    )
    if said and said.chunk:
        source = said.chunk.source
        memory.source_kind = source.kind
        memory.created = source.created
        memory.event_time = source.happened_at
        memory.save(update_fields=["source_kind", "created", "event_time"])


def _remove_tombstones(user: User, memories: set[UUID], sources: set[UUID]) -> None:
    """Nothing of the sample data is kept from being said again."""
    Forgotten.objects.filter(user=user, memory__in=memories).delete()
    for stone in Forgotten.objects.filter(user=user).exclude(blocked=[]):
        places = {UUID(source) for source, _, _ in stone.blocked}
        if not places & sources:
            continue
        elsewhere = Source.objects.filter(user=user, pk__in=places - sources)
        if stone.memory_id is None and all(map(_asks_to_forget, elsewhere)):
            stone.delete()
        else:
            _without(stone, sources)


def _without(stone: Forgotten, sources: set[UUID]) -> None:
    """Let a tombstone of the person's own name no sample data."""
    stone.blocked = [row for row in stone.blocked if UUID(row[0]) not in sources]
    if stone.sealed is not None:
        sealed = unseal(stone.sealed)
        passages = [row for row in sealed["passages"] if UUID(row[0]) not in sources]
        stone.sealed = seal({**sealed, "passages": passages})
    stone.save(update_fields=["blocked", "sealed"])


def _remove_talks(user: User, sources: set[UUID]) -> None:
    """Sample conversations go, unless the person said something of their own in one."""
    talks = Conversation.objects.filter(user=user, messages__source__in=sources).distinct()
    ids = list(talks.values_list("pk", flat=True))
    Message.objects.filter(conversation__in=ids, source__in=sources).delete()
    own = Message.objects.filter(conversation__in=ids, role=Message.Role.USER)
    Conversation.objects.filter(pk__in=ids).exclude(pk__in=own.values("conversation")).delete()
    for talk in Conversation.objects.filter(pk__in=ids, renamed=False):
        first = own.filter(conversation=talk).select_related("source").order_by("created")[0]
        talk.title, talk.created = title_from(first.text), first.created
        talk.save(update_fields=["title", "created"])


def _remove_project(user: User, pk: UUID) -> None:
    """The project goes when nothing else was put into it."""
    project = Project.objects.filter(user=user, pk=pk).first()
    rooms: Sequence[QuerySet[Any]] = [
        model.objects.filter(user=user, project=pk) for model in (Conversation, Source, Memory)
    ]
    counts = (kind.count(user) for kind in registered() if kind.count)
    has_more = any(rows.exists() for rows in rooms) or any(count.get(pk) for count in counts)
    if project and not has_more:
        delete_project(user, project)
