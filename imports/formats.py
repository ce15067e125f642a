"""The kinds of files that can be imported. Each is declared once; rooms above declare theirs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext_noop

from accounts.models import User
from imports.import_file import CannotImport, ImportFile
from imports.models import Import
from imports.spool import OnProgress


@dataclass(frozen=True)
class Format:
    """How one kind of file is read, kept, and taken back.

    `prepare` looks the whole file through and notes on the import what is in it; nothing is kept
    yet. It calls `tick` every now and then. `go_on` keeps a little more, in short blocks of its
    own, and tells whether there is more to do. `undo` takes a little more back, likewise; without
    it an import cannot be taken back.
    """

    name: str
    label: str
    recognises: Callable[[Sequence[ImportFile]], bool]
    prepare: Callable[[User, Import, Sequence[ImportFile], OnProgress], None]
    go_on: Callable[[User, Import, OnProgress], bool]
    undo: Callable[[User, Import], bool] | None = None


_makers: list[Callable[[], Format]] = []


def register(*makers: Callable[[], Format]) -> None:
    """Declare kinds of files, when the application starts; each is made once it is asked for."""
    _makers.extend(maker for maker in makers if maker not in _makers)
    _known.cache_clear()


@cache
def _known() -> dict[str, Format]:
    return {format_.name: format_ for format_ in (make() for make in _makers)}


def named(name: str) -> Format:
    """The format of this name. Raises CannotImport where it is gone."""
    try:
        return _known()[name]
    except KeyError:
        raise CannotImport(gettext_noop("This kind of file is not known here.")) from None


def can_undo(name: str) -> bool:
    return name in _known() and _known()[name].undo is not None


def label_of(name: str) -> str:
    return _known()[name].label if name in _known() else gettext_noop("A file")


def recognised(members: Sequence[ImportFile]) -> Format:
    """What kind of file this is. Raises CannotImport for one that nobody knows."""
    for format_ in _known().values():
        if format_.recognises(members):
            return format_
    raise CannotImport(
        gettext_noop(
            "I don't know this kind of file. I can import an export of ChatGPT, Claude or Yarnnn "
            "(the "
            "zip as you got it, or the conversations.json in it), and mail as an mbox."
        )
    )
