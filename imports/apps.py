from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import AppConfig
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from imports.formats import Format


# A large file is read for minutes before anything is kept, each time from its beginning.
MOST_DEATHS = 20


class ImportsConfig(AppConfig):
    name = "imports"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the kind of source, the work on files, and which files there are."""
        from django.db.models import Q

        from imports.formats import register
        from imports.source_kind import GO_ON, KIND
        from memories import source_kinds, work
        from memories.hooks import NameField, register_names
        from web import navigation, periodic

        source_kinds.register(KIND)
        work.register(work.WorkKind(GO_ON, "imports.tasks.go_on", deaths=MOST_DEATHS))
        work.follow(GO_ON, by=follow)
        periodic.register("sweep-imports", "imports.tasks.sweep", 24 * 3600.0)
        navigation.register(
            navigation.Tab(
                gettext_noop("Import"),
                "archive",
                "imports:imports",
                "imports:",
                91,
                rail=False,
            )
        )
        navigation.register_settings(
            navigation.SettingsLink(
                "data",
                gettext_noop("Import"),
                "imports:imports",
                20,
                gettext_noop("From ChatGPT, Claude, a mailbox file, or another Yarnnn"),
            )
        )
        register(chatgpt, claude, mbox)
        register_names(NameField("imports.Import", "filename", Q()))


# The room is imported by the first call: every process would wait for it at its start.
def follow(user_id: UUID, kind: str, subjects: Iterable[UUID]) -> None:
    from imports import work

    work.follow(user_id, kind, subjects)


def chatgpt() -> "Format":
    from imports.chat_files import chatgpt_format

    return chatgpt_format()


def claude() -> "Format":
    from imports.chat_files import claude_format

    return claude_format()


def mbox() -> "Format":
    from imports.mail_files import mbox_format

    return mbox_format()
