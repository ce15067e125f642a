"""`export EMAIL FILE`: everything of one person's in a zip."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from portability.archive import code_of, written


class Command(BaseCommand):
    help = "Write everything of a person's into a zip: to read, to keep, or to import elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("file", help="the zip to write; it must not be there yet")

    def handle(self, *_: Any, email: str, file: str, **__: Any) -> None:
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"{email} has no account here.")
        try:
            with Path(file).open("xb") as out:
                Path(file).chmod(0o600)
                for piece in written(user):
                    out.write(piece)
        except FileExistsError:
            raise CommandError(f"{file} is there already. Name another file.") from None
        except OSError as problem:
            raise CommandError(f"{file} could not be written: {problem.strerror}.") from None
        self.stdout.write(f"Everything is in {file}.")
        self.stdout.write(f"The code for what was forgotten: {code_of(user)}")
