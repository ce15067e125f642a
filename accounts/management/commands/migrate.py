"""`migrate`, always as the owner: the application's role may not change tables."""

from typing import Any

from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **{**options, "database": "owner"})
