"""Reading made files: here, or as the worker does, in a process of its own."""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

import pytest

from documents import sandbox
from documents.compose import ReadText, compose
from documents.file_kinds import FileKind
from documents.file_types import kind_of
from documents.reading.pieces import CannotRead


def read(data: bytes, name: str = "file") -> ReadText:
    """Read a file in this process."""
    file = io.BytesIO(data)
    return compose(kind_of(file, name).read(file, name))


def kind(data: bytes, name: str = "file") -> str:
    return kind_of(io.BytesIO(data), name).name


def refused(data: bytes, name: str = "file") -> CannotRead:
    """Why a file cannot be read."""
    with pytest.raises(CannotRead) as caught:
        read(data, name)
    assert caught.value.message[-1] == "."
    assert "\n" not in caught.value.message
    return caught.value


def read_apart(data: bytes, name: str = "file") -> ReadText:
    """Read a file in a process of its own, under its limits."""
    with opened(data) as file:
        return compose(
            piece for piece in sandbox.read(file, name) if not isinstance(piece, FileKind)
        )


def refused_apart(data: bytes, name: str = "file") -> CannotRead:
    with pytest.raises(CannotRead) as caught:
        read_apart(data, name)
    assert "\n" not in caught.value.message
    return caught.value


@contextmanager
def opened(data: bytes) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        yield cast("BinaryIO", file)
