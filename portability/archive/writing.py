"""Write an archive: a zip that is sent while its files are still being read."""

import json
import logging
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from io import RawIOBase
from typing import IO, Any
from uuid import UUID, uuid5

from django.apps import apps
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.models import Source
from memories.source_kinds import UploadedFiles, kind_of, registered
from portability.archive import readable
from portability.archive.contents import (
    FORMAT,
    PASSING,
    SEALED,
    VERSION,
    exported,
    rows_of,
    uploaded_files,
)
from portability.archive.ids import PortableIds
from portability.archive.rows import Digest, line_of, row_out
from portability.archive.sealed import code_of, fernet_of

logger = logging.getLogger(__name__)

MANIFEST, SEALED_PART, DATA, FILES = "manifest.json", "forgotten.sealed", "data/", "files/"
_PIECE = 256 * 1024
_AT_ONCE = 500
# Of what has an id of its own (the mail of one address) the same ids wherever it is kept.
_KNOWN = UUID("5b0f5a1e-6a0c-5d0e-9d53-0d6f1f0d7a11")


def written(user: User) -> Iterator[bytes]:
    """Everything of a person's as a zip, piece by piece. Call it outside of any block.

    Rows are read in one look at the database, as they were at one moment; then their files follow.
    """
    with tempfile.TemporaryFile() as kept:
        pipe = _Pipe(kept)
        with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
            with _at_one_moment(user):
                files = _Writing(user, archive, timezone.now()).write()
            yield from _read(kept)
            pipe.sink = _Pieces()
            for name, stored in files.items():
                yield from _file(archive, pipe.sink, name, stored)
        yield pipe.sink.taken()


def filename_for(user: User, at: datetime) -> str:
    """What an archive of this moment is called."""
    return f"yarnnn-{at.astimezone(user.zone):%Y-%m-%d}.zip"


@dataclass
class _Writing:
    """One archive while its rows are written."""

    user: User
    archive: zipfile.ZipFile
    at: datetime
    digest: Digest = field(default_factory=Digest)
    counts: dict[str, int] = field(default_factory=dict)
    # The files that follow: the name in the archive, and that in the storage.
    files: dict[str, str] = field(default_factory=dict)

    def write(self) -> dict[str, str]:
        tables = exported()
        ids = PortableIds(self.user, _owned(self.user), _made_ids(self.user))
        names = {files.table: self._name_files(files) for files in uploaded_files()}
        for model in tables:
            if model not in SEALED:
                self._table(model, ids, names.get(model._meta.label_lower, {}))
        self._sealed(ids)
        for name, text in readable.pages(self.user, self.at, self.counts):
            self._put(name, text)
        self._put(MANIFEST, json.dumps(self._manifest(), indent=2) + "\n")
        return self.files

    def _table(self, model: Any, ids: PortableIds, names: dict[UUID, dict[str, str]]) -> None:
        label = model._meta.label_lower
        with self.archive.open(f"{DATA}{label}.jsonl", "w", force_zip64=True) as out:
            for row in rows_of(model, self.user).iterator(chunk_size=_AT_ONCE):
                line = line_of({**row_out(row, ids), **names.get(row.pk, {})})
                out.write(f"{line}\n".encode())
                self._count(label, line)

    def _sealed(self, ids: PortableIds) -> None:
        fernet = fernet_of(code_of(self.user))
        own = Digest()
        with self.archive.open(SEALED_PART, "w") as out:
            for model in SEALED:
                label = model._meta.label_lower
                for row in rows_of(model, self.user).iterator(chunk_size=_AT_ONCE):
                    line = line_of({"table": label, "row": row_out(row, ids)})
                    own.add(label, line)
                    out.write(fernet.encrypt(line.encode()) + b"\n")
                    self.counts[label] = self.counts.get(label, 0) + 1
            out.write(fernet.encrypt(line_of({"digest": own.hex}).encode()) + b"\n")

    def _count(self, label: str, line: str) -> None:
        if label not in PASSING:
            self.digest.add(label, line)
            self.counts[label] = self.counts.get(label, 0) + 1

    def _name_files(self, files: UploadedFiles) -> dict[UUID, dict[str, str]]:
        """What the column of the file has in the archive, by rows; it is left out otherwise."""
        names: dict[UUID, dict[str, str]] = {}
        rows = apps.get_model(files.table)._default_manager.filter(user=self.user)
        columns = rows.order_by("pk").values_list("pk", files.named_by, files.column)
        for pk, filename, stored in columns:
            if stored:
                name = readable.unique(f"{FILES}{filename}", self.files)
                names[pk] = {files.column: name}
                self.files[name] = stored
        return names

    def _manifest(self) -> dict[str, Any]:
        user = self.user
        person = {"name": user.name, "zone": user.time_zone, "language": user.language}
        return {
            "format": FORMAT,
            "version": VERSION,
            "made": self.at.isoformat(),
            "account": str(user.pk),
            "person": person,
            "counts": self.counts,
            "digest": self.digest.hex,
        }

    def _put(self, name: str, text: str) -> None:
        with self.archive.open(name, "w", force_zip64=True) as out:
            out.write(text.encode())


def portable_id(kind: str, external_id: str) -> UUID:
    """The id that archives have for a source whose id is made of its external one."""
    return uuid5(_KNOWN, f"{kind}:{external_id}")


def _made_ids(user: User) -> dict[UUID, UUID]:
    """The ids of sources that are made of an external id, and what archives have for them."""
    made = [kind.name for kind in registered() if kind.made_ids]
    sources = Source.objects.filter(user=user, kind__in=made, external_id__isnull=False)
    return {
        pk: portable_id(kind, known)
        for pk, kind, known in sources.values_list("pk", "kind", "external_id").iterator()
        if known and pk == kind_of(kind).made_id(user, known)
    }


def _owned(user: User) -> set[UUID]:
    return {
        pk
        for model in exported()
        for pk in model._default_manager.filter(user=user).values_list("pk", flat=True).iterator()
    }


@contextmanager
def _at_one_moment(user: User) -> Iterator[None]:
    """Act as this person and see the database as it is now, whatever others write meanwhile."""
    if connection.in_atomic_block:
        with acting_as(user):
            yield
        return
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            with acting_as(user):
                yield
    finally:
        connection.close()


def _file(archive: zipfile.ZipFile, sink: "_Pieces", name: str, stored: str) -> Iterator[bytes]:
    """One uploaded file; one that is gone or out of reach is left out, and the log says so."""
    try:
        source: IO[bytes] = default_storage.open(stored)
    except Exception:
        logger.exception("A stored file could not be read for an export")
        return
    # What is compressed already would only cost time.
    entry = zipfile.ZipInfo(name, date_time=timezone.now().timetuple()[:6])
    with source, archive.open(entry, "w", force_zip64=True) as out:
        while piece := source.read(_PIECE):
            out.write(piece)
            yield sink.taken()
    yield sink.taken()


class _Pieces:
    """What was written since it was last taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        self._pieces.append(data)

    def taken(self) -> bytes:
        data = b"".join(self._pieces)
        self._pieces.clear()
        return data


class _Pipe(RawIOBase):
    """Where the zip is written to: it cannot go back, and knows only how far it is."""

    def __init__(self, sink: Any) -> None:
        super().__init__()
        self.sink = sink

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.sink.write(bytes(data))
        return len(data)


def _read(kept: IO[bytes]) -> Iterator[bytes]:
    kept.seek(0)
    while piece := kept.read(_PIECE):
        yield piece
