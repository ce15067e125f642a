"""Sample data: a made-up life to look around in, said by the product's own verbs, removed at once.

What belongs to it is marked in the sources' metadata, so that nothing of the person's own goes
along when it is removed.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.acting import acting_as
from accounts.models import Project, User, Workspace
from accounts.projects import create_project
from chat import converse
from chat.answer import answer_now
from chat.models import Citation, Conversation, Message
from documents.models import Document
from memories.keep import Said, keep
from memories.models import Change, Evidence, Forgotten, Memory, Source
from memories.remember import Quote, remember
from memories.remove import remove_memories, remove_sources
from portability.projects import delete_project

_FILE = Path(__file__).with_name("sample.json")
# By this note it is known whether the sample data is there.
_NOTE = "sample"
_MARK = {"sample": True}
# Between two turns of a sample conversation.
_PAUSE = timedelta(minutes=2)
GONE = "This answer came from the sample data, which is removed."


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
    sources = set(
        Source.objects.filter(user=user, metadata__sample=True).values_list("pk", flat=True)
    )
    _take_back_answers(user, sources)
    _remove_memories(user, sources)
    _remove_talks(user, sources)
    remove_sources(user, Source.objects.filter(pk__in=sources))
    if made:
        _remove_project(user, UUID(made))
    return True


def _one_at_a_time(user: User) -> None:
    list(Workspace.objects.select_for_update(no_key=True).filter(user=user))


def _marked(user: User) -> QuerySet[Source]:
    return Source.objects.filter(user=user, kind=Source.Kind.NOTE, external_id=_NOTE)


def _begin(user: User, name: str, notes: Iterable[dict[str, Any]], now: datetime) -> Project:
    """Make the project and the notes, the first of which says that the sample data is there."""
    project = Project.objects.filter(user=user, name__iexact=name).first()
    made = project is None
    project = project or create_project(user, name)
    metadata: dict[str, Any] = {**_MARK, "project": str(project.pk) if made else None}
    for number, note in enumerate(notes):
        at = now - timedelta(days=note["days_ago"])
        source = keep(
            user,
            Said(
                Source.Kind.NOTE,
                note["text"],
                external_id=f"{_NOTE} {number}" if number else _NOTE,
                happened_at=at,
                metadata=_MARK if number else metadata,
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
    Source.objects.filter(pk__in=pks).exclude(external_id=_NOTE).update(metadata=_MARK)
    Source.objects.filter(pk__in=pks).update(happened_at=at)
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


def _remove_memories(user: User, sources: set[UUID]) -> None:
    """What rests on the sample data goes, forgotten or not, unless the person said it as well."""
    here = Evidence.objects.filter(user=user, chunk__source__in=sources)
    resting = set(here.values_list("memory", flat=True))
    others = Evidence.objects.filter(user=user, memory__in=resting).exclude(
        chunk__source__in=sources
    )
    # A note is what an edited sample memory rests on.
    said = others.exclude(chunk__source__kind=Source.Kind.NOTE)
    kept = set(said.values_list("memory", flat=True))
    here.filter(memory__in=kept).delete()
    gone = resting - kept
    notes = set(others.filter(memory__in=gone).values_list("chunk__source", flat=True))
    _remove_tombstones(user, gone, sources)
    remove_memories(user, Memory.objects.filter(pk__in=gone))
    remove_sources(user, Source.objects.filter(pk__in=notes, chunks__evidence=None))


def _remove_tombstones(user: User, memories: set[UUID], sources: set[UUID]) -> None:
    """Nothing of the sample data is kept from being said again."""
    Forgotten.objects.filter(user=user, memory__in=memories).delete()
    of_places = Forgotten.objects.filter(user=user, memory=None).exclude(blocked=[])
    gone = [
        stone.pk
        for stone in of_places
        if all(UUID(source) in sources for source, _, _ in stone.blocked)
    ]
    Forgotten.objects.filter(pk__in=gone).delete()


def _remove_talks(user: User, sources: set[UUID]) -> None:
    """Sample conversations go, unless the person said something of their own in one."""
    talks = Conversation.objects.filter(user=user, messages__source__in=sources).distinct()
    ids = list(talks.values_list("pk", flat=True))
    Message.objects.filter(conversation__in=ids, source__in=sources).delete()
    own = Message.objects.filter(conversation__in=ids, role=Message.Role.USER)
    Conversation.objects.filter(pk__in=ids).exclude(pk__in=own.values("conversation")).delete()


def _remove_project(user: User, pk: UUID) -> None:
    """The project goes when nothing else was put into it."""
    project = Project.objects.filter(user=user, pk=pk).first()
    rooms: Sequence[QuerySet[Any]] = [
        model.objects.filter(user=user, project=pk)
        for model in (Conversation, Document, Source, Memory)
    ]
    if project and not any(rows.exists() for rows in rooms):
        delete_project(user, project)
