"""Rewrite a stored file without what was erased from its text: a copy is checked, then swapped.

No words are handed over: what is to go is what the file still says where its text is blacked out.
"""

import tempfile
from collections.abc import Iterable
from functools import partial
from io import BytesIO
from uuid import UUID, uuid4

from django.core.files import File
from django.db import DatabaseError, transaction
from django.utils.translation import gettext_noop

from database.acting import acting_as
from documents import file_kinds, sandbox
from documents.compose import ReadText, compose
from documents.erasing import remove_file
from documents.file_kinds import FileKind
from documents.models import Document
from documents.reading.pieces import CannotRead
from documents.redaction import flatten
from documents.source_kind import REWRITE
from documents.storage import drop
from memories import work
from memories.models import Forgotten, Work
from memories.text import MASK, Span

# In bytes. No text that is read is longer.
LARGEST = 20_000_000


class _CannotRewrite(Exception):
    """A copy without the words cannot be made."""


def rewrite_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Rewrite one file of this person that waits. True when more may be waiting."""
    claimed = work.claim(user_id, REWRITE, 1, urgent=urgent)
    for unit in claimed:
        try:
            with acting_as(user_id):
                document = (
                    Document.objects.filter(user=user_id, pk=unit.subject)
                    .select_related("source")
                    .first()
                )
            if document is not None and document.file:
                _rewrite(document, unit)
            work.finish([unit])
        except (DatabaseError, OSError):
            work.fail([unit], gettext_noop("The file could not be rewritten just now."), retry=True)
    return bool(claimed)


def _rewrite(document: Document, unit: Work) -> None:
    """Put a copy in the file's place. Where none can be made the file goes, and its text stays."""
    try:
        copy = _copy(document)
    except (CannotRead, FileNotFoundError, LookupError, ValueError, _CannotRewrite):
        with acting_as(document.user_id):
            remove_file(document)
        return
    stored = document.file.name or ""
    document.file.save(document.filename, File(BytesIO(copy)), save=False)
    with acting_as(document.user_id):
        # Asked for again meanwhile, it is done again: more was erased. Of a document that is gone
        # nothing is kept.
        current = Document.objects.select_for_update().filter(pk=document.pk, file=stored)
        is_last = Work.objects.filter(pk=unit.pk, state=Work.State.WORKING).exists()
        if not (is_last and current.exists()):
            transaction.on_commit(partial(drop, [document.file.name or ""]))
            return
        current.update(
            file=document.file.name,
            size=len(copy),
            # Of no file that anybody has.
            digest=uuid4().hex,
            withheld=False,
        )
        transaction.on_commit(partial(drop, [stored]))


def _copy(document: Document) -> bytes:
    kind = file_kinds.named(document.kind)
    if kind is None or kind.without is None or document.size > LARGEST:
        raise _CannotRewrite
    with document.file.open("rb") as stored:
        data = stored.read()
    text = document.source.text if document.source else ""
    with acting_as(document.user_id):
        sealed = _sealed(document)
    words = _words_gone(_read(data, document.filename), text, document.title, sealed)
    copy = kind.without(data, words)
    left = _read(copy, document.filename)
    if any(_more_often(each, f"{left.text}\n{left.title}", text) for each in words):
        raise _CannotRewrite
    return copy


def _sealed(document: Document) -> list[Span]:
    """Passages that are forgotten and may come back: they stay in the file."""
    stones = Forgotten.objects.filter(user=document.user_id, sealed__isnull=False)
    rows = stones.filter(blocked__contains=[[str(document.source_id)]])
    return [
        Span(start, stop)
        for stone in rows
        for source, start, stop in stone.blocked
        if source == str(document.source_id)
    ]


def _words_gone(was: ReadText, text: str, title: str, sealed: list[Span]) -> list[str]:
    """What the file says where its text and its title are blacked out."""
    if text and len(was.text) != len(text):
        raise _CannotRewrite
    runs = [run for run in _runs(was.text, text) if not _overlaps(run, sealed)]
    found = [run.of(was.text) for run in runs]
    if len(was.title[:500]) == len(title):
        found += [run.of(was.title) for run in _runs(was.title, title)]
    return list(dict.fromkeys(found))


def _runs(was: str, now: str) -> list[Span]:
    """Where a text is blacked out that said something before."""
    runs: list[Span] = []
    for place, (before, after) in enumerate(zip(was, now, strict=False)):
        if after != MASK or before == MASK:
            continue
        if runs and runs[-1].stop == place:
            runs[-1] = Span(runs[-1].start, place + 1)
        else:
            runs.append(Span(place, place + 1))
    return runs


def _overlaps(run: Span, others: Iterable[Span]) -> bool:
    return any(run.start < other.stop and other.start < run.stop for other in others)


def _more_often(words: str, copy: str, text: str) -> bool:
    """Whether the copy still says these words, more often than the text that is shown does."""
    flat = flatten(words)
    return bool(flat) and flatten(copy).count(flat) > flatten(text).count(flat)


def _read(data: bytes, name: str) -> ReadText:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        file.seek(0)
        found = sandbox.read(file, name)
        return compose(piece for piece in found if not isinstance(piece, FileKind))
