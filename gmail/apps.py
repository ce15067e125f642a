from typing import Any

from django.apps import AppConfig


class GmailConfig(AppConfig):
    name = "gmail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories forgets."""
        from memories.keeping import forgotten

        forgotten.connect(update_snippets, weak=False)


# The room is imported by the first call: every process would wait for it at its start.
def update_snippets(**arguments: Any) -> None:
    from gmail.snippets import on_forgotten

    on_forgotten(**arguments)
