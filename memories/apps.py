from django.apps import AppConfig
from django.utils.translation import gettext_noop


class MemoriesConfig(AppConfig):
    name = "memories"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the heart's own kinds of sources, its pages, and what runs by itself."""
        from database.row_security import read_before_login
        from memories.own_kinds import register_own_kinds
        from web import navigation, periodic

        register_own_kinds()
        navigation.register(
            navigation.Tab(
                gettext_noop("Memory"), "memory", "memories:list", "memories:", 20, bar=True
            ),
            navigation.Tab(
                gettext_noop("People"), "person", "memories:people", "memories:people", 25
            ),
        )
        navigation.register_settings(
            navigation.SettingsLink("model", gettext_noop("Model"), "accounts:model", 10)
        )
        read_before_login("memories_turn", "memories_work")
        periodic.register("sweep", "memories.tasks.sweep", 10.0)
        periodic.register("nights", "memories.tasks.nights", 900.0)
        periodic.register("erase-forgotten", "memories.tasks.erase_due", 24 * 3600.0)
