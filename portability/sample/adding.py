"""Add the sample data: notes, conversations, mails and a document, in the person's language."""

import json
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from accounts.models import Project, User
from accounts.projects import create_project
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Conversation, Message
from database.acting import acting_as
from documents.upload import upload
from documents.upload_handler import received
from memories.keeping import NewSource, Quote, keep, remember
from memories.learning import fade
from memories.models import Change, Memory, Source
from memories.source_kinds import NOTE
from portability.sample.mail import keep_mails
from portability.sample.marking import (
    MARK,
    MARKER,
    has_sample,
    marked,
    one_at_a_time,
    sample_sources,
)
from web.languages import page_language

# A folder for each language: what was said, and the documents beside it.
_FOLDER = Path(__file__).parent
_LIFE = "life.json"
# For whoever reads no language of these.
_OTHERWISE = "en"
# Between two turns of a sample conversation.
_PAUSE = timedelta(minutes=2)


@dataclass(frozen=True)
class _Said:
    """When sources are said to have come, and when what they taught was last used, if ever."""

    at: datetime
    used: datetime | None


def add_sample(user: User) -> bool:
    """Say the sample data in this person's name. False when it is there already.

    Call it outside of `acting_as`: its questions are answered, by rules and never by a model. The
    document is read by whoever reads documents.
    """
    language = page_language(user)
    folder = _FOLDER / language
    folder = folder if folder.exists() else _FOLDER / _OTHERWISE
    written = json.loads((folder / _LIFE).read_text())
    now = timezone.now()
    with translation.override(language):
        with acting_as(user):
            one_at_a_time(user)
            if has_sample(user):
                return False
            project = _begin(user, written["project"], written["notes"], now)
        for row in written["conversations"]:
            said = _Said(now - timedelta(days=row["days_ago"]), None if row.get("unused") else now)
            _talk(user, row["turns"], said, project if row.get("project") else None)
        with acting_as(user):
            for at, source in keep_mails(user, written["threads"], now):
                _set_back(user, [source], _Said(at, now))
        documents = [_drop(user, path) for path in sorted(folder.glob("*.md"))]
        with acting_as(user):
            fade(user, among=sample_memories(user))
            _list(user, documents)
    return True


def sample_memories(user: User) -> set[UUID]:
    """What was learned from marked sources."""
    memories = Memory.objects.filter(user=user, evidence__chunk__source__in=sample_sources(user))
    return set(memories.values_list("pk", flat=True))


def _list(user: User, documents: Iterable[UUID]) -> None:
    """List what is made up: what the person does next may cut it off from its marked sources."""
    marker = marked(user).get()
    marker.metadata |= {
        "sources": [str(pk) for pk in sample_sources(user)],
        "memories": [str(pk) for pk in sample_memories(user)],
        "documents": [str(pk) for pk in documents],
    }
    marker.save(update_fields=["metadata"])


def _begin(user: User, name: str, notes: Iterable[dict[str, Any]], now: datetime) -> Project:
    """Make the project, the notes, and the one which says that the sample data is there."""
    project = Project.objects.filter(user=user, name__iexact=name).first()
    made = project is None
    project = project or create_project(user, name)
    metadata = {**MARK, "project": str(project.pk) if made else None}
    marker = NewSource(
        NOTE,
        gettext_noop("The sample data is here."),
        external_id=MARKER,
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
                metadata=MARK,
                searchable=False,
            ),
        )
        quote = Quote(source, 0, len(source.text))
        remember(user, source.text, by=Change.By.PERSON, quote=quote, tags=note.get("tags", ()))
        _set_back(user, [source.pk], _Said(at, now))
    return project


def _talk(user: User, turns: Iterable[str], said: _Said, project: Project | None) -> None:
    """Hold one conversation, and set it back to when it is said to have been."""
    conversation = None
    for number, text in enumerate(turns):
        then = _Said(said.at + number * _PAUSE, said.used)
        with acting_as(user):
            turn = converse.say(user, conversation, text, project=project)
            conversation = turn.said.conversation
            Message.objects.filter(pk=turn.said.pk).update(created=then.at)
            Message.objects.filter(pk=turn.answer.pk).update(
                created=then.at + timedelta(seconds=1), details={"builtin": True}
            )
            _set_back(user, [turn.said.source_id], then)
        answer_now(user.pk, turn.answer.pk)
        with acting_as(user):
            answered = Message.objects.values_list("source", flat=True).get(pk=turn.answer.pk)
            _set_back(user, [turn.said.source_id, answered], then)
            Conversation.objects.filter(pk=conversation.pk).update(updated=then.at)


def _drop(user: User, path: Path) -> UUID:
    """Put a document in, as if it had been dropped on the page."""
    with closing(received(path.read_bytes(), path.name)) as file:
        return upload(user, file).document.pk


def _set_back(user: User, sources: Iterable[UUID | None], said: _Said) -> None:
    """Mark these sources as samples, said back then, with what was learned from them.

    What was not used since is for the night to fade.
    """
    pks = [pk for pk in sources if pk]
    for source in Source.objects.filter(pk__in=pks):
        source.metadata |= MARK
        source.happened_at = said.at
        source.save(update_fields=["metadata", "happened_at"])
    learned = Memory.objects.filter(user=user, evidence__chunk__source__in=pks)
    known = list(learned.values_list("pk", flat=True))
    Change.objects.filter(memory__in=known).update(at=said.at)
    Memory.objects.filter(pk__in=known).update(
        created=said.at, updated=said.at, event_time=said.at, last_used=said.used
    )
