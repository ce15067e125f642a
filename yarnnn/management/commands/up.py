"""`up`: the whole of Yarnnn on one machine, until Ctrl-C."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from yarnnn.embedded import CannotStart
from yarnnn.running import Running


class Command(BaseCommand):
    help = "Starts Yarnnn: its database and broker, the web server and the workers."
    requires_system_checks: list[str] = []

    def handle(self, *_: Any, **__: Any) -> None:
        try:
            Running(self._say).run()
        except CannotStart as error:
            raise CommandError(str(error)) from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
