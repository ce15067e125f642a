from django.apps import AppConfig

from memories.signals import asked_what_holds, erasing, follow


class DocumentsConfig(AppConfig):
    name = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories erases."""
        follow("documents.erasing.on_erasing", erasing)
        follow("documents.erasing.files_holding", asked_what_holds)
