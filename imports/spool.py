"""What was read of a file, one line of JSON an item: kept from where it stopped, however often."""

import json
import tempfile
from collections.abc import Iterator
from typing import IO, Any, Protocol

from django.core.files import File
from django.core.files.storage import default_storage

from imports.models import Import


class SpooledItems:
    """Items as they are read, in a file without a name; afterwards they are put in order."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 — closed by `close`
        self._places: list[tuple[str, int, int]] = []
        self._end = 0

    def __len__(self) -> int:
        return len(self._places)

    def add(self, order: str, item: dict[str, Any]) -> None:
        """Put down one item; `order` says where among the others it is kept."""
        line = json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._file.write(line)
        self._places.append((order, self._end, len(line)))
        self._end += len(line)

    def store(self, it: Import) -> None:
        """Put them into the storage, in their order."""
        with tempfile.TemporaryFile() as ordered:
            for _, start, length in sorted(self._places):
                self._file.seek(start)
                ordered.write(self._file.read(length))
            ordered.seek(0)
            it.prepared.save("lines", File(ordered), save=False)

    def close(self) -> None:
        self._file.close()


def items(it: Import) -> Iterator[tuple[dict[str, Any], int]]:
    """What is left of an import's items, each with the position behind it."""
    with default_storage.open(it.prepared.name or "") as file:
        file.seek(it.position)
        position = it.position
        while line := file.readline():
            position += len(line)
            yield json.loads(line), position


class OnProgress(Protocol):
    """Called every now and then by what takes long: it is still at it, and whether it got on."""

    def __call__(self, *, kept: bool = False) -> None: ...
