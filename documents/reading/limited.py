"""Runs a program with little memory, little time and no network: python -m … PROGRAM …"""

import os
import shutil
import sys

from documents.reading import confine, limits

if __name__ == "__main__":
    limits.bound()
    confine.shut_in(shutil.which(sys.argv[1]) or sys.argv[1])
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 — no shell
