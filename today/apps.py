from django.apps import AppConfig


class TodayConfig(AppConfig):
    name = "today"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the page."""
        from web import navigation

        navigation.register(navigation.Tab("Today", "today", "today:today", "today:", 5, bar=True))
