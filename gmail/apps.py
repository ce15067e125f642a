from django.apps import AppConfig

from memories.signals import follow


class GmailConfig(AppConfig):
    name = "gmail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories forgets."""
        follow("gmail.shown_words.on_forgotten")
