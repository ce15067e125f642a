"""Turn LoCoMo conversations (JSON, also .gz) into the lines that `manage.py bench_recall` reads.

    python bench/locomo_to_recall.py locomo10.json > locomo.jsonl

Each turn is an item, each session a thread. The group of a question is its category: multi-hop,
temporal, open-domain, single-hop, adversarial. `--without adversarial` leaves a group out.
"""

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

GROUPS = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}


def load(path: Path) -> Any:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def moment(text: str) -> datetime:
    return datetime.strptime(text.strip(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def turns(conversation: dict[str, Any]) -> Iterator[dict[str, str]]:
    numbers = sorted(
        int(match[1]) for key in conversation if (match := re.fullmatch(r"session_(\d+)", key))
    )
    for number in numbers:
        at = moment(conversation[f"session_{number}_date_time"])
        for turn in conversation[f"session_{number}"]:
            yield {
                "id": turn["dia_id"],
                "text": turn["text"],
                "author": turn["speaker"],
                "at": at.isoformat(),
                "thread": f"session {number}",
            }


def case(sample: dict[str, Any], without: set[str]) -> dict[str, Any]:
    items = list(turns(sample["conversation"]))
    known = {item["id"] for item in items}
    last = max(item["at"] for item in items)
    queries = []
    for question in sample["qa"]:
        group = GROUPS[question["category"]]
        # Some evidence is written as "D8:6; D9:17" or "D:11:26": what names no turn is left out.
        named = re.findall(r"D(\d+):(\d+)", " ".join(question["evidence"]))
        relevant = sorted({f"D{int(a)}:{int(b)}" for a, b in named} & known)
        if relevant and group not in without:
            queries.append(
                {"q": question["question"], "relevant": relevant, "group": group, "at": last}
            )
    return {"items": items, "queries": queries}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--without", action="append", default=[], choices=GROUPS.values())
    options = parser.parse_args()
    for sample in load(options.file):
        sys.stdout.write(json.dumps(case(sample, set(options.without))) + "\n")


if __name__ == "__main__":
    main()
