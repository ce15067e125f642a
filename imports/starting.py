"""Begin an import, agree to it, take it back.

All verbs but `begin` and `sweep` run inside the caller's block.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Project, User
from database.acting import acting_as
from database.sealing import seal
from documents.storage import drop
from documents.upload import clean_name
from documents.upload_handler import ReceivedFile
from imports import formats
from imports.models import FOLDER, Import
from imports.source_kind import GO_ON
from imports.upload_handler import limit
from memories import work
from memories.keeping import Refused
from web.guard import own

State = Import.State
# How long a file is kept that nobody has agreed to import.
_WAITS = timedelta(days=7)
# How long an upload may take before its row is written.
_LONGEST_UPLOAD = timedelta(days=1)
# Maximum number of imports per person in progress at once.
_MOST = 10


def begin(user: User, file: ReceivedFile, *, project: UUID | None = None) -> Import:
    """Keep an uploaded file and have it read. Opens its own blocks: storing may take its time.

    Raises Refused: too_large, empty, too_many, storage; Http404 for a project that is not there.
    """
    if file.too_large:
        raise Refused(
            "too_large",
            gettext("It is larger than %(most)s MB.") % {"most": intcomma(limit() // 1000000)},
        )
    if not file.size:
        raise Refused("empty", gettext("This file is empty. Choose another one."))
    with acting_as(user):
        place = own(Project, pk=project) if project else None
        busy = [State.READING, State.PREVIEW, State.IMPORTING, State.UNDOING]
        if Import.objects.filter(user=user, state__in=busy).count() >= _MOST:
            raise Refused(
                "too_many",
                gettext("%(most)s imports are under way. Wait for one to end.") % {"most": _MOST},
                60,
            )
    it = Import(user=user, project=place, filename=clean_name(file.name or ""), size=file.size or 0)
    file.seek(0)
    try:
        it.file.save("file", file, save=False)
    except OSError:
        message = gettext("It could not be stored: the disk is full or out of reach.")
        raise Refused("storage", message) from None
    try:
        with acting_as(user):
            it.save(force_insert=True)
            work.enqueue(user.pk, GO_ON, [it.pk], urgent=True)
    except BaseException:
        drop([it.file.name or ""])
        raise
    return it


def confirm(
    user: User, it: Import, *, addresses: Sequence[str] | None = None, code: str = ""
) -> Import:
    """Agree to an import; one that is still being read goes on by itself then.

    Of mail `addresses` are the person's own; of an export of Yarnnn's `code` opens what was
    forgotten.
    """
    it = _locked(it)
    if it.state not in (State.READING, State.PREVIEW):
        raise Refused("not_waiting", gettext("This import is no longer waiting for you."))
    if addresses is not None:
        it.addresses = sorted({address.strip().lower()[:254] for address in addresses} - {""})
    if code:
        it.sealed_code = seal({"code": code})
    it.confirmed = timezone.now()
    if it.state == State.PREVIEW:
        it.state = State.IMPORTING
        work.enqueue(user.pk, GO_ON, [it.pk])
    it.save()
    return it


def undo(user: User, it: Import) -> Import:
    """Take an import back, however far it has come."""
    it = _locked(it)
    if it.state in (State.UNDOING, State.UNDONE):
        raise Refused("undone", gettext("This import was taken back already."))
    if it.state in (State.DONE, State.IMPORTING) and formats.named(it.kind).undo is None:
        message = gettext("This is your whole memory now. Delete the account to remove all of it.")
        raise Refused("no_undo", message)
    it.state = State.UNDOING if it.kind else State.UNDONE
    files = [] if it.kind else [it.file.name or ""]
    it.file = it.file if it.kind else ""
    it.save()
    if it.kind:
        work.enqueue(user.pk, GO_ON, [it.pk], urgent=True)
    transaction.on_commit(partial(drop, [name for name in files if name]))
    return it


def sweep() -> None:
    """Let go of what nobody agreed to, and of files that no import names any more."""
    for user in User.objects.all():
        with acting_as(user):
            left = Import.objects.filter(
                user=user, state=State.PREVIEW, created__lt=timezone.now() - _WAITS
            )
            for it in left:
                undo(user, it)
            rows = Import.objects.filter(user=user).values_list("file", "prepared")
            named = {name for row in rows for name in row if name}
        drop(_orphans(f"{FOLDER}/{user.pk}", named))


def _orphans(folder: str, named: set[str]) -> list[str]:
    try:
        _, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return []
    before = timezone.now() - _LONGEST_UPLOAD
    names = [f"{folder}/{file}" for file in files]
    return [
        name
        for name in names
        if name not in named and default_storage.get_modified_time(name) < before
    ]


def _locked(it: Import) -> Import:
    return Import.objects.select_for_update(of=("self",)).get(pk=it.pk)
