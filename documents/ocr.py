"""OCR: letters in the pictures of scanned pages, by the tesseract program where it is switched on.

The pictures are taken out of the file by a reading process; tesseract gets one at a time, in a
process with the same limits. Both die alone.
"""

import base64
import binascii
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from documents import sandbox
from documents.reading.cleaning import clean, lines
from documents.reading.page_numbers import named_pages
from documents.reading.pieces import Block, CannotRead, Page, Piece, ReadingNote
from documents.reading.reflow import paragraphs

# For one picture, and for all of a file: scans of whole books are left where it ends.
SECONDS = 60.0
ALL_SECONDS = 900.0
_LONGEST = 200_000
_HERE = Path(__file__).resolve().parent.parent


def recognised(
    file: BinaryIO, pieces: Iterable[Piece], alive: Callable[[int], None]
) -> Iterator[Piece]:
    """The pieces of a PDF, its scanned pages with their words. Those read so are told in a note.

    `alive` is called with the number of each page before it: together they take their time.
    Nothing else of the file may be being read meanwhile.
    """
    until = time.monotonic() + ALL_SECONDS
    read: list[int] = []
    left: list[int] = []
    closed: list[int] = []
    for piece in pieces:
        if not isinstance(piece, Page) or not piece.pictured or piece.blocks:
            yield piece
            continue
        blocks: tuple[Block, ...] = ()
        if time.monotonic() > until:
            left.append(piece.number)
        else:
            alive(piece.number)
            blocks = _blocks(file, piece.number, closed)
        if blocks:
            read.append(piece.number)
        yield replace(piece, blocks=blocks)
    if read:
        told = "was" if len(read) == 1 else "were"
        text = f"{named_pages(read)} {told} read by OCR: letters may be wrong."
        yield ReadingNote(text, missing=False)
    if left:
        yield ReadingNote(f"{named_pages(left)}: OCR took too long for them.")
    if closed:
        where = named_pages(sorted(set(closed)))
        yield ReadingNote(f"{where}: OCR cannot open pictures coded as JBIG2. Save the scan again.")


def _blocks(file: BinaryIO, number: int, closed: list[int]) -> tuple[Block, ...]:
    """What the pictures of a page say. Its number goes to `closed` for one that nothing opens."""
    found = []
    for dots, data in _pictures(file, number):
        if data:
            found.append(_text(dots, data))
        else:
            closed.append(number)
    texts = [paragraph for text in found for paragraph in paragraphs(clean(text))]
    return tuple(Block(text) for text in map(lines, texts) if text)


def _pictures(file: BinaryIO, number: int) -> Iterator[tuple[int, bytes]]:
    with suppress(CannotRead, ValueError, KeyError, binascii.Error):
        for line in sandbox.lines(file, "documents.reading.pictures", str(number)):
            said = json.loads(line)
            yield int(said["dots"]), base64.b64decode(said["data"])


def _text(dots: int, picture: bytes) -> str:
    """What tesseract reads in a picture; nothing where it dies of it or takes too long."""
    command = ["tesseract", "stdin", "stdout", "-l", settings.YARNNN_OCR]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "documents.reading.limited", *command,
             "--dpi", str(dots), "--psm", "1"],
            input=picture,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_HERE,
            env={
                "PATH": os.environ.get("PATH", os.defpath),
                "LANG": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
                # One file takes one processor.
                "OMP_THREAD_LIMIT": "1",
            },
            timeout=SECONDS,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout[:_LONGEST].decode("utf-8", "replace") if done.returncode == 0 else ""
