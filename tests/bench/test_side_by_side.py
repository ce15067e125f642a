"""A comparison goes on where it was stopped."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench import side_by_side
from memories.recall_benchmark import BenchCase, BenchItem, BenchQuestion

pytestmark = pytest.mark.django_db(transaction=True)


AT = datetime(2024, 5, 1, tzinfo=UTC)


def case(answer: str) -> BenchCase:
    items = ("I had soup for lunch.", answer, "We plan a trip.")
    told = tuple(BenchItem(str(n), text, "user", AT, "t") for n, text in enumerate(items))
    return BenchCase(
        told, (BenchQuestion("Where does my brother live?", frozenset({"1"}), "one", None),)
    )


def test_what_a_line_gave_is_kept_and_not_measured_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    cases = [case("My brother lives in Trondheim."), BenchCase((), ())]
    rows = side_by_side._compared(cases, ["yarnnn"], kept)
    assert [(row.group, row.found["10"]) for row in rows] == [("one", 1.0)]
    assert side_by_side._compared(cases, ["yarnnn"], kept) == rows
    assert len(kept.read_text().splitlines()) == 1

    further = side_by_side._compared([*cases, case("He moved to Bergen.")], ["yarnnn"], kept)
    assert further[:1] == rows
    assert len(further) == len(kept.read_text().splitlines()) == 2
