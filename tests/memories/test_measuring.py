"""`manage.py bench_recall FILE`: told, asked, measured, removed."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db.models.signals import post_save

from accounts.models import User
from database.acting import acting_as
from memories.models import Corpus, Posting, SearchItem, Segment, Source, Window, Work

CASE = {
    "items": [
        {"id": "a", "text": "I moved to Lisbon in 2019.", "author": "user", "thread": "1"},
        {"id": "b", "text": "Lisbon has steep hills.", "author": "assistant", "thread": "1"},
        {"id": "c", "text": "My bicycle is green.", "author": "Dana", "at": "2024-05-01T10:00:00"},
        {"id": "d", "text": "  ", "author": "Dana"},
    ],
    "queries": [
        {"q": "Where did I move in 2019?", "relevant": ["a"], "group": "place"},
        {"q": "What colour is Dana's bicycle?", "relevant": ["c", "gone"], "group": "thing"},
        {"q": "What is my blood type?", "relevant": [], "group": "none"},
    ],
}


def run(path: Path, *arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("bench_recall", str(path), *arguments, stdout=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report


def written(path: Path, *lines: object) -> Path:
    file = path / "cases.jsonl"
    file.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    )
    return file


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("arguments", [(), ("--no-embed-time",)])
def test_the_figures_are_those_of_what_was_found(tmp_path: Path, arguments: tuple[str]) -> None:
    report = run(written(tmp_path, CASE, "", CASE), *arguments)
    assert report["queries"] == 4
    assert report["items"] == 6
    assert report["items_skipped"] == 2
    assert report["queries_without_relevant"] == 2
    assert report["recall@5"] == 0.75
    assert set(report["groups"]) == {"place", "thing"}
    place, thing = report["groups"]["place"], report["groups"]["thing"]
    assert (place["recall@10"], place["ndcg@10"]) == (1.0, 1.0)
    assert (thing["recall@20"], thing["ndcg@10"]) == (0.5, 0.6131)
    assert 0 < place["ms_p50"] <= place["ms_p95"]
    assert report["s_per_1000_items"] > report["s_per_1000_items_saving"] > 0


@pytest.mark.django_db(transaction=True)
def test_nothing_stays_and_nobody_else_is_touched(tmp_path: Path, alice: User) -> None:
    made: list[UUID] = []

    def note(instance: User, **_: object) -> None:
        made.append(instance.pk)

    post_save.connect(note, sender=User)
    try:
        run(written(tmp_path, CASE))
    finally:
        post_save.disconnect(note, sender=User)
    assert len(made) == 1
    assert list(User.objects.all()) == [alice]
    assert not Work.objects.exists()
    with acting_as(made[0]):
        for table in (Source, SearchItem, Corpus, Segment, Posting, Window):
            assert not table.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "line",
    ["{", "[]", {"items": []}, {"items": [{"id": 1, "text": 5}], "queries": []},
     {"items": [{"id": 1, "text": "x", "at": "soon"}], "queries": []}],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: object) -> None:
    with pytest.raises(CommandError, match="Line 2 is not as it should be"):
        run(written(tmp_path, CASE, line))
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_file_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "missing.jsonl")
