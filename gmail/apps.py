from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from accounts.models import User
    from web.troubles import Trouble


class GmailConfig(AppConfig):
    name = "gmail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the kind of source, its pages and its work; follow what memories forgets."""
        from database.row_security import read_before_login
        from gmail.source_kind import KIND, SYNC
        from memories import source_kinds, work
        from memories.hooks import forgotten
        from web import navigation, periodic, troubles

        source_kinds.register(KIND)
        navigation.register(
            navigation.Tab(gettext_noop("Gmail"), "gmail", "gmail:home", "gmail:", 40, bar=True),
            navigation.Tab(
                gettext_noop("Mail"), "gmail", "gmail:threads", "gmail:", 41, rail=False
            ),
        )
        work.register(work.WorkKind(SYNC, "gmail.tasks.sync"))
        periodic.register("revive-mail", "gmail.tasks.revive", 3600.0)

        read_before_login("gmail_attempt")
        forgotten.connect(update_snippets, weak=False)
        troubles.register(lost_mailboxes)


# The room is imported by the first call: every process would wait for it at its start.
def update_snippets(**arguments: Any) -> None:
    from gmail.snippets import on_forgotten

    on_forgotten(**arguments)


def lost_mailboxes(user: "User") -> "Iterable[Trouble]":
    from gmail.needs import troubles

    return troubles(user)
