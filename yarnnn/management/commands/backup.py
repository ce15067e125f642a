"""`backup FOLDER`: the whole installation, into a folder of backups."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from yarnnn.backup import CannotBackUp, back_up


class Command(BaseCommand):
    help = "Back up everybody's memories: the database, the files, and the keys in a place apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder")
        parser.add_argument("--keep", type=int, default=0, help="how many of the latest stay")
        parser.add_argument(
            "--without-keys", action="store_true", help="you keep a copy of the keys yourself"
        )

    def handle(self, *_: Any, folder: str, keep: int, without_keys: bool, **__: Any) -> None:
        try:
            made = back_up(Path(folder).expanduser(), keep=keep, with_keys=not without_keys)
        except CannotBackUp as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"The backup is in {made.folder}.")
        if not without_keys:
            keys = made.folder.parent / "keys"
            self.stdout.write(f"The keys are in {keys}. Whoever has both can read everything.")
