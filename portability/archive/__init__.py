"""The archive: everything of a person's in one zip, to be put back into an empty account."""

from portability.archive.ids import PortableIds
from portability.archive.restoring import (
    CheckedArchive,
    Damaged,
    code_for,
    is_empty,
    make_findable,
    opened,
    restore,
)
from portability.archive.sealed import code_of
from portability.archive.writing import filename_for, written

__all__ = [
    "CheckedArchive",
    "Damaged",
    "PortableIds",
    "code_for",
    "code_of",
    "filename_for",
    "is_empty",
    "make_findable",
    "opened",
    "restore",
    "written",
]
