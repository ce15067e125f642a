"""Temporary failures: the machine has run out of something, or the database is away."""

import errno
import shutil
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext_noop


@dataclass(frozen=True)
class Unavailable:
    """Why a request is answered 503; `message` says what to do, `wait` how many seconds to."""

    code: str
    message: str
    wait: int


DISK_FULL = Unavailable(
    "disk_full",
    gettext_noop(
        "The disk of this installation is full, so nothing can be saved. Whoever runs it has to "
        "free "
        "some space. Then send this again."
    ),
    60,
)
BUSY = Unavailable(
    "busy",
    gettext_noop("Too much is going on at once. Wait a few seconds, then send this again."),
    5,
)
UNREACHABLE = Unavailable(
    "unreachable",
    gettext_noop(
        "The database does not answer just now. Wait a few seconds, then send this again."
    ),
    5,
)

_FULL = {errno.ENOSPC, errno.EDQUOT}
# Of Postgres: disk_full, and io_error, which is what a quota looks like.
_NO_SPACE = {"53100", "58030"}
# What Postgres needs to go on writing: one segment of its write-ahead log, in bytes.
_LEAST_FREE = 16 * 1024 * 1024
# Insufficient resources, and what was rolled back for the sake of others.
_TOO_MUCH = ("53", "40", "55")


def unavailable(error: BaseException | None) -> Unavailable | None:
    """Tell whether an error, or what led to it, is about the machine and will pass."""
    seen: Unavailable | None = None
    while error is not None:
        seen = _of(error) or seen
        error = error.__cause__ or error.__context__
    return seen


def _of(error: BaseException) -> Unavailable | None:
    if isinstance(error, OSError) and error.errno in _FULL:
        return DISK_FULL
    if isinstance(error, psycopg.OperationalError):
        state = error.sqlstate or ""
        if state in _NO_SPACE:
            return DISK_FULL
        # Without a state it was the pool that waited in vain, or there is no server.
        return BUSY if state.startswith(_TOO_MUCH) else unreachable()
    if isinstance(error, OperationalError | InterfaceError):
        return unreachable()
    return None


def unreachable() -> Unavailable:
    """Why the database does not answer: it stops where the disk has no room for its log."""
    free = shutil.disk_usage(settings.YARNNN_HOME).free
    return DISK_FULL if free < _LEAST_FREE else UNREACHABLE
