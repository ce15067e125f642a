"""Where the embedded servers of a data folder keep things, and the locks between processes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# A unix socket's path may be 107 bytes long on Linux and 103 on macOS.
_LONGEST_SOCKET = 103
_POSTGRES_SOCKET = ".s.PGSQL.5432"


class CannotStart(Exception):
    """A server cannot be started; the message is one line that says why and what to do."""


@dataclass(frozen=True)
class DataPaths:
    """The paths of one data folder; sockets may lie elsewhere when the folder's path is long."""

    home: Path
    run: Path
    postgres_data: Path
    postgres_sockets: Path
    broker_data: Path
    broker_sockets: Path

    @property
    def broker_socket(self) -> Path:
        return self.broker_sockets / "broker"


def places(home: Path) -> DataPaths:
    """Name the places of a data folder without touching the disk: every process finds the same."""
    home = home.resolve()
    run = home / "run"
    sockets = run
    longest = run / "postgres" / _POSTGRES_SOCKET
    # Those who connect by it take a comma for the end of an address, and other signs for more.
    is_plain = re.fullmatch(r"[\w./+-]+", str(longest), re.ASCII) is not None
    # As root Postgres runs as another user, who may not be able to enter the folder's parents.
    if os.geteuid() == 0 or not is_plain or len(str(longest)) > _LONGEST_SOCKET:
        # Not TMPDIR: two processes may disagree about it.
        name = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
        sockets = Path(f"/tmp/yarnnn-{os.geteuid()}-{name}")  # noqa: S108
    return DataPaths(
        home=home,
        run=run,
        postgres_data=home / "postgres",
        postgres_sockets=sockets / "postgres",
        broker_data=home / "broker",
        broker_sockets=sockets / "broker",
    )


def private_folder(path: Path, owner: int | None = None, mode: int = 0o700) -> None:
    """Make a folder that only its owner can use; raises CannotStart when it is someone else's."""
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
        status = path.lstat()
        if path.is_symlink() or status.st_uid not in {os.geteuid(), owner}:
            raise CannotStart(
                f"The folder {path} belongs to another user. Run Yarnnn as that user, or set "
                "YARNNN_HOME to a folder of your own."
            )
        path.chmod(mode)
        if owner is not None and status.st_uid != owner:
            os.chown(path, owner, -1)
    except OSError as error:
        raise CannotStart(f"Cannot use the folder {path}: {error.strerror}.") from error


def prepare_folders(here: DataPaths, postgres_owner: int | None) -> None:
    """Make the data folder and the folders of the sockets, closed to everybody else."""
    private_folder(here.home)
    private_folder(here.run)
    if here.postgres_sockets.parent != here.run:
        # Postgres's own user must get through to its folder inside.
        private_folder(here.postgres_sockets.parent, mode=0o711)
    private_folder(here.postgres_sockets, postgres_owner)
    private_folder(here.broker_sockets)


def remove_socket_folders(here: DataPaths) -> None:
    """Leave nothing in /tmp once the servers have stopped."""
    if here.postgres_sockets.parent != here.run:
        for folder in (here.postgres_sockets, here.broker_sockets, here.postgres_sockets.parent):
            with suppress(OSError):
                folder.rmdir()


@contextmanager
def open_lock(path: Path) -> Iterator[IO[bytes]]:
    """Open a lock file, made when missing; the lock itself is taken by the caller."""
    private_folder(path.parent.parent)
    private_folder(path.parent)
    with path.open("ab") as lock:
        yield lock


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let one process at a time into the block; the others wait."""
    with open_lock(path) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_held(path: Path) -> bool:
    """Tell whether any living process holds this lock."""
    try:
        with path.open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def wait_until_free(path: Path, seconds: float) -> bool:
    """Wait until no living process holds this lock; False when time ran out."""
    deadline = time.monotonic() + seconds
    while is_held(path):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def last_line(log: Path) -> str:
    """The last line that says what went wrong in a server's log, for an error message."""
    try:
        lines = log.read_text(errors="replace").splitlines()[-30:]
    except OSError:
        return "it left no log"
    telling = [line for line in lines if "FATAL" in line or "PANIC" in line or " # " in line]
    return (telling or lines or ["its log is empty"])[-1].strip()


def trim_log(log: Path, at_most: int = 5_000_000) -> None:
    """Empty a server's log once it is larger than `at_most` bytes."""
    if log.exists() and log.stat().st_size > at_most:
        os.truncate(log, 0)
