"""What `recall` ranks for each question of a file, kept for those that fit something to it."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memories.recall.ranking import Candidate
    from memories.recall_benchmark import BenchCase
    from memories.text.question_parser import ParsedQuestion


@dataclass(frozen=True)
class Listed:
    """One question with its candidates, the ids they belong to, and the ids that answer it."""

    file: str
    line: int
    group: str
    asked: "ParsedQuestion"
    candidates: "list[Candidate]"
    ids: list[str]
    relevant: frozenset[str]


def lists(file: Path, cache: Path | None) -> Iterator[Listed]:
    """Tell each line of a file to a person of its own, and look its questions up.

    What a line gave is kept in the folder `cache`, and read from there the next time.
    """
    from memories.recall_benchmark import read

    with file.open(encoding="utf-8") as lines:
        for number, case in enumerate(read(lines)):
            kept = cache / f"{file.stem}.{number}" if cache else None
            if kept and kept.exists():
                yield from pickle.loads(kept.read_bytes())  # noqa: S301 - our own file
                continue
            lists = list(_looked_up(file.stem, number, case))
            if kept:
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(pickle.dumps(lists))
            yield from lists


def _looked_up(file: str, line: int, case: "BenchCase") -> Iterator[Listed]:
    from memories.recall.pipeline import look
    from memories.recall.query import Query
    from memories.recall_benchmark import Measurements, settle, somebody, tell

    with somebody() as user:
        told = tell(user, case.items, Measurements())
        ids = {str(source): item for source, item in told.items()}
        settle(user, Measurements())
        for question in case.questions:
            if not question.relevant:
                continue
            asked, details = look(user, Query(question.text, now=question.at))
            # Memories are left out: they stand for the passages they rest on.
            found = [detail for detail in details if detail.row.source in ids]
            yield Listed(
                file,
                line,
                question.group,
                asked,
                [detail.candidate for detail in found],
                [ids[detail.row.source] for detail in found if detail.row.source],
                question.relevant,
            )
