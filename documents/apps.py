from typing import Any

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow what memories erases."""
        from memories.keeping import asked_what_holds, erasing

        erasing.connect(erase_files, weak=False)
        asked_what_holds.connect(name_files, weak=False)


# The room is imported by the first call: every process would wait for it at its start.
def erase_files(**arguments: Any) -> None:
    from documents.erasing import on_erasing

    on_erasing(**arguments)


def name_files(**arguments: Any) -> Any:
    from documents.erasing import files_holding

    return files_holding(**arguments)
