"""Give everything vectors of the embedding model that the settings name."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from llm.errors import ModelError
from memories.search import reembed


class Command(BaseCommand):
    help = "Give everything vectors of the embedding model that the settings name."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            reembed(self.stdout.write)
        except ModelError as problem:
            raise CommandError(
                f"{problem} What was embedded so far is kept: run reembed again."
            ) from problem
