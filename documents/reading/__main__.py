"""Read the file on standard input, whatever it is: python -m documents.reading NAME [MODULE …].

MODULE is one that declares a kind of file of another room (documents.file_kinds.register).
Writes one JSON object a line: what kind it is, each piece as it is read, and why it cannot be read
where it cannot. Runs under the limits of documents.reading.limits.
"""

import dataclasses
import json
import logging
import os
import sys
from typing import Any, BinaryIO

from documents import file_kinds
from documents.file_types import kind_of
from documents.reading import limits
from documents.reading.pieces import CannotRead, damaged

# How a process ends that had no memory left, even to say so.
OUT_OF_MEMORY = 70


def main() -> None:
    file, out = sys.stdin.buffer, os.fdopen(os.dup(1), "w", encoding="utf-8")
    file_kinds.register(*sys.argv[2:])
    limits.enter()
    # Whatever a library prints is no part of what we say.
    sys.stdout = sys.stderr
    logging.disable(logging.CRITICAL)
    try:
        _read(file, sys.argv[1] if len(sys.argv) > 1 else "", out)
    except CannotRead as refusal:
        _say(out, {"code": refusal.code, "message": refusal.message})
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception:  # noqa: BLE001 — a reader that fails has met a file that is not as it should be
        broken = damaged()
        _say(out, {"code": broken.code, "message": broken.message})


def _read(file: BinaryIO, name: str, out: Any) -> None:
    kind = kind_of(file, name)
    _say(out, {"kind": kind.name})
    for piece in kind.read(file, name):
        _say(out, dataclasses.asdict(piece))


def _say(out: Any, what: dict[str, Any]) -> None:
    out.write(json.dumps(what, ensure_ascii=False, default=str) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
