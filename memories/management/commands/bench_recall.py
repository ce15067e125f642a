"""Measure recall on a file of items and questions."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from llm.errors import ModelError
from memories.recall_benchmark import BadFileError, measure, read


class Command(BaseCommand):
    help = (
        "Measure recall. FILE has one JSON object a line, each one person's memory: items"
        " (id, text, author, at, thread) and queries (q, relevant, group, at)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--no-embed-time",
            action="store_true",
            help="leave the embedding of the question out of the times",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open(encoding="utf-8") as lines:
                measured = measure(read(lines), embedding_counts=not options["no_embed_time"])
        except (OSError, UnicodeDecodeError) as problem:
            raise CommandError(f"{path} cannot be read: {problem}") from problem
        except (BadFileError, ModelError) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(json.dumps(measured.report(), ensure_ascii=False, indent=2))
