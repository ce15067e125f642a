"""The uploaded files themselves, in the storage that the settings name."""

import logging
from collections.abc import Iterable, Iterator
from datetime import timedelta
from uuid import UUID

from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from documents.models import FOLDER, Document
from documents.upload_handler import ReceivedFile
from memories.keeping import Refused

logger = logging.getLogger(__name__)

# An upload that has taken longer than this is none any more.
LONGEST_UPLOAD = timedelta(days=1)


def store(document: Document, file: ReceivedFile) -> str:
    """Store a document's file; gives the name to delete it by. Raises Refused: storage."""
    file.seek(0)
    try:
        document.file.save(document.filename, file, save=False)
    except Exception:
        # Each storage has errors of its own.
        logger.exception("A file could not be stored")
        raise Refused(
            "storage",
            gettext("It could not be stored: the disk is full or out of reach. Try again later."),
        ) from None
    return document.file.name or ""


def drop(names: Iterable[str]) -> None:
    """Delete files whose documents are gone. What cannot be deleted now is left to `sweep`."""
    for name in names:
        try:
            default_storage.delete(name)
        except Exception:
            logger.exception("A stored file could not be deleted, and will be tried again")


def sweep() -> None:
    """Delete the files that no document names: deleting them failed, or their upload broke off."""
    for owner in _inside(FOLDER, folders=True):
        try:
            user = User.objects.filter(pk=UUID(owner)).first()
        except ValueError:
            # Somebody else's folder: it is not for us to delete in.
            continue
        names = set(_long_there(f"{FOLDER}/{owner}"))
        if user and names:
            with acting_as(user):
                names -= set(Document.objects.filter(file__in=names).values_list("file", flat=True))
        drop(names)


def _long_there(folder: str) -> Iterator[str]:
    before = timezone.now() - LONGEST_UPLOAD
    for name in _inside(folder):
        if default_storage.get_modified_time(f"{folder}/{name}") < before:
            yield f"{folder}/{name}"


def _inside(folder: str, *, folders: bool = False) -> list[str]:
    try:
        found = default_storage.listdir(folder)
    except FileNotFoundError:
        # Nobody has uploaded anything yet.
        return []
    return found[0] if folders else found[1]
