"""Turn LongMemEval histories (JSON lines or JSON, also .gz) into what `bench_recall` reads.

    python bench/longmemeval_to_recall.py longmemeval_s.jsonl.gz > longmemeval.jsonl

Each turn is an item, each session a thread; relevant are the turns marked `has_answer`. The group
of a question is its type. Questions without an answer in their history have no relevant items.
`--every N` takes only each Nth history: one is some 500 turns and half a megabyte.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def load(path: Path) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        if "jsonl" in path.name:
            yield from map(json.loads, file)
        else:
            yield from json.load(file)


def moment(text: str) -> datetime:
    """Read "2023/05/30 (Tue) 23:40"."""
    return datetime.strptime(f"{text[:10]} {text[-5:]}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


def case(history: dict[str, Any]) -> dict[str, Any]:
    items, relevant = [], []
    sessions = zip(
        history["haystack_session_ids"],
        history["haystack_dates"],
        history["haystack_sessions"],
        strict=True,
    )
    in_order = sorted(sessions, key=lambda session: moment(session[1]))
    for place, (session_id, date, turns) in enumerate(in_order):
        for number, turn in enumerate(turns):
            item = f"{place}:{session_id}:{number}"
            if turn.get("has_answer"):
                relevant.append(item)
            items.append(
                {
                    "id": item,
                    "text": turn["content"],
                    "author": turn["role"],
                    "at": moment(date).isoformat(),
                    "thread": f"{place}:{session_id}",
                }
            )
    query = {
        "q": history["question"],
        "relevant": relevant,
        "group": history["question_type"],
        "at": moment(history["question_date"]).isoformat(),
    }
    return {"items": items, "queries": [query]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    for number, history in enumerate(load(options.file)):
        if number % options.every == 0:
            sys.stdout.write(json.dumps(case(history)) + "\n")


if __name__ == "__main__":
    main()
