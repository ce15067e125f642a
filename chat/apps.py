from typing import Any

from django.apps import AppConfig
from django.db.models import Q
from django.utils.translation import gettext_noop


class ChatConfig(AppConfig):
    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the kind of source and its page; follow what memories forgets."""
        from chat.source_kind import KIND, SUMMARISE, TITLE
        from memories import work
        from memories.hooks import NameField, forgotten, register_names
        from memories.source_kinds import register
        from web import navigation, periodic

        register(KIND)
        navigation.register(
            navigation.Tab(gettext_noop("Chat"), "chat", "chat:home", "chat:", 10, bar=True)
        )
        # A chat's own title follows its first message; one that it was given does not.
        register_names(NameField("chat.Conversation", "title", Q(renamed=True)))
        periodic.register("sweep-chats", "chat.tasks.sweep", 60.0)
        work.register(work.WorkKind(SUMMARISE, "chat.tasks.summarise"))
        work.register(work.WorkKind(TITLE, "chat.tasks.name"))
        forgotten.connect(redact_answers, weak=False)


# The room is imported by the first call: every process would wait for it at its start.
def redact_answers(**arguments: Any) -> None:
    from chat.redact import on_forgotten

    on_forgotten(**arguments)
