"""Do the night's work now, for one person or for everybody."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from memories.learning.night import NightUnderWay, run_night


class Command(BaseCommand):
    help = "Do the night's work now: fade what is not used, merge duplicates, learn what was missed"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", metavar="EMAIL", help="only for this person")

    def handle(self, *args: Any, **options: Any) -> None:
        people = User.objects.filter(is_active=True)
        if options["user"]:
            people = people.filter(email__iexact=options["user"])
            if not people:
                raise CommandError(f"Nobody here has the address {options['user']}.")
        for user in people:
            try:
                done = run_night(user)
            except NightUnderWay:
                self.stdout.write(f"{user.email}: is being done already")
                continue
            self.stdout.write(
                f"{user.email}: {done.faded} faded, {done.back} back, {done.merged} merged,"
                f" {done.asked} asked, {done.reflections} concluded,"
                f" {done.retried} to be learned from again"
                + (", and more to do: a worker goes on" if done.more else "")
            )
