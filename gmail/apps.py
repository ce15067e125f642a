from django.apps import AppConfig


class GmailConfig(AppConfig):
    name = "gmail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what is forgotten."""
        from gmail import shown_words  # noqa: F401 - it listens by being imported
