"""`prepare`: what comes before the web server and the workers are started one by one."""

from typing import Any

from django.core.management.base import BaseCommand

from yarnnn.static_files import collect_if_changed


class Command(BaseCommand):
    help = "Migrates and checks the database and collects the static files. `up` does it itself."

    def handle(self, *_: Any, **__: Any) -> None:
        # The database is up to date before any command runs: see yarnnn.command_line.
        collect_if_changed()
        self.stdout.write("Yarnnn is ready to start.")
