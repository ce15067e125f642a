from django.apps import AppConfig


class DiaryConfig(AppConfig):
    name = "tests.diary"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the kind of source and its page."""
        from memories.source_kinds import register
        from tests.diary.source_kind import KIND
        from web import navigation

        register(KIND)
        navigation.register(navigation.Tab("Diary", "note", "diary:list", "diary:", 50))
