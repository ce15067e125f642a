from django.apps import AppConfig
from django.utils.translation import gettext_noop


class TodayConfig(AppConfig):
    name = "today"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare the page."""
        from web import navigation

        navigation.register(
            navigation.Tab(gettext_noop("Today"), "today", "today:today", "today:", 5, bar=True)
        )
