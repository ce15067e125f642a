"""Uploads as they come in: to disk without a name, counted and no further than the limit."""

import hashlib
import tempfile
from typing import IO, Any, BinaryIO

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext


class ReceivedFile(UploadedFile):  # type: ignore[type-arg]
    """An uploaded file with its SHA-256 in hexadecimal.

    Of one that is `too_large` only a beginning was kept. It lies in a file that has no name, so
    nothing of it is left when the request ends, in whatever way.
    """

    digest: str = ""
    too_large: bool = False


class ReceiveBounded(FileUploadHandler):
    """Writes uploads to disk as they arrive, and stops writing at the limit."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 — it is handed on
        self._digest = hashlib.sha256()
        self._size = 0

    def limit(self) -> int:
        """How large a file may be that comes by this handler, in bytes."""
        return limit()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:  # noqa: ARG002
        self._size += len(raw_data)
        if self._size <= self.limit():
            self._digest.update(raw_data)
            self._file.write(raw_data)
        return None

    def file_complete(self, file_size: int) -> Any:
        self._file.seek(0)
        received = ReceivedFile(
            file=self._file,
            name=self.file_name or "",
            content_type=self.content_type or "",
            size=file_size,
            charset=self.charset,
        )
        received.digest = self._digest.hexdigest()
        received.too_large = file_size > self.limit()
        return received

    def upload_interrupted(self) -> None:
        """The form ends within a file: of the files before it nobody knows where they belong."""
        self._file.close()
        raise MultiPartParserError(gettext("The upload was cut off."))


def limit() -> int:
    """How large a file may be, in bytes."""
    return int(settings.YARNNN_UPLOAD_MB) * 1_000_000


def received(data: bytes, name: str) -> ReceivedFile:
    """Bytes that are there already, as if they had been uploaded."""
    handler = ReceiveBounded()
    handler.new_file("file", name, "", len(data))
    handler.receive_data_chunk(data, 0)
    file: ReceivedFile = handler.file_complete(len(data))
    return file


def received_from(file: BinaryIO, name: str) -> ReceivedFile:
    """A file of this machine, however large, as if it had been uploaded. Its owner closes it."""
    hashing = hashlib.sha256()
    while piece := file.read(1_000_000):
        hashing.update(piece)
    it = ReceivedFile(file=file, name=name, size=file.tell())
    file.seek(0)
    it.digest = hashing.hexdigest()
    return it
