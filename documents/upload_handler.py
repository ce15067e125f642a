"""Uploads as they come in: to disk without a name, counted and no further than the limit."""

import hashlib
import tempfile
from typing import IO, Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http.multipartparser import MultiPartParserError


class Received(UploadedFile):  # type: ignore[type-arg]
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

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:  # noqa: ARG002
        self._size += len(raw_data)
        if self._size <= limit():
            self._digest.update(raw_data)
            self._file.write(raw_data)

    def file_complete(self, file_size: int) -> Received:
        self._file.seek(0)
        received = Received(
            file=self._file,
            name=self.file_name or "",
            content_type=self.content_type or "",
            size=file_size,
            charset=self.charset,
        )
        received.digest = self._digest.hexdigest()
        received.too_large = file_size > limit()
        return received

    def upload_interrupted(self) -> None:
        """The form ends within a file: of the files before it nobody knows where they belong."""
        self._file.close()
        raise MultiPartParserError("The upload was cut off.")


def limit() -> int:
    """How large a file may be, in bytes."""
    return int(settings.YARNNN_UPLOAD_MB) * 1_000_000


def received(data: bytes, name: str) -> Received:
    """Bytes that are there already, as if they had been uploaded."""
    handler = ReceiveBounded()
    handler.new_file("file", name, "", len(data))
    handler.receive_data_chunk(data, 0)
    return handler.file_complete(len(data))
