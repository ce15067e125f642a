"""`restore FOLDER`: an installation from a backup, without what was erased since."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from yarnnn.backup import CannotBackUp, bring_back


class Command(BaseCommand):
    help = "Restore the latest backup of a folder, or the one named, into an empty installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder")

    def handle(self, *_: Any, folder: str, **__: Any) -> None:
        try:
            backup = bring_back(Path(folder).expanduser())
        except CannotBackUp as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"Restored {backup.folder}. What was erased since is erased here too.")
