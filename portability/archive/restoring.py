"""Read an archive, and put it into an empty account: all of it or nothing."""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import islice
from typing import IO, Any
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, OperationalError, models, transaction
from django.utils.translation import gettext_noop

from accounts.errors import Refused
from accounts.models import Project, User, Workspace
from accounts.profile import change_profile
from database.acting import acting_as
from database.rows import insert
from memories import work
from memories.keeping import fingerprint
from memories.models import Chunk, Forgotten, Memory, SearchItem, Work
from memories.search import index
from memories.source_kinds import kind_of, registered
from memories.work import EMBED
from portability.archive.contents import (
    FORMAT,
    PASSING,
    SEALED,
    VERSION,
    exported,
    of_label,
    rows_of,
    uploaded_files,
)
from portability.archive.ids import PortableIds
from portability.archive.rows import Digest, refers_to, row_in
from portability.archive.sealed import codes_known_here, fernet_of, opens
from portability.archive.writing import (
    DATA,
    FILES,
    MANIFEST,
    SEALED_PART,
    portable_id,
)

# One line holds a row: the text of the longest book, escaped.
LONGEST_LINE = 200_000_000
# What a zip says it holds, unpacked: it is read no further than it says.
_LARGEST = 50_000_000_000
_LARGEST_MANIFEST = 1_000_000
_AT_ONCE = 200


class Damaged(Refused):
    """The file is no archive, or not all of one. Nothing was saved."""

    def __init__(self, message: str) -> None:
        super().__init__("damaged", message)


@dataclass(frozen=True)
class CheckedArchive:
    """An archive that was looked through: it is whole, and what it says of itself is so."""

    zip: zipfile.ZipFile
    account: UUID
    made: datetime
    person: dict[str, str]
    counts: dict[str, int]
    digest: str
    # The ids in it, by table.
    ids: dict[str, set[UUID]] = field(default_factory=dict)
    # Kind and external id of the sources whose ids are made of them, by these ids.
    external_ids: dict[UUID, tuple[str, str]] = field(default_factory=dict)


def opened(file: IO[bytes]) -> CheckedArchive:
    """Look an archive through. Raises Damaged, or Refused for one of a newer version."""
    try:
        archive = zipfile.ZipFile(file)
        if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
            raise Damaged(gettext_noop("This export is too large to be one."))
        told = json.loads(_small(archive, MANIFEST))
    except (KeyError, ValueError, zipfile.BadZipFile, OSError):
        raise Damaged(
            gettext_noop("This is not a Yarnnn export, or it is cut off. Export it again.")
        ) from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise Damaged(gettext_noop("This is not a Yarnnn export."))
    if told.get("version") != VERSION:
        raise Refused(
            "newer", gettext_noop("A newer Yarnnn made this export. Update this one first.")
        )
    try:
        looked = CheckedArchive(
            archive,
            UUID(told["account"]),
            datetime.fromisoformat(told["made"]),
            {str(key): str(value) for key, value in told["person"].items()},
            {str(key): int(value) for key, value in told["counts"].items()},
            str(told["digest"]),
        )
        _look_through(looked)
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile, OSError):
        raise Damaged(gettext_noop("This export is damaged. Export it again.")) from None
    return looked


def _look_through(archive: CheckedArchive) -> None:
    digest = Digest()
    for label, line, told in _rows(archive):
        archive.ids.setdefault(label, set()).add(UUID(told["id"]))
        if label not in PASSING:
            digest.add(label, line)
        known = told["external_id"] if label == "memories.source" else None
        if known and portable_id(told["kind"], known) == UUID(told["id"]):
            archive.external_ids[UUID(told["id"])] = told["kind"], known
    if digest.hex != archive.digest:
        raise Damaged(gettext_noop("This export was changed or is incomplete. Export it again."))
    for label, _, told in _rows(archive):
        for model, id_ in refers_to(_table(label), told):
            if id_ not in archive.ids.get(model._meta.label_lower, ()):
                raise Damaged(gettext_noop("This export refers to things that are not in it."))


