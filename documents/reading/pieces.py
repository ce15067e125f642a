"""What reading a file gives, piece by piece: what it is, its pages, and what could not be read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO


@dataclass(frozen=True)
class Block:
    """A paragraph, a list item, a table row, or a heading (`level` 1 is the highest, 0 is none).

    A `tight` block follows the one before without an empty line, as rows and list items do.
    Of a mail, `quoted` is what another wrote, and `attribution` a line that only says who it was:
    that is shown, and found by no question.
    """

    text: str
    level: int = 0
    tight: bool = False
    quoted: bool = False
    attribution: bool = False


@dataclass(frozen=True)
class Page:
    """One page, in reading order. `pictured` is whether it shows pictures where text is missing."""

    number: int
    blocks: tuple[Block, ...]
    pictured: bool = False


@dataclass(frozen=True)
class FileInfo:
    """What a file says of itself. `pages` is None for kinds without pages."""

    title: str = ""
    pages: int | None = None
    written: datetime | None = None


@dataclass(frozen=True)
class ReadingNote:
    """What a person should know about the reading, in plain words.

    `missing` is whether words of the file were left out.
    """

    text: str
    missing: bool = True


Piece = FileInfo | Page | ReadingNote


class CannotRead(Exception):
    """The file cannot be read. `message` says why and what to do, in plain words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


# A reader gets the open file and its name, and gives what it finds as it finds it.
Reader = Callable[[BinaryIO, str], Iterator[Piece]]

DAMAGED = "The file is damaged or was cut off. Try to open it yourself, and save it again."


def damaged() -> CannotRead:
    return CannotRead("damaged", DAMAGED)
