"""Reads files in a process of its own: whatever a hostile file does, it does to that one."""

import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, BinaryIO

from pydantic import TypeAdapter, ValidationError

from documents import file_kinds
from documents.file_kinds import FileKind
from documents.reading import confine
from documents.reading.__main__ import OUT_OF_MEMORY
from documents.reading.pieces import CannotRead, FileInfo, Page, Piece, ReadingNote, damaged

logger = logging.getLogger(__name__)

# From the first byte to the last: longer than the processor time that documents.reading.limits
# allows, for a machine that is busy.
SECONDS = 110.0
# Twice what the longest text takes, however it is written.
MOST_BYTES = 100_000_000
_HERE = Path(__file__).resolve().parent.parent

MEMORY = "It takes more memory to read than a document should. Split it, or save it again."
TIME = "It takes too long to read. Split it, or save it again."
CRASH = "It crashed the reader. Save it again, or as another kind of file."


@dataclass(frozen=True)
class DetectedKind:
    """The kind that a file turned out to be."""

    kind: str


@dataclass(frozen=True)
class _Refused:
    code: str
    message: str


_said: TypeAdapter[DetectedKind | _Refused | Page | FileInfo | ReadingNote] = TypeAdapter(
    DetectedKind | _Refused | Page | FileInfo | ReadingNote
)


def read(file: BinaryIO, name: str) -> Iterator[FileKind | Piece]:
    """Read a file: first its kind, then what is in it, as it is found.

    `file` is an open file of the operating system. Raises CannotRead with the reason in plain
    words. A file that stops its reader half-way gives what was read, and a note.
    """
    pages = 0
    try:
        for line in lines(file, "documents.reading", Path(name).name[-200:], *_added()):
            said = _understood(line)
            if isinstance(said, DetectedKind):
                yield _kind(said.kind)
                continue
            pages = said.number if isinstance(said, Page) and said.blocks else pages
            yield said
    except CannotRead as refusal:
        if not pages:
            raise
        yield ReadingNote(f"What comes after page {pages} was not read. {refusal.message}")


def _kind(name: str) -> FileKind:
    kind = file_kinds.named(name)
    if kind is None:
        raise damaged()
    return kind


def _added() -> list[str]:
    """The modules by which other rooms added kinds of files: the reading process loads them too."""
    return [name for name in file_kinds.modules() if not name.startswith(file_kinds.__name__)]


def _understood(line: bytes) -> DetectedKind | Piece:
    try:
        said = _said.validate_json(line)
    except ValidationError:
        raise damaged() from None
    if isinstance(said, _Refused):
        raise CannotRead(said.code, said.message)
    return said


def lines(file: BinaryIO, module: str, *arguments: str) -> Iterator[bytes]:
    """What a reading process (a module that enters the limits) says of a file, line by line.

    Raises CannotRead when it dies.
    """
    file.seek(0)
    _say_what_is_missing()
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_HERE,
        # Nothing of ours: no key, no address of a database.
        env={"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        # In a group of its own, to be killed with all that it started, but in the worker's session:
        # where Linux shares out processors by session, all readers have one share with the worker.
        process_group=0,
    )
    try:
        with process.stdout or subprocess.DEVNULL as out:  # type: ignore[union-attr]
            yield from _said_until(out, time.monotonic() + SECONDS)
        status = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        raise CannotRead("time", TIME) from None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    _check(status)


@cache
def _say_what_is_missing() -> None:
    """Log once, in each process, what this machine cannot close to those who read files."""
    for guard in confine.missing():
        logger.warning("Files are read with less protection: this machine lacks %s.", guard)


def _said_until(out: IO[bytes], deadline: float) -> Iterator[bytes]:
    said, rest = 0, b""
    with selectors.DefaultSelector() as waiting:
        waiting.register(out, selectors.EVENT_READ)
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not waiting.select(left):
                raise CannotRead("time", TIME)
            part = os.read(out.fileno(), 1 << 20)
            if not part:
                return
            said += len(part)
            if said > MOST_BYTES:
                raise CannotRead("memory", MEMORY)
            *lines, rest = (rest + part).split(b"\n")
            yield from lines


def _check(status: int) -> None:
    if status in (OUT_OF_MEMORY, -signal.SIGKILL):
        raise CannotRead("memory", MEMORY)
    if status == -signal.SIGXCPU:
        raise CannotRead("time", TIME)
    if status:
        raise CannotRead("crash", CRASH)
