"""Sample data: a made-up life to look around in, said by the product's own verbs, removed at once.

What belongs to it is marked in the sources' metadata and listed in a note of its own, so that all
of it is found whatever the person did with it since, and nothing of their own goes along.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import Project, User, Workspace
from accounts.projects import create_project
from chat import converse
from chat.answering.answer import answer_now
from chat.builtin.requests import intent
from chat.models import Citation, Conversation, Message
from chat.titles import title_from
from database.acting import acting_as
from database.sealing import seal, unseal
from memories.forgetting import remove_memories, remove_sources
from memories.keeping import NewSource, Quote, keep, remember
from memories.models import Change, Evidence, Forgotten, Memory, Source
from memories.source_kinds import NOTE, registered
from portability.projects import delete_project

_FILE = Path(__file__).with_name("sample.json")
# By this note it is known whether the sample data is there. No memory rests on it: erasing one
# takes its notes along.
_NOTE = "sample"
_MARK = {"sample": True}
# Between two turns of a sample conversation.
_PAUSE = timedelta(minutes=2)
GONE = gettext_noop("This answer came from the sample data, which is removed.")


def has_sample(user: User) -> bool:
    """Tell whether the sample data is in this person's memory. Inside `acting_as`."""
    return _marked(user).exists()


def add_sample(user: User) -> bool:
    """Say the sample data in this person's name. False when it is there already.

    Call it outside of `acting_as`: its questions are answered, by rules and never by a model.
    """
    written = json.loads(_FILE.read_text())
    now = timezone.now()
    with acting_as(user):
        _one_at_a_time(user)
        if has_sample(user):
            return False
        project = _begin(user, written["project"], written["notes"], now)
    for row in written["conversations"]:
        began = now - timedelta(days=row["days_ago"])
        _talk(user, row["turns"], began, project if row.get("project") else None)
    with acting_as(user):
        _list(user)
    return True


def remove_sample(user: User) -> bool:
    """Remove the sample data, and what was learned or answered from it. Inside `acting_as`.

    False when there is none. What the person said meanwhile stays. Nothing is kept from being
    said again: this is no forgetting.
    """
    _one_at_a_time(user)
    marker = _marked(user).first()
    if marker is None:
        return False
    made: str | None = marker.metadata.get("project")
    sources = _sources(user) | {UUID(pk) for pk in marker.metadata.get("sources", ())}
    memories = {UUID(pk) for pk in marker.metadata.get("memories", ())}
    _take_back_answers(user, sources)
    _remove_memories(user, memories, sources, marker.created)
    _remove_talks(user, sources)
    remove_sources(user, Source.objects.filter(pk__in=sources))
    if made:
        _remove_project(user, UUID(made))
    return True


def _one_at_a_time(user: User) -> None:
    list(Workspace.objects.select_for_update(no_key=True).filter(user=user))


def _marked(user: User) -> QuerySet[Source]:
    return Source.objects.filter(user=user, kind=NOTE, external_id=_NOTE)


def _sources(user: User) -> set[UUID]:
    return set(Source.objects.filter(user=user, metadata__sample=True).values_list("pk", flat=True))


def _list(user: User) -> None:
    """List what is made up: what the person does next may cut it off from its marked sources."""
    sources = _sources(user)
    memories = Memory.objects.filter(user=user, evidence__chunk__source__in=sources)
    marker = _marked(user).get()
    marker.metadata |= {
        "sources": [str(pk) for pk in sources],
        "memories": [str(pk) for pk in memories.distinct().values_list("pk", flat=True)],
    }
    marker.save(update_fields=["metadata"])


def _begin(user: User, name: str, notes: Iterable[dict[str, Any]], now: datetime) -> Project:
    """Make the project, the notes, and the one which says that the sample data is there."""
    project = Project.objects.filter(user=user, name__iexact=name).first()
    made = project is None
    project = project or create_project(user, name)
    metadata = {**_MARK, "project": str(project.pk) if made else None}
    marker = NewSource(
        NOTE,
        gettext_noop("The sample data is here."),
        external_id=_NOTE,
        metadata=metadata,
        searchable=False,
    )
    keep(user, marker)
    for note in notes:
        at = now - timedelta(days=note["days_ago"])
        source = keep(
            user,
            NewSource(
                NOTE,
                note["text"],
                happened_at=at,
                metadata=_MARK,
                searchable=False,
            ),
        )
        quote = Quote(source, 0, len(source.text))
        remember(user, source.text, by=Change.By.PERSON, quote=quote, tags=note.get("tags", ()))
        _set_back(user, [source.pk], at)
    return project


def _talk(user: User, turns: Iterable[str], began: datetime, project: Project | None) -> None:
    """Hold one conversation, and set it back to when it is said to have been."""
    conversation = None
    for number, text in enumerate(turns):
        at = began + number * _PAUSE
        with acting_as(user):
            turn = converse.say(user, conversation, text, project=project)
            conversation = turn.said.conversation
            Message.objects.filter(pk=turn.said.pk).update(created=at)
            Message.objects.filter(pk=turn.answer.pk).update(
                created=at + timedelta(seconds=1), details={"builtin": True}
            )
            _set_back(user, [turn.said.source_id], at)
        answer_now(user.pk, turn.answer.pk)
        with acting_as(user):
            answered = Message.objects.values_list("source", flat=True).get(pk=turn.answer.pk)
            _set_back(user, [turn.said.source_id, answered], at)
            Conversation.objects.filter(pk=conversation.pk).update(updated=at)


def _set_back(user: User, sources: Iterable[UUID | None], at: datetime) -> None:
    """Mark these sources as samples, said back then, with what was learned from them."""
    pks = [pk for pk in sources if pk]
    Source.objects.filter(pk__in=pks).update(metadata=_MARK, happened_at=at)
    learned = Memory.objects.filter(user=user, evidence__chunk__source__in=pks)
    known = list(learned.values_list("pk", flat=True))
    Change.objects.filter(memory__in=known).update(at=at)
    Memory.objects.filter(pk__in=known).update(created=at, updated=at, event_time=at)


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
