"""Whether the newest of two values told comes first: LongMemEval's knowledge updates.

    python -m bench.knowledge_updates longmemeval_s.jsonl.gz

Each history is told to a person made for it, through the same path as everything that is said; the
question is recalled, and the places of the last turn and of the one before it that LongMemEval
marks as answers are printed. Where a question asks for what was before, the older one answers it.
`--kept FILE` keeps what recall gave, as JSON lines, to look into.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.application import application
from bench.longmemeval_to_recall import case, load

UPDATES = "knowledge-update"
NEVER = datetime.min.replace(tzinfo=UTC)
# Number of passages asked for; anything ranked lower counts as not found.
DEPTH = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    kept: list[Mapping[str, Any]] = []
    with application():
        for history in load(options.file):
            if history["question_type"] == UPDATES:
                kept.append(asked(case(history)))
                print(told(kept[-1]), flush=True)
    newest = sum(newest_first(one) for one in kept)
    both = sum(one["newest"] is not None and one["older"] is not None for one in kept)
    print(f"newest first {newest} of {len(kept)}, both found {both}")
    if options.kept:
        options.kept.write_text("".join(json.dumps(one) + "\n" for one in kept))


def asked(told_: Mapping[str, Any]) -> dict[str, Any]:
    """Tell one history, ask its question, and say where the newest value stands and the older."""
    from memories.recall import Query, recall
    from memories.recall_benchmark import Measurements, read, settle, somebody, sources_of, tell

    (one,) = read([json.dumps(told_)])
    (question,) = one.questions
    moments = {item.id: item.at for item in one.items}
    answers = sorted(question.relevant, key=lambda each: moments[each] or NEVER)
    measured = Measurements()
    with somebody() as user:
        ids = tell(user, one.items, measured)
        settle(user, measured)
        recalled = recall(user, Query(question.text, limit=DEPTH, now=question.at))
        found = sources_of(recalled.items, ids)
        items = [
            {
                "id": ids.get(item.source_id, ""),
                "at": item.happened_at.isoformat(),
                "author": item.author,
                "text": item.text,
                "score": round(item.score, 3),
                "similarity": round(item.similarity, 3),
                "covers": round(item.covers, 3),
            }
            for item in recalled.items
        ]
    return {
        "question": question.text,
        "answers": answers,
        "newest": place(found, answers[-1]),
        "older": place(found, answers[-2]),
        "items": items,
    }


def place(found: Sequence[str], item: str) -> int | None:
    """Where an item stands among those found, from 1 on; None where it is not among them."""
    return found.index(item) + 1 if item in found else None


def newest_first(one: Mapping[str, Any]) -> bool:
    """Whether the newest value was found, and before the older one."""
    newest, older = one["newest"], one["older"]
    return newest is not None and (older is None or newest < older)


def told(one: Mapping[str, Any]) -> str:
    """One question in a line."""
    places = " ".join(f"{name} {one[name] or '-':>2}" for name in ("newest", "older"))
    return f"{places}  {one['question']}"


if __name__ == "__main__":
    main()
