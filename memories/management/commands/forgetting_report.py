"""`forgetting_report EMAIL [WORDS]`: every store that was searched for what was forgotten."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from database.acting import acting_as
from memories.keeping import Refused
from memories.models import Forgotten, Memory
from memories.recall import Residue, residue, residue_of

NOT_SEARCHED = (
    "Not searched: backups, and what other programs have copied. Forgotten words stay sealed"
    " (encrypted) until they are erased."
)


class Command(BaseCommand):
    help = (
        "Search every store for what a person forgot, and say what was found. What is erased left"
        " no words to search for: give them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("words", nargs="*", help="the words to look for; else all forgotten")
        parser.add_argument("--all", action="store_true", help="name the empty stores, too")

    def handle(self, *_: Any, email: str, words: list[str], **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"{email} has no account here.")
        left = 0
        for number, report in enumerate(self._reports(user, " ".join(words)), start=1):
            left += report.found
            self._write(number, report, everything=options["all"])
        erased = self._erased(user)
        if erased and not words:
            self.stdout.write(
                f"{erased} erased: keyed hashes alone are left of them. Give words to search for."
            )
        self.stdout.write(NOT_SEARCHED)
        if left:
            raise CommandError(f"In {left} places it still stands.")

    def _reports(self, user: User, words: str) -> Iterator[Residue]:
        if words:
            try:
                with acting_as(user):
                    report = residue(user, [words])
            except Refused as refused:
                raise CommandError(refused.message) from None
            yield report
            return
        with acting_as(user):
            gone = list(
                Forgotten.objects.filter(
                    user=user, sealed__isnull=False, lifted__isnull=True, memory__isnull=False
                )
                .order_by("created")
                .values_list("memory", flat=True)
            )
        for pk in gone:
            with acting_as(user):
                memory = Memory.objects.filter(pk=pk, state=Memory.State.FORGOTTEN).first()
                report_of_it = residue_of(user, memory) if memory else None
            if report_of_it:
                yield report_of_it

    def _erased(self, user: User) -> int:
        with acting_as(user):
            return Forgotten.objects.filter(user=user, erased__isnull=False).count()

    def _write(self, number: int, report: Residue, *, everything: bool) -> None:
        """One fact's report. Its words are not written: whoever reads a log need not know them."""
        stores = len(report.stores)
        self.stdout.write(
            f"{number}. {report.searched:,} entries in {stores} stores searched, recall and every"
            f" passage that has the same words asked: {report.found or 'nothing'} found."
        )
        for looked in report.stores:
            if looked.found or everything:
                self.stdout.write(f"   {looked.store}: {looked.found} of {looked.searched:,}")
        for what, found in (("recall", report.recalled), ("in other words", report.restated)):
            if found:
                self.stdout.write(f"   {what}: {len(found)}")
        for name in report.files:
            self.stdout.write(f"   locked until it is erased: {name}")
