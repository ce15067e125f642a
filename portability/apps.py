from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from imports.formats import Format


class PortabilityConfig(AppConfig):
    name = "portability"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare Yarnnn's own exports among the files that can be imported."""
        from imports.formats import register

        register(own_export)


# The room is imported by the first call: every process would wait for it at its start.
def own_export() -> "Format":
    from portability.own_files import own_format

    return own_format()