def _rows(archive: CheckedArchive) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every row that is not sealed: its table, its line, and what that says."""
    for name in archive.zip.namelist():
        if not name.startswith(DATA):
            continue
        label = name.removeprefix(DATA).removesuffix(".jsonl")
        if of_label(label) is None:
            raise Refused(
                "newer", gettext_noop("A newer Yarnnn made this export. Update this one first.")
            )
    for model in exported():
        label = model._meta.label_lower
        if model in SEALED or f"{DATA}{label}.jsonl" not in archive.zip.NameToInfo:
            continue
        for line in _lines(archive.zip, f"{DATA}{label}.jsonl"):
            text = line.decode().rstrip("\n")
            yield label, text, json.loads(text)


def _table(label: str) -> type[models.Model]:
    model = of_label(label)
    if model is None:
        raise ValueError(label)
    return model


def _lines(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as file:
        while line := file.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE:
                raise ValueError(name)
            yield line


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        return file.read(_LARGEST_MANIFEST)


def code_for(archive: CheckedArchive, code: str) -> str | None:
    """The code that opens what was forgotten: the one given, or one this installation knows.

    None where none does. "" where there is nothing to open.
    """
    first = next(_lines(archive.zip, SEALED_PART), b"").strip()
    if not first:
        return ""
    tried = [code] if code else []
    tried += codes_known_here(archive.account)
    return next((each for each in tried if opens(each, first)), None)


def is_empty(user: User) -> bool:
    """Whether nothing is in an account yet. Inside `acting_as`."""
    return not any(
        rows_of(model, user).exists() for model in exported() if model._meta.app_label != "imports"
    )


def restore(
    user: User, archive: CheckedArchive, code: str = "", *, then: Callable[[], None] | None = None
) -> None:
    """Put all of an archive into an empty account. Call it outside of any block.

    `then` is called in the same transaction. What is in it is found by words once `make_findable`
    was called; vectors follow as Work. Raises Refused: not_empty, code; Damaged.
    """
    opening = code_for(archive, code)
    if code and opening is None:
        raise Refused(
            "code", gettext_noop("This code does not open what was forgotten in this export.")
        )
    files = _Files(user, archive)
    try:
        with acting_as(user), transaction.atomic():
            # Before any row is written: other writers wait here.
            index.hold(user.pk)
            _check_empty(user)
            _put_in(user, archive, opening, files)
            if then is not None:
                then()
    except BaseException as problem:
        files.drop()
        wrong = isinstance(problem, DatabaseError | ValueError | KeyError | TypeError)
        if wrong and not isinstance(problem, OperationalError):
            raise Damaged(gettext_noop("This export contains something invalid.")) from None
        raise


def _check_empty(user: User) -> None:
    if not is_empty(user):
        raise Refused(
            "not_empty", gettext_noop("This account is not empty. Import it into a new account.")
        )


def _put_in(user: User, archive: CheckedArchive, code: str | None, files: "_Files") -> None:
    ids = _ids(user, archive)
    workspace = Workspace.objects.filter(user=user).order_by("created")[0]
    for model, told in _by_table(archive):
        rows = []
        for each in told:
            row = row_in(model, each, user, ids)
            if isinstance(row, Project):
                row.workspace = workspace
            elif isinstance(row, Work):
                row.state = Work.State.WAITING
            _as_its_room_says(row)
            files.store(row, each)
            rows.append(row)
        insert(rows)
    if code:
        _put_in_sealed(user, archive, code, ids)
    waiting = Work.objects.filter(user=user, state=Work.State.WAITING)
    for kind in set(waiting.values_list("kind", flat=True)):
        transaction.on_commit(partial(work.nudge, kind))
    change_profile(
        user,
        name=archive.person.get("name"),
        time_zone=archive.person.get("zone"),
        language=archive.person.get("language"),
    )


def _as_its_room_says(row: models.Model) -> None:
    for kind in registered():
        if change := kind.archive.on_restore.get(row._meta.label_lower):
            change(row)


def _ids(user: User, archive: CheckedArchive) -> PortableIds:
    """The archive's ids turned into this person's."""
    return PortableIds(
        user,
        special={
            pk: kind_of(kind).made_id(user, known)
            for pk, (kind, known) in archive.external_ids.items()
        },
    )


def _by_table(archive: CheckedArchive) -> Iterator[tuple[type[models.Model], list[dict[str, Any]]]]:
    """The rows in handfuls, tables after those that they refer to."""
    label = ""
    waiting: list[dict[str, Any]] = []
    for of, _, told in _rows(archive):
        if waiting and (of != label or len(waiting) == _AT_ONCE):
            yield _table(label), waiting
            waiting = []
        label = of
        waiting.append(told)
    if waiting:
        yield _table(label), waiting


def _put_in_sealed(user: User, archive: CheckedArchive, code: str, ids: PortableIds) -> None:
    fernet, digest, told_digest = fernet_of(code), Digest(), ""
    for line in _lines(archive.zip, SEALED_PART):
        try:
            text = fernet.decrypt(line.strip()).decode()
        except InvalidToken:
            raise Damaged(gettext_noop("What was forgotten in this export is damaged.")) from None
        told = json.loads(text)
        if "digest" in told:
            told_digest = told["digest"]
            continue
        digest.add(told["table"], text)
        model = _table(told["table"])
        if model not in SEALED:
            raise ValueError(told["table"])
        for referred, id_ in refers_to(model, told["row"]):
            if id_ not in archive.ids.get(referred._meta.label_lower, ()):
                raise ValueError(told["table"])
        row = row_in(model, told["row"], user, ids)
        if isinstance(row, Forgotten):
            row.fingerprint = _fingerprint(user, told["row"]["sealed"])
        insert([row])
    if told_digest != digest.hex:
        raise Damaged(gettext_noop("What was forgotten in this export is not all there."))


def _fingerprint(user: User, sealed: dict[str, Any]) -> dict[str, Any]:
    """How it is recognised here: by this person's key for hashes, from what was forgotten.

    That may be half of a memory whose other half stayed.
    """
    if "memory" not in sealed or sealed.get("fact") == "":
        # Nothing of a memory, or what was only retracted.
        return {}
    return fingerprint(user.pk, sealed.get("fact") or sealed["memory"]["content"])


def make_findable(user: User, archive: CheckedArchive) -> Iterator[int]:
    """Put what was restored into the index, some at a time; gives how many were. May run twice.

    Opens short blocks of its own.
    """
    ids = _ids(user, archive)
    chunks = (UUID(told["id"]) for told in _findable(archive, "memories.chunk"))
    for some in _handfuls(chunks):
        with acting_as(user):
            yield _chunks_findable(user, [ids.of(pk) for pk in some])
    memories = (UUID(told["id"]) for told in _findable(archive, "memories.memory"))
    for some in _handfuls(memories):
        with acting_as(user):
            yield _memories_findable(user, [ids.of(pk) for pk in some])


def _handfuls(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    left = iter(ids)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def _findable(archive: CheckedArchive, label: str) -> Iterator[dict[str, Any]]:
    for line in _lines(archive.zip, f"{DATA}{label}.jsonl"):
        told = json.loads(line)
        if told.get("findable"):
            yield told


def _chunks_findable(user: User, pks: list[UUID]) -> int:
    """Into the index alone: whom they name, and what of them was hidden, came along."""
    waiting = Chunk.objects.filter(user=user, pk__in=pks, item=None, hidden=None)
    chunks = list(waiting.select_related("source__project").order_by("source", "position"))
    entries = [
        index.IndexEntry(
            index.part_of(chunk.source.project, index.layer_for(chunk.source)),
            chunk.text,
            chunk_id=chunk.pk,
        )
        for chunk in chunks
    ]
    index.add(user.pk, entries)
    work.enqueue(user.pk, EMBED, list(dict.fromkeys(chunk.source_id for chunk in chunks)))
    return len(pks)


def _memories_findable(user: User, pks: list[UUID]) -> int:
    indexed = SearchItem.objects.filter(user=user, memory__in=pks).values("memory")
    waiting = Memory.objects.filter(user=user, pk__in=pks).exclude(pk__in=indexed)
    entries = [
        index.IndexEntry(
            index.part_of(memory.project, index.MEMORY), memory.content, memory_id=memory.pk
        )
        for memory in waiting.select_related("project")
        if memory.active
    ]
    index.add(user.pk, entries)
    found = [entry.memory_id for entry in entries if entry.memory_id]
    work.enqueue(user.pk, EMBED, found)
    return len(pks)


class _Files:
    """The uploaded files of an archive, stored as they come; dropped when something goes wrong."""

    def __init__(self, user: User, archive: CheckedArchive) -> None:
        self._user = user
        self._zip = archive.zip
        self._of = {files.table: files for files in uploaded_files()}
        self._stored: dict[str, list[str]] = {}

    def store(self, row: Any, told: Mapping[str, Any]) -> None:
        """Store a row's file, if its table has files and the archive has this one."""
        files = self._of.get(row._meta.label_lower)
        name = told.get(files.column) if files else None
        if not files or not name or not name.startswith(FILES):
            return
        if name not in self._zip.NameToInfo:
            return
        row.user = self._user
        place = row._meta.get_field(files.column).generate_filename(row, "")
        with self._zip.open(name) as file:
            stored = default_storage.save(place, File(file))
        self._stored.setdefault(files.table, []).append(stored)
        setattr(row, files.column, stored)

    def drop(self) -> None:
        for table, names in self._stored.items():
            self._of[table].drop(names)
