"""Shuts a process in, for good: it reads its input and Python's own libraries, and no more.

Landlock (Linux 5.13 and later) closes the files, a seccomp filter the sockets and other processes.
What the kernel lacks is left out; `missing` says what that is.
"""

import ctypes
import mimetypes
import os
import platform
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_DOCUMENTS = Path(__file__).resolve().parent.parent

_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_WHICH_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
# By the kernel's version of Landlock: how many rights of files it knows.
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_TCP, _ABSTRACT_SOCKETS_AND_SIGNALS = 0b11, 0b11
_NET_SINCE, _SCOPES_SINCE = 4, 6

_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050001, 0x80000000  # _REFUSE: with EPERM
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_X32 = 0x40000000
# For each architecture: its name for seccomp, and the numbers of what is refused. First what is
# refused to everybody: socket, connect, bind, listen, sendto, sendmsg, sendmmsg, ptrace,
# process_vm_readv, process_vm_writev, kill, tkill, pidfd_send_signal, io_uring_setup,
# pidfd_getfd, bpf; then what starts a program: execve, execveat.
_REFUSED = {
    "x86_64": (
        0xC000003E,
        (41, 42, 49, 50, 44, 46, 307, 101, 310, 311, 62, 200, 424, 425, 438, 321),
        (59, 322),
    ),
    "aarch64": (
        0xC00000B7,
        (198, 203, 200, 201, 206, 211, 269, 117, 270, 271, 129, 130, 424, 425, 438, 280),
        (221, 281),
    ),
}


def shut_in(program: str | None = None) -> None:
    """Give up all files but Python's own libraries, all sockets, and all other processes.

    With a `program` to be started next: all but what programs of the system need.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return
    _close_files(libc, _libraries() if program is None else _system(program), bool(program))
    _close_sockets(libc, keep_starting=program is not None)


@cache
def missing() -> tuple[str, ...]:
    """What this machine lacks to shut a reader in, in plain words."""
    lacks = []
    if sys.platform != "linux" or _landlock_version(ctypes.CDLL(None, use_errno=True)) < 1:
        lacks.append("Landlock, which keeps readers from other files")
    if sys.platform != "linux" or platform.machine() not in _REFUSED:
        lacks.append("a seccomp filter, which keeps readers from sockets")
    return tuple(lacks)


def _libraries() -> Iterator[Path]:
    """Where Python and what it loads lie. The project's own folder may hold secrets."""
    yield _DOCUMENTS
    paths = sysconfig.get_paths()
    yield from (Path(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    yield from (Path(sys.prefix) / "lib", Path(sys.base_prefix) / "lib")
    yield from (Path(sys.base_exec_prefix) / "lib", Path(sys.prefix) / "lib64")
    yield from map(Path, ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"))
    yield from map(Path, ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"))
    yield from map(Path, ("/dev/null", "/dev/urandom", *mimetypes.knownfiles))


def _system(program: str) -> Iterator[Path]:
    yield from map(Path, ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime"))
    yield from map(Path, ("/dev/null", "/dev/urandom"))
    yield Path(program).resolve().parent.parent


def _landlock_version(libc: ctypes.CDLL) -> int:
    return int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _WHICH_VERSION))


def _close_files(libc: ctypes.CDLL, readable: Iterable[Path], programs: bool) -> None:
    version = _landlock_version(libc)
    if version < 1:
        return
    rights = (1 << _RIGHTS.get(version, _RIGHTS[5])) - 1
    attributes = struct.pack("=Q", rights)
    if version >= _NET_SINCE:
        attributes += struct.pack("=Q", _TCP)
    if version >= _SCOPES_SINCE:
        attributes += struct.pack("=Q", _ABSTRACT_SOCKETS_AND_SIGNALS)
    ruleset = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return
    for path in set(readable):
        _let_read(libc, ruleset, path, _EXECUTE if programs else 0)
    libc.syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _let_read(libc: ctypes.CDLL, ruleset: int, path: Path, more: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # it is not there, so nobody reads it
    rights = _READ_FILE | more | (_READ_DIR if path.is_dir() else 0)
    # A system's own folders are nobody's secret; all there is would be.
    if path.resolve() != Path("/"):
        rule = struct.pack("=Qi", rights, opened)
        libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    os.close(opened)


def _close_sockets(libc: ctypes.CDLL, *, keep_starting: bool) -> None:
    known = _REFUSED.get(platform.machine())
    if known is None:
        return
    architecture, refused, starting = known
    calls = refused if keep_starting else refused + starting
    # Offsets in what the kernel shows of a call: its number, its architecture.
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _KILL)]
    lines += [(_LOAD, 0, 0, 0), (_AT_LEAST, len(calls) + 1, 0, _X32)]
    lines += [(_EQUAL, len(calls) - place, 0, call) for place, call in enumerate(calls)]
    lines += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in lines))
    program = struct.pack("@HP", len(lines), ctypes.addressof(code))
    libc.prctl(_SECCOMP, _FILTER, program, 0, 0)
