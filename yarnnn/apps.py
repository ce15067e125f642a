import os

from celery.schedules import crontab
from django.apps import AppConfig
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils.translation import gettext_noop


class YarnnnConfig(AppConfig):
    name = "yarnnn"

    def ready(self) -> None:
        """Declare pages of rooms that are no apps of their own, and what runs by itself."""
        from web import periodic
        from web.navigation import Tab, register

        register(
            Tab(gettext_noop("Projects"), "projects", "accounts:projects", "accounts:project", 80),
            Tab(
                gettext_noop("Settings"),
                "settings",
                "accounts:settings",
                "accounts:",
                90,
            ),
            Tab(
                gettext_noop("Connect a program"),
                "key",
                "accounts:connect",
                "accounts:connect",
                91,
                rail=False,
            ),
        )
        periodic.register("tidy", "yarnnn.tasks.tidy", 24 * 3600.0)
        # While few are there; where nothing ran at that hour, as soon as something does.
        periodic.register("backup", "yarnnn.tasks.back_up", crontab(hour="2", minute="0"))
        os.register_at_fork(after_in_child=forget_connections)


def forget_connections() -> None:
    """Let a forked child open connections of its own: two processes must not talk on one socket.

    Forgotten, not closed: closing would end the parent's session.
    """
    DatabaseWrapper._connection_pools.clear()  # type: ignore[attr-defined]
    for connection in connections.all(initialized_only=True):
        connection.connection = None
