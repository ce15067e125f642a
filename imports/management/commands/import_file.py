"""`import_file EMAIL FILE`: bring another program's file, or an export, into a memory."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from database.acting import acting_as
from documents.upload_handler import received_from
from imports import starting
from imports.models import Import
from imports.work import import_waiting
from memories.keeping import Refused


class Command(BaseCommand):
    help = "Import chats of ChatGPT or Claude, mail (mbox), or an export of Yarnnn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("file")
        parser.add_argument("--code", default="", help="of an export: opens what was forgotten")
        parser.add_argument("--look", action="store_true", help="only say what is in it")

    def handle(self, *_: Any, email: str, file: str, code: str, look: bool, **__: Any) -> None:
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"{email} has no account here.")
        try:
            with Path(file).open("rb") as opened:
                it = starting.begin(user, received_from(opened, Path(file).name))
        except OSError as problem:
            raise CommandError(f"{file} could not be read: {problem.strerror}.") from None
        except Refused as refused:
            raise CommandError(refused.message) from None
        if not look:
            with acting_as(user):
                starting.confirm(user, it, code=code)
        # Workers may be at it too: whoever has claimed a step does it.
        while import_waiting(user.pk):
            pass
        with acting_as(user):
            it.refresh_from_db()
        self._tell(it)

    def _tell(self, it: Import) -> None:
        if it.state == Import.State.FAILED:
            raise CommandError(it.reason)
        held = it.added if it.state == Import.State.DONE else it.counts
        self.stdout.write(f"{it.get_state_display()}: {_in_words(held)}")
        for row in it.skipped:
            self.stdout.write(f"Left out {row['count']:,}: {row['why']}")


def _in_words(counts: dict[str, int]) -> str:
    return ", ".join(f"{many:,} {name}" for name, many in counts.items()) or "nothing new"
