"""Tell the built-in answerer what changed over time, and ask what holds now and what did before.

`python -m bench.answerer.judge_changes FILE… [-v]`, each in the form of
bench/sets/*/contradictions.json: an account for each sequence tells its statements one after the
other, then asks. Prints a line of JSON for each file: what was given as current, for changes and
where both hold; what was superseded; and whether the history asked for was right.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.answerer.judge import Told, has_all, told
from bench.application import application


def of_change(case: dict[str, Any], answer: Told) -> str:
    """What was given as current: the last value alone, or first, or an earlier one."""
    said = {each["id"]: each["text"].lower() for each in case["statements"]}
    last = case["statements"][-1]["id"]
    cited = [
        name
        for quote in answer.quotes
        for name, text in said.items()
        if quote and (quote in text or text.rstrip(".") in quote)
    ]
    if has_all(case["current_keys"], answer.text):
        if last not in cited or set(cited) == {last}:
            return "current alone"
        return "current first" if cited[0] == last else "old first"
    if set(cited) - {last} or any(has_all([key], answer.text) for key in case["old_keys"]):
        return "old as current"
    return "nothing"


def of_both(case: dict[str, Any], answer: Told) -> str:
    """How many of two things that both hold were told."""
    if has_all(case["current_keys"], answer.text):
        return "both told"
    some = any(has_all([key], answer.text) for key in case["current_keys"])
    return "one told" if some else "nothing"


def judge(case: dict[str, Any], *, verbose: bool) -> Counter[str]:
    """One sequence told and asked about; it is gone afterwards."""
    from accounts.models import User
    from database.acting import acting_as
    from memories.keeping.vectors import embed_waiting
    from memories.models import Memory

    kind = case["type"]
    user = User.objects.create_user(f"bench-{uuid4()}@example.org")
    try:
        for statement in case["statements"]:
            told(user, statement["text"])
        while embed_waiting(user.pk):
            pass
        with acting_as(user):
            replaced = Memory.objects.filter(user=user, state=Memory.State.SUPERSEDED)
            superseded = [
                f"{old.content} => {', '.join(new.content for new in old.superseded_by.all())}"
                for old in replaced
            ]
        answer = told(user, case["question"])
        found = (of_change if kind == "change" else of_both)(case, answer)
        counts = Counter([kind, f"{kind}: {found}"])
        if superseded:
            counts[f"{kind}: superseded"] += 1
        if asked := case.get("history_question"):
            history = told(user, asked["question"])
            right = has_all(asked["keys"], history.text)
            counts.update(["history", f"history: {'right' if right else 'wrong'}"])
            if verbose and not right:
                _print(case, "history, wrong", asked["question"], history)
        if verbose and superseded and found not in ("current alone", "current first"):
            print("replaced:", *superseded, sep="\n    ")
        if verbose and found not in ("current alone", "current first", "both told"):
            _print(case, f"{kind}, {found}", case["question"], answer)
    finally:
        with acting_as(user):
            user.delete()
    return counts


def _print(case: dict[str, Any], what: str, question: str, answer: Told) -> None:
    texts = " / ".join(each["text"] for each in case["statements"])
    print(f"{what}: {texts}\n    {question} → {answer.text}")


def main() -> None:
    with application():
        for name in (argument for argument in sys.argv[1:] if argument != "-v"):
            total: Counter[str] = Counter()
            for case in json.loads(Path(name).read_text()):
                total += judge(case, verbose="-v" in sys.argv)
            print(json.dumps({"file": name, **dict(sorted(total.items()))}), flush=True)


if __name__ == "__main__":
    main()
