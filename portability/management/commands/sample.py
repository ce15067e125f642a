"""`sample EMAIL`: put sample data into somebody's memory, or take it out again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from database.acting import acting_as
from portability.sample import add_sample, remove_sample


class Command(BaseCommand):
    help = "Add a made-up life to this person's memory, to look around in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--remove", action="store_true", help="take all of it out again")

    def handle(self, *_: Any, email: str, remove: bool, **__: Any) -> None:
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"{email} has no account here.")
        if remove:
            with acting_as(user):
                done = remove_sample(user)
            self.stdout.write("The sample data is gone." if done else "There is no sample data.")
        else:
            done = add_sample(user)
            self.stdout.write("The sample data is there." if done else "It is there already.")
