"""What a process that reads files may do: little memory, little time, no network, no writing.

Nor does it read any other file (documents.reading.confine).
"""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from documents.reading import confine

MEMORY = 768 * 1024 * 1024  # bytes of address space
SECONDS = 100  # of processor time
_AGAIN = 0.5  # seconds
_NEW_USER, _NEW_NET = 0x10000000, 0x40000000


class TooSlow(BaseException):
    """One part of a file took more time than it was given.

    Not an Exception, so that no library takes it for one of its own.
    """


def enter() -> None:
    """Give up, for good, what reading a file does not need."""
    bound()
    confine.shut_in()
    sys.addaudithook(_refuse)


def bound() -> None:
    """Take little memory, little time and no network, as does every program started from here."""
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    for limit, value in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        # Where the system allows less already, or does not know the limit, there is no more to do.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, value))
    # A network without any device, where the system lets us have one.
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).unshare(_NEW_USER | _NEW_NET)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooSlow inside the block after `seconds`.

    It is raised again and again until it gets out: one that comes while something is being
    cleaned up is swallowed by Python itself.
    """
    before = signal.signal(signal.SIGALRM, _too_slow)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TooSlow:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise
        finally:
            signal.signal(signal.SIGALRM, before)


def _too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow


_REFUSED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "shutil.", "pty.", "urllib.", "ftplib.", "smtplib.",
)  # fmt: skip


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(_REFUSED) or (event == "open" and _writes(*arguments)):
        raise PermissionError(f"{event} is not for those who read files")


def _writes(_path: object, mode: object, flags: object) -> bool:
    named = isinstance(mode, str) and any(sign in mode for sign in "wax+")
    asked = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    return named or bool(asked)
