"""The converters turn others' files into what `bench_recall` reads."""

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import locomo_to_recall, longmemeval_to_recall
from memories.recall_benchmark import BenchCase, read

LOCOMO = [
    {
        "conversation": {
            "speaker_a": "Ada",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I keep bees."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "How many hives?"},
            ],
            "session_10_date_time": "9:00 am on 1 June, 2023",
            "session_10": [{"speaker": "Ada", "dia_id": "D10:1", "text": "Four hives now."}],
        },
        "qa": [
            {"question": "What does Ada keep?", "evidence": ["D1:1; D10:01"], "category": 1},
            {"question": "What does Bo keep?", "evidence": ["D1:1"], "category": 5},
            {"question": "Why?", "evidence": ["D:11:26", "D"], "category": 3},
        ],
    }
]
LONGMEMEVAL = {
    "question": "How many hives do I have?",
    "question_type": "knowledge-update",
    "question_date": "2023/06/09 (Fri) 01:44",
    "haystack_session_ids": ["later", "earlier"],
    "haystack_dates": ["2023/05/02 (Tue) 10:00", "2023/04/01 (Sat) 09:30"],
    "haystack_sessions": [
        [{"role": "user", "content": "Four hives now.", "has_answer": True}],
        [
            {"role": "user", "content": "I keep bees."},
            {"role": "assistant", "content": "How nice."},
        ],
    ],
}


def converted(
    main: Callable[[], None],
    arguments: list[str],
    patch: pytest.MonkeyPatch,
    out: pytest.CaptureFixture[str],
) -> list[BenchCase]:
    patch.setattr(sys, "argv", ["convert", *arguments])
    main()
    return list(read(out.readouterr().out.splitlines()))


def test_locomo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "locomo.json.gz"
    with gzip.open(file, "wt") as out:
        json.dump(LOCOMO, out)
    arguments = [str(file), "--without", "adversarial"]
    (case,) = converted(locomo_to_recall.main, arguments, monkeypatch, capsys)
    assert [item.id for item in case.items] == ["D1:1", "D1:2", "D10:1"]
    assert {item.thread for item in case.items} == {"session 1", "session 10"}
    assert case.items[0].author == "Ada"
    (question,) = case.questions
    assert question.relevant == {"D1:1", "D10:1"}
    assert question.group == "multi-hop"
    assert question.at == case.items[-1].at


def test_longmemeval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "histories.jsonl"
    file.write_text(f"{json.dumps(LONGMEMEVAL)}\n" * 3)
    arguments = [str(file), "--every", "2"]
    cases = converted(longmemeval_to_recall.main, arguments, monkeypatch, capsys)
    assert len(cases) == 2
    case = cases[0]
    assert [item.text for item in case.items] == ["I keep bees.", "How nice.", "Four hives now."]
    assert [item.author for item in case.items] == ["user", "assistant", "user"]
    (question,) = case.questions
    assert question.relevant == {case.items[2].id}
    assert question.at
    assert question.at.isoformat() == "2023-06-09T01:44:00+00:00"
