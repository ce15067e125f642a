from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.apps import AppConfig
from django.db.models import Q
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from accounts.models import User
    from web.navigation import PaletteEntry
    from web.troubles import Trouble


class DocumentsConfig(AppConfig):
    name = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the kind of source, its page and its work; follow what memories erases."""
        from documents.source_kind import KIND, READ, REWRITE
        from memories import source_kinds, work
        from memories.hooks import NameField, asked_what_holds, erasing, register_names
        from web import navigation, periodic, troubles

        source_kinds.register(KIND)
        navigation.register(
            navigation.Tab(
                gettext_noop("Documents"), "documents", "documents:list", "documents:", 30, bar=True
            )
        )
        navigation.register_finder(
            navigation.PaletteSearch(gettext_noop("Documents"), find_documents)
        )
        register_names(
            NameField("documents.Document", "title", ~Q(title="")),
            NameField("documents.Document", "filename", Q()),
        )
        work.register(work.WorkKind(READ, "documents.tasks.read"))
        work.register(work.WorkKind(REWRITE, "documents.tasks.rewrite"))
        work.follow(READ, work.EMBED, by=follow_work)
        periodic.register("sweep-files", "documents.tasks.sweep_files", 24 * 3600.0)

        erasing.connect(erase_files, weak=False)
        asked_what_holds.connect(name_files, weak=False)
        troubles.register(unread_files)


# The room is imported by the first call: every process would wait for it at its start.
def erase_files(**arguments: Any) -> None:
    from documents.erasing import on_erasing

    on_erasing(**arguments)


def follow_work(user_id: UUID, kind: str, subjects: Iterable[UUID]) -> None:
    from documents.progress import follow

    follow(user_id, kind, subjects)


def find_documents(user: "User", q: str, most: int) -> Iterable["PaletteEntry"]:
    from documents.listing import found

    return found(user, q, most)


def name_files(**arguments: Any) -> Any:
    from documents.erasing import files_holding

    return files_holding(**arguments)


def unread_files(user: "User") -> "Iterable[Trouble]":
    from documents.needs import troubles

    return troubles(user)
