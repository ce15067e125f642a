"""The kinds of files that can be read: a module each, with its declaration `KIND`.

Another room may add one of its own: it calls `register` with the name of its module when the
application starts.
"""

from importlib import import_module

from documents.file_kinds.kinds import (
    FileKind,
    Fit,
    TextHead,
    ZipArchive,
    add,
    modules,
    named,
    registered,
    surest,
    what_can_be_read,
)

__all__ = [
    "FileKind",
    "Fit",
    "TextHead",
    "ZipArchive",
    "modules",
    "named",
    "register",
    "registered",
    "surest",
    "what_can_be_read",
]


def register(*names: str) -> None:
    """Add the kinds that these modules declare."""
    for name in names:
        add(name, import_module(name).KIND)


# In this order they are told, and looked for.
register(
    "documents.file_kinds.pdf",
    "documents.file_kinds.word",
    "documents.file_kinds.slides",
    "documents.file_kinds.html",
    "documents.file_kinds.markdown",
    "documents.file_kinds.plain",
    "documents.file_kinds.table",
    "documents.file_kinds.rtf",
    "documents.file_kinds.mail",
)
