"""Take in an uploaded file: once, whole, under a clean name; reading it follows as Work."""

import re
import unicodedata
from dataclasses import dataclass
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from accounts.models import Project, User
from database.acting import acting_as
from documents.file_types import HEAD, first_look
from documents.models import Document
from documents.reader_messages import translated
from documents.reading.pieces import CannotRead
from documents.source_kind import READ
from documents.storage import drop, store
from documents.upload_handler import ReceivedFile, limit
from memories import work
from memories.keeping import Refused
from web.guard import own

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_LONGEST_NAME = 200
# Maximum number of a person's files waiting to be read; further uploads must retry later.
MOST_WAITING = 1000
_TRY_AGAIN_AFTER = 60


@dataclass(frozen=True)
class UploadResult:
    """A document, and whether it was there before: the same bytes in the same project."""

    document: Document
    known: bool


def upload(
    user: User,
    file: ReceivedFile,
    *,
    project: UUID | None = None,
    own_words: bool = False,
    batch: UUID | None = None,
) -> UploadResult:
    """Keep an uploaded file and have it read. Opens its own blocks: storing may take its time.

    The same bytes again give the document that is there; one that had failed is tried again.
    Raises Refused: too_large, empty, kind, storage, too_many_waiting, …, and Http404 for a project
    that is not there.
    """
    _check(file)
    with acting_as(user):
        place = own(Project, pk=project) if project else None
        known = _known(user, place, file.digest)
        if known:
            return known
        _check_room(user)
    document = Document(
        user=user,
        project=place,
        filename=clean_name(file.name or ""),
        size=file.size or 0,
        digest=file.digest,
        batch=batch,
        own_words=own_words,
    )
    stored = store(document, file)
    try:
        with acting_as(user), transaction.atomic():
            document.save(force_insert=True)
            work.enqueue(user.pk, READ, [document.pk])
    except IntegrityError:
        drop([stored])
        return _uploaded_meanwhile(user, place, file.digest)
    except BaseException:
        drop([stored])
        raise
    return UploadResult(document, known=False)


def retry(user: User, document: Document) -> None:
    """Try again what had failed, from where it stopped."""
    if document.state != Document.State.FAILED:
        raise Refused("not_failed", gettext("This did not fail, so there is nothing to try again."))
    document.state, document.reason = Document.State.WAITING, ""
    document.save(update_fields=["state", "reason"])
    if document.source_id:
        work.enqueue(user.pk, work.EMBED, [document.source_id])
    work.enqueue(user.pk, READ, [document.pk])


def clean_name(name: str) -> str:
    """A file's name for people: its last part, without what cannot be seen."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/"))
    name = _UNSEEN.sub("", name).rstrip("/").rpartition("/")[2].strip(" .")
    stem, dot, ending = name.rpartition(".")
    if len(name) > _LONGEST_NAME:
        ending = ending[:20] if dot else ""
        name = f"{(stem or name)[: _LONGEST_NAME - len(ending) - 1]}{dot}{ending}"
    return name or gettext("A file without a name")


def _check(file: ReceivedFile) -> None:
    if file.too_large:
        most = limit() // 1_000_000
        raise Refused(
            "too_large",
            gettext("It is larger than %(most)s MB. Split it, or send a smaller one.")
            % {"most": most},
        )
    try:
        file.seek(0)
        first_look(file.read(HEAD), clean_name(file.name or ""))
    except CannotRead as refusal:
        raise Refused(refusal.code, translated(refusal.message)) from None


def _check_room(user: User) -> None:
    if work.waiting(user.pk, READ) >= MOST_WAITING:
        raise Refused(
            "too_many_waiting",
            gettext(
                "%(most)s of your files are waiting to be read. Wait until some of them are done,"
                " then upload this one again."
            )
            % {"most": intcomma(MOST_WAITING)},
            _TRY_AGAIN_AFTER,
        )


def _known(user: User, project: Project | None, digest: str) -> UploadResult | None:
    document = Document.objects.filter(user=user, project=project, digest=digest).first()
    if document is None:
        return None
    if document.state == Document.State.FAILED:
        retry(user, document)
    return UploadResult(document, known=True)


def _uploaded_meanwhile(user: User, project: Project | None, digest: str) -> UploadResult:
    with acting_as(user):
        known = _known(user, project, digest)
    if known is None:
        raise Refused("gone", gettext("It was deleted while it was uploaded. Upload it again."))
    return known
