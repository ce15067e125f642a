"""Postgres and the message broker that Yarnnn brings along, one pair for each data folder.

Both are real servers from wheels. They listen on unix sockets only, keep their data in the data
folder, outlive the process that started them and are shared by every process that uses the folder.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yarnnn.embedded import broker, postgres
from yarnnn.embedded.files import CannotStart, open_lock, places, remove_socket_folders

__all__ = ["CannotStart", "broker", "postgres", "servers"]


@contextmanager
def servers(home: Path, *, with_broker: bool = False) -> Iterator[None]:
    """Keep the folder's servers up for the block; whoever leaves last stops them.

    Every user of the folder holds a shared lock, which the system takes back however that process
    ends: who can get the lock alone at the end is the last. Raises CannotStart.
    """
    here = places(home)
    with open_lock(here.run / "users.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        try:
            postgres.start(home)
            if with_broker:
                broker.start(home)
            yield
        finally:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass
            else:
                broker.stop(home)
                postgres.stop(home)
                remove_socket_folders(here)
