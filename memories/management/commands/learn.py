"""`learn [--user EMAIL] [--all]`: learn from what there is already, and say how far it is."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from database.acting import acting_as
from memories.learning import learn_waiting, learn_what_is_left, progress
from memories.learning.backfill import LearningProgress

# Seconds between two progress lines.
_EVERY = 2.0


class Command(BaseCommand):
    help = "Learn from what was not learned from yet. Stopped, it goes on when it is run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", help="the email address of one person; else everybody")
        parser.add_argument(
            "--all", action="store_true", help="once more from everything, also what was learned"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        people = User.objects.filter(is_active=True).order_by("date_joined")
        if options["user"]:
            people = people.filter(email=options["user"].strip().lower())
            if not people:
                raise CommandError(f"{options['user']} has no account here.")
        for user in people:
            self._learn(user, again=options["all"])

    def _learn(self, user: User, *, again: bool) -> None:
        with acting_as(user):
            count = learn_what_is_left(user, again=again)
        self.stdout.write(f"{user.email}: {count:,} to learn from")
        told = time.monotonic()
        # Workers that are up do the same: a unit is done once.
        while learn_waiting(user.pk):
            if time.monotonic() - told > _EVERY:
                told = time.monotonic()
                self._tell(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        with acting_as(user):
            now = progress(user)
        self.stdout.write(f"{user.email}: {_line(now)}")


def _line(now: LearningProgress) -> str:
    told = f"{now.learned:,} learned, {now.waiting:,} waiting, {now.failed:,} failed"
    return f"{told} ({' '.join(now.reasons)})" if now.reasons else told
