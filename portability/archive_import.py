"""Importing an export of Yarnnn itself: a whole memory, into an account that has none yet."""

from collections.abc import Sequence

from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from database.sealing import unseal
from imports.chat_files import advance
from imports.formats import Format
from imports.import_file import CannotImport, ImportFile
from imports.models import Import
from imports.spool import OnProgress
from memories.source_kinds import registered
from portability import archive
from portability.archive import CheckedArchive

NAME = "yarnnn"
# What a preview counts, by the tables of the archive.
_COUNTED = {
    "memories.memory": "memories",
    "chat.conversation": "conversations",
    "memories.forgotten": "forgotten",
}


def own_format() -> Format:
    return Format(NAME, "Yarnnn", _is_own, prepare, go_on)


def _counted() -> dict[str, str]:
    return _COUNTED | {kind.table: kind.noun.many for kind in registered() if kind.table}


def _is_own(members: Sequence[ImportFile]) -> bool:
    names = {member.name for member in members}
    return {"manifest.json", "data/memories.source.jsonl"} <= names


def prepare(user: User, it: Import, _members: Sequence[ImportFile], _tick: OnProgress) -> None:
    """Look an export through, and note what is in it."""
    with acting_as(user):
        if not archive.is_empty(user):
            raise CannotImport(
                gettext("This account is not empty. Import this into a new account.")
            )
    with it.file.open("rb") as file:
        looked = archive.opened(file)
        it.counts = {
            name: looked.counts[table]
            for table, name in _counted().items()
            if table in looked.counts
        }
        if archive.code_for(looked, "") is None:
            it.counts["sealed"] = 1
    it.until = looked.made


def go_on(user: User, it: Import, tick: OnProgress) -> bool:
    """Put all of it in at once, then make it findable, some at a time."""
    with it.file.open("rb") as file:
        looked = archive.opened(file)
        if it.position == 0:
            _restore(user, it, looked)
        for _ in archive.make_findable(user, looked):
            tick(kept=True)
    return False


def _restore(user: User, it: Import, looked: CheckedArchive) -> None:
    code = unseal(it.sealed_code)["code"] if it.sealed_code else ""

    def note() -> None:
        """In the same transaction: whoever goes on after a worker that died knows."""
        if advance(it, 1):
            it.added = {name: many for name, many in it.counts.items() if name != "sealed"}
            it.save(update_fields=["added"])

    archive.restore(user, looked, code, then=note)
