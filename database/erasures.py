"""What was erased, noted outside the database: a backup from before must not bring it back.

Each line of the log is one act, without any words: ids, spans, keyed hashes. It lies in the data
folder, and once more in every folder that backups were written to; `restore` carries it out.
"""

import json
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

logger = logging.getLogger(__name__)

LOG = "erasures.log"
# In the data folder: the folders that backups were written to, one a line.
FOLDERS = "backups"


@dataclass(frozen=True)
class Erasure:
    """One act: whose, and what went. `prints` are the hashes by which it is known again.

    `passages` are [source id, start, stop]; with `account` the whole person went.
    """

    user: str
    at: str = ""
    memories: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    passages: list[list[Any]] = field(default_factory=list)
    prints: list[dict[str, Any]] = field(default_factory=list)
    account: bool = False


def note(
    user_id: UUID,
    *,
    memories: Iterable[UUID] = (),
    sources: Iterable[UUID] = (),
    passages: Iterable[list[Any]] = (),
    prints: Iterable[dict[str, Any]] = (),
    account: bool = False,
) -> None:
    """Note an erasure once the transaction has committed."""
    act = Erasure(
        str(user_id),
        timezone.now().isoformat(),
        [str(pk) for pk in memories],
        [str(pk) for pk in sources],
        [list(each) for each in passages],
        [each for each in prints if each],
        account,
    )
    if account or act.memories or act.sources or act.passages:
        transaction.on_commit(partial(_write, act))


def logged(*folders: Path) -> Iterator[Erasure]:
    """The acts in the logs of these folders, each once, in their order."""
    lines = {line for folder in folders for line in _lines(folder / LOG)}
    found = [Erasure(**json.loads(line)) for line in lines]
    yield from sorted(found, key=lambda act: act.at)


def keep_with(folder: Path) -> None:
    """Let a folder with backups have the log, now and with all that follows."""
    home = Path(settings.YARNNN_HOME)
    known = _lines(home / FOLDERS)
    place = str(folder.resolve())
    if place not in known:
        _append(home / FOLDERS, [place])
    have = set(_lines(folder / LOG))
    _append(folder / LOG, [line for line in _lines(home / LOG) if line not in have])
    mine = set(_lines(home / LOG))
    _append(home / LOG, [line for line in _lines(folder / LOG) if line not in mine])


def _write(act: Erasure) -> None:
    home = Path(settings.YARNNN_HOME)
    line = json.dumps(asdict(act), separators=(",", ":"))
    _append(home / LOG, [line])
    for folder in _lines(home / FOLDERS):
        try:
            if Path(folder).is_dir():
                _append(Path(folder) / LOG, [line])
        except OSError as problem:
            # It is brought up to date with the next backup.
            logger.warning("The log of a backup folder cannot be written: %s", problem.strerror)


def _append(file: Path, lines: list[str]) -> None:
    if not lines:
        return
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "ab") as log:
        # One write: those of several processes do not mix.
        log.write(("\n".join(lines) + "\n").encode())
        log.flush()
        os.fsync(log.fileno())


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in file.read_text().splitlines() if line.strip()]
    except FileNotFoundError:
        return []
