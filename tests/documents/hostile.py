"""What a file might make its reader do, by the system's own calls: python -m … JSON.

Tells what each of the attempts came to: "done", or the name of the error.
"""

import ctypes
import errno
import json
import os
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

from documents.reading import limits

_LIBC = ctypes.CDLL(None, use_errno=True)


def connects_to(path: str) -> int:
    opened = int(_LIBC.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0))
    if opened < 0:
        return opened
    address = struct.pack("=H108s", socket.AF_UNIX, path.encode())
    return int(_LIBC.connect(opened, address, len(address)))


def opens(path: str) -> int:
    return int(_LIBC.open(path.encode(), os.O_RDONLY))


def calls_out(_: str) -> int:
    return int(_LIBC.socket(socket.AF_INET, socket.SOCK_STREAM, 0))


def starts(program: str) -> int:
    child = os.fork()
    if child == 0:
        arguments = (ctypes.c_char_p * 2)(program.encode(), None)
        _LIBC.execv(program.encode(), arguments)
        os._exit(ctypes.get_errno())
    return -(ctypes.set_errno(code) or 1) if (code := os.waitpid(child, 0)[1] >> 8) else 0


def ends(process: str) -> int:
    return int(_LIBC.kill(int(process), 0))


_ATTEMPTS: dict[str, Callable[[str], int]] = {
    "connect": connects_to,
    "open": opens,
    "internet": calls_out,
    "start": starts,
    "kill": ends,
}


def main() -> None:
    asked: dict[str, Any] = json.loads(sys.argv[1])
    limits.bound() if asked.pop("unguarded", None) else limits.enter()
    for name, about in asked.items():
        ctypes.set_errno(0)
        try:
            failed = _ATTEMPTS[name](str(about)) < 0
        except OSError as problem:
            ctypes.set_errno(problem.errno or errno.EPERM)
            failed = True
        told = errno.errorcode.get(ctypes.get_errno(), "?") if failed else "done"
        sys.stdout.write(json.dumps([name, told]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
