from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from imports.formats import Format


class PortabilityConfig(AppConfig):
    name = "portability"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare Yarnnn's own exports among the files that can be imported, and its settings."""
        from imports.formats import register
        from web import navigation

        register(own_export)
        navigation.register_settings(
            navigation.SettingsLink(
                "data",
                gettext_noop("Export"),
                "accounts:export",
                30,
                gettext_noop("Everything in one file, to read or to take elsewhere"),
            ),
            navigation.SettingsLink(
                "leaving", gettext_noop("Delete your account…"), "accounts:delete_account", 90
            ),
        )


# The room is imported by the first call: every process would wait for it at its start.
def own_export() -> "Format":
    from portability.archive_import import own_format

    return own_format()
