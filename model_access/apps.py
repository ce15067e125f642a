from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from llm.endpoints import Endpoint


class ModelAccessConfig(AppConfig):
    name = "model_access"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Give the model that was connected by form to whoever asks for one."""
        from llm import endpoints

        endpoints.register_chat(connected)


# The room is imported by the first call: every process would wait for it at its start.
def connected() -> "Endpoint | None":
    from model_access.connections import default_endpoint

    return default_endpoint()
