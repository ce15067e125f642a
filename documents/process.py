"""Read a document, step by step: each step is saved, so that a crash goes on where it was."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import UnsupportedOperation
from typing import BinaryIO, cast
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from documents import file_kinds, ocr, sandbox
from documents.chunking import parts_of
from documents.compose import ReadText, compose
from documents.file_kinds import FileKind
from documents.models import Document
from documents.reading.pieces import CannotRead, FileInfo, Page, Piece
from documents.source_kind import DOCUMENT, READ
from memories import work
from memories.keeping import CitableSpan, NewSource, keep, make_rest_findable, restating, voices
from memories.learning import learn_passages, leave_to_model
from memories.models import Chunk, Source, Work
from memories.text import masked

# How many chunks one transaction takes: a person's other words wait no longer than that.
FINDABLE_AT_ONCE = 100
LEARNED_AT_ONCE = 40
# How often the row tells how many pages have been read, in seconds.
_TELL_EVERY = 1.0

State = Document.State


class _Gone(Exception):
    """The document was deleted in the meantime."""


def read_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Read one document of this person that waits. True when more may be waiting."""
    claimed = work.claim(user_id, READ, 1, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for unit in claimed:
        try:
            if user:
                _process(user, unit)
            work.finish([unit])
        except _Gone:
            work.finish([unit])
        except CannotRead as refusal:
            work.fail([unit], refusal.message, retry=False)
        except FileNotFoundError:
            work.fail(
                [unit],
                gettext_noop("The file is no longer there. Upload it again."),
                retry=False,
            )
        except (DatabaseError, OSError):
            work.fail([unit], gettext_noop("The file could not be processed just now."), retry=True)
    return bool(claimed)


def _process(user: User, unit: Work) -> None:
    document = _load(user, unit.subject)
    if document.source is None:
        _change(user, document, state=State.READING, reason="", pages_read=0)
        text = _read(user, document, unit)
        if not text.words:
            _change(user, document, state=State.DONE, processed=timezone.now(), **_told(text))
            return
        kept = _without_forgotten(user, document, text)
        _keep(user, document, kept, parts_of(kept), withheld=kept.text != text.text)
        document = _load(user, unit.subject)
    source = document.source
    if source is None:
        return
    more = True
    while more:
        work.renew([unit])
        with acting_as(user):
            more = make_rest_findable(user, source, FINDABLE_AT_ONCE)
    _change(user, document, state=State.LEARNING)
    if document.own_words and not _left_to_model(user, source):
        _learn(user, source, unit)


def _load(user: User, pk: UUID) -> Document:
    with acting_as(user):
        document = (
            Document.objects.filter(user=user, pk=pk)
            .select_related("source__project", "project")
            .first()
        )
    if document is None:
        raise _Gone
    return document


def _change(user: User, document: Document, **fields: object) -> None:
    with acting_as(user):
        changed = Document.objects.filter(user=user, pk=document.pk).update(**fields)
    if not changed:
        raise _Gone


def _read(user: User, document: Document, unit: Work) -> ReadText:
    with _opened(document) as file:
        pieces = _followed(user, document, sandbox.read(file, document.filename))
        if not settings.YARNNN_OCR:
            return compose(pieces)
        # All of it first: the reading process has its time, and would not wait for this.
        whole = list(pieces)
        kind = file_kinds.named(document.kind)
        if kind is None or not kind.drawn:
            return compose(whole)

        def alive(page: int) -> None:
            work.renew([unit])
            _change(user, document, pages_read=page)

        return compose(ocr.recognised(file, whole, alive))


def _followed(
    user: User, document: Document, pieces: Iterator[FileKind | Piece]
) -> Iterator[Piece]:
    """What is read, while the row tells how far it has come."""
    told = time.monotonic()
    for piece in pieces:
        if isinstance(piece, FileKind):
            document.kind = piece.name
            _change(user, document, kind=piece.name)
            continue
        if isinstance(piece, FileInfo) and piece.pages:
            _change(user, document, pages=piece.pages)
        if isinstance(piece, Page) and time.monotonic() - told > _TELL_EVERY:
            told = time.monotonic()
            _change(user, document, pages_read=piece.number)
        yield piece


@contextmanager
def _opened(document: Document) -> Iterator[BinaryIO]:
    """The document's file as one of the operating system's, wherever it is stored."""
    with document.file.open("rb") as stored:
        try:
            stored.fileno()
        except (UnsupportedOperation, AttributeError, OSError):
            with tempfile.TemporaryFile() as copy:
                for part in stored.chunks():
                    copy.write(part)
                copy.flush()
                yield cast("BinaryIO", copy)
            return
        yield cast("BinaryIO", stored)


def _without_forgotten(user: User, document: Document, text: ReadText) -> ReadText:
    """The text with what is blacked out that states what was forgotten."""
    author = Source.Author.PERSON if document.own_words else Source.Author.OTHER
    spoken = voices(DOCUMENT, author, own_words=document.own_words)
    with acting_as(user):
        (gone,) = restating(user, [text.text], spoken)
    if not gone:
        return text
    whole = text.text
    for span in gone:
        whole = masked(whole, span.start, span.stop)
    return replace(text, text=whole)


def _keep(
    user: User, document: Document, text: ReadText, parts: list[CitableSpan], *, withheld: bool
) -> None:
    with acting_as(user), transaction.atomic():
        # The document first: who deletes it holds its row, and finds the source or prevents it.
        if not Document.objects.select_for_update().filter(user=user, pk=document.pk).exists():
            raise _Gone
        source = keep(
            user,
            NewSource(
                DOCUMENT,
                text.text,
                external_id=str(document.pk),
                title=text.title or document.filename,
                author=Source.Author.PERSON if document.own_words else Source.Author.OTHER,
                happened_at=text.written or document.created,
                project=document.project,
                searchable=False,
                parts=parts,
            ),
        )
        Document.objects.filter(pk=document.pk).update(
            source=source, withheld=withheld, **_told(text)
        )


def _told(text: ReadText) -> dict[str, object]:
    """What a document's row says of what was read."""
    return {
        "title": text.title[:500],
        "pages": text.pages,
        "pages_read": text.pages or 0,
        "words": text.words,
        "language": text.language,
        "notes": list(text.notes),
        "complete": text.complete,
        "page_starts": [[start.number, start.start] for start in text.starts],
        "headings": [list(asdict(heading).values()) for heading in text.headings],
    }


def _left_to_model(user: User, source: Source) -> bool:
    with acting_as(user):
        return leave_to_model(user, source)


def _learn(user: User, source: Source, unit: Work) -> None:
    """Learn from what the person wrote, some chunks at a time. What is known stays as it is."""
    position, after = 0, 0
    while True:
        work.renew([unit])
        with acting_as(user):
            rest = Chunk.objects.filter(source=source, position__gte=position)
            chunks = list(rest.order_by("position")[:LEARNED_AT_ONCE])
            learn_passages(user, source, chunks, after=after)
        if len(chunks) < LEARNED_AT_ONCE:
            return
        position, after = chunks[-1].position + 1, chunks[-1].stop
