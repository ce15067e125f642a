"""What the answerer reaches on questions others wrote: `python -m bench.answerer.blind`.

The six people of blind.json and their questions were written by others who had not seen the
answerer; its threshold was chosen on them since. Each has thirty questions with an answer, almost
none sharing a content word with it, and ten without. Printed for several thresholds: how many of
thirty are answered with the right fact, and of how many of ten it is said that they are not known.
"""

import json
import os
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

import django

django.setup()

from chat.builtin import evidence  # noqa: E402 - Django first
from chat.builtin.asked import take_apart  # noqa: E402

PEOPLE = Path(__file__).with_name("blind.json")
THRESHOLDS = (0.03, evidence.ENOUGH, 0.1, 0.15, 0.2, 0.3, 0.5)


def main() -> None:
    for number, person in enumerate(json.loads(PEOPLE.read_text())):
        facts = {fact["id"]: fact["text"] for fact in person["facts"]}
        texts = list(facts.values())
        right: list[float] = []
        unknown: list[float] = []
        for asked in person["questions"]:
            judged = evidence.judge(take_apart(asked["q"]), asked["q"], texts)
            best = max(range(len(texts)), key=judged.__getitem__)
            if asked["fact"] is None:
                unknown.append(judged[best])
            elif texts[best] == facts[asked["fact"]]:
                right.append(judged[best])
        reached = [
            f"{least}: {sum(p >= least for p in right)}/{sum(p < least for p in unknown)}"
            for least in THRESHOLDS
        ]
        print(number, "  ".join(reached))


if __name__ == "__main__":
    main()
