"""`upgrade`: the data of an older embedded Postgres, brought to this one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from yarnnn.embedded import CannotStart
from yarnnn.upgrade import upgrade


class Command(BaseCommand):
    help = "Bring the data of an older embedded Postgres to the one that Yarnnn brings now."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--programs", help="the old Postgres's `bin` folder")

    def handle(self, *_: Any, programs: str | None, **__: Any) -> None:
        if not settings.EMBEDDED_POSTGRES:
            raise CommandError("This installation's database server is its own: upgrade it there.")
        folder = Path(programs).expanduser().resolve() if programs else None
        try:
            kept = upgrade(Path(settings.YARNNN_HOME), folder)
        except CannotStart as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"Upgraded. The old data are in {kept}: remove them once all is well.")
