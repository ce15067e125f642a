from typing import Any

from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories forgets."""
        from memories.keeping import forgotten

        forgotten.connect(redact_answers, weak=False)


# The room is imported by the first call: every process would wait for it at its start.
def redact_answers(**arguments: Any) -> None:
    from chat.redact import on_forgotten

    on_forgotten(**arguments)
