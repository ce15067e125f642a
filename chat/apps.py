from django.apps import AppConfig

from memories.signals import follow


class ChatConfig(AppConfig):
    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories forgets."""
        follow("chat.redact.on_forgotten")
