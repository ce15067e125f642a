"""Grow the trees that weigh what a request to forget means.

`python -m bench.forgetting.tune_meant [-v] [-w]`.

From data/requests*.txt (but those kept apart) and bench/sets/dev/forgetting_in_lives*.json: each
world of facts is told once, every request looked up by the rules, and the features of all sentences
kept; and as if less were known: nothing of what is meant, or of all but a few things. Prints what
becomes of the requests of worlds left out, eight parts in turn, in the words of
bench.forgetting.meant; with -v those that are not right, with -w the trees grown on all are written
to where they are read. Takes 15 minutes; needs scikit-learn.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import django
import numpy as np
from numpy.typing import NDArray

from bench.application import application
from bench.forgetting.requests import read

if TYPE_CHECKING:
    from memories.forgetting.requests.candidates import ForgetMatches, Unit
    from memories.forgetting.requests.weighing import Topic

HERE = Path(__file__).parent
LIVES = HERE.parent / "sets" / "dev"
PARTS, PROCESSES = 8, os.cpu_count() or 1
# Lives are few, and worded as people word it: each counts so much more. What is asked where less is
# known counts less.
LIFE, LESS = 3.0, 0.5
# With so few other things at the most.
FEW = 5
TREES = {
    "max_iter": 200,
    "learning_rate": 0.06,
    "max_leaf_nodes": 10,
    "min_samples_leaf": 10,
    "l2_regularization": 5.0,
}
Floats = NDArray[np.float32]


class Known(StrEnum):
    """How much of what somebody told is there to be forgotten."""

    ALL = "all known"
    NOTHING_MEANT = "nothing of it known"
    FEW = "few things known"
    FEW_BUT_MEANT = "few things known and nothing of it"


@dataclass(frozen=True)
class Asked:
    """A request, its sentences with their features, and which facts stand in each."""

    world: int
    case: dict[str, Any]
    known: Known
    texts: Sequence[str]
    rows: Floats

    @property
    def group(self) -> str:
        kind = "lives" if "partial" in self.case else "worlds"
        return f"{kind}, {self.known}"

    @property
    def wanted(self) -> set[int]:
        """The facts that are meant, as far as they are known."""
        return {n for n in self.case["gone"] if any(n in self.facts(at) for at in self._places)}

    @property
    def _places(self) -> range:
        return range(len(self.texts))

    def facts(self, n: int) -> set[int]:
        return {at for at, fact in enumerate(self.case["facts"]) if self.texts[n] in fact}

    def label(self, n: int) -> float:
        """1 where it is meant, 0 where it should stay, NaN where both will do."""
        facts = self.facts(n)
        if facts & set(self.case["gone"]):
            return 1.0
        return 0.0 if facts & set(self.case["stay"]) else float("nan")


def files() -> list[Path]:
    data = sorted(HERE.glob("data/requests*.txt"))
    lives = sorted(LIVES.glob("forgetting_in_lives*.json"))
    return [*lives, *(file for file in data if "kept_apart" not in file.name)]


def look_up(files: Sequence[Path]) -> list[Asked]:
    return list(_look_up(files))


def _look_up(files: Sequence[Path]) -> Iterator[Asked]:
    with application():
        from bench.answerer.judge import somebody_who_told
        from bench.forgetting.meant import meant_by
        from memories.forgetting.requests import weighing

        seen: list[tuple[Topic, list[Unit], ForgetMatches]] = []

        def keep(topic: "Topic", units: "list[Unit]", found: "ForgetMatches") -> "ForgetMatches":
            seen.append((topic, units, found))
            return found

        for file in files:
            worlds = groupby(read(file), key=lambda case: case["facts"])
            for number, (facts, cases) in enumerate(worlds):
                world = hash((file.name, number))
                kept = patch.object(weighing, "weighed", keep)
                with somebody_who_told(facts) as user, kept:
                    for case in cases:
                        seen.clear()
                        meant_by(user, case["request"])
                        # Of several things that are named the first is all of it.
                        for topic, units, found in seen[:1]:
                            yield from _with_less(world, case, topic, units, found)
            print(file.name, file=sys.stderr, flush=True)


def _with_less(
    world: int, case: dict[str, Any], topic: "Topic", units: "list[Unit]", found: "ForgetMatches"
) -> Iterator[Asked]:
    """A request with all that was told, and with less."""
    from memories.forgetting.requests.meant import by_rules
    from memories.forgetting.requests.weighing import features, worth_weighing

    def asked(known: Known, some: "list[Unit]", found: "ForgetMatches") -> Iterator[Asked]:
        if near := worth_weighing(some, found):
            texts = [unit.text for unit in near]
            yield Asked(world, case, known, texts, features(topic, near, found))

    def less(known: Known, some: "list[Unit]") -> Iterator[Asked]:
        some = sorted(some, key=units.index)
        rules = by_rules(topic, some, lambda _: some, keep="", asked=topic.text)
        yield from asked(known, some, rules)

    yield from asked(Known.ALL, units, found)
    may = {n for n in range(len(case["facts"])) if n not in case["stay"]}
    meant = [u for u in units if any(u.text in case["facts"][n] for n in case["gone"])]
    others = [u for u in units if not any(u.text in case["facts"][n] for n in may)]
    chance = random.Random(topic.text)
    few = chance.sample(others, min(len(others), chance.randint(1, FEW)))
    yield from less(Known.FEW_BUT_MEANT, few)
    if meant:
        yield from less(Known.NOTHING_MEANT, others)
        yield from less(Known.FEW, [*meant[:2], *few])


def grow(asked: Sequence[Asked]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    labels = np.array([each.label(n) for each in asked for n in range(len(each.texts))])
    rows = np.concatenate([each.rows for each in asked])
    weights = np.concatenate([np.full(len(each.texts), weight(each)) for each in asked])
    known = ~np.isnan(labels)
    trees = HistGradientBoostingClassifier(**TREES, random_state=0)
    return trees.fit(rows[known], labels[known], weights[known])


def weight(asked: Asked) -> float:
    return (LIFE if "partial" in asked.case else 1.0) * (1.0 if asked.known is Known.ALL else LESS)


def outcome(asked: Asked, sure: Floats) -> str:
    """What becomes of a request by what the trees say of its sentences."""
    from memories.forgetting.requests.single import ASKED
    from memories.forgetting.requests.weighing import NAMES, PERHAPS, least, several

    def facts(places: Sequence[int]) -> set[int]:
        return {fact for n in places for fact in asked.facts(n)}

    wanted, order = asked.wanted, [int(n) for n in np.argsort(-sure)]
    perhaps = [n for n in order if sure[n] >= PERHAPS]
    by_rules = asked.rows[:, NAMES.index("goes")] > 0
    found = by_rules | (asked.rows[:, NAMES.index("asked")] > 0)
    going = [
        n
        for n in perhaps
        if sure[n] >= least(bool(by_rules[n]), found=bool(found[n]), first=n == perhaps[0])
    ]
    asked_about = [bool(asked.rows[n, NAMES.index("asked")] > 0) for n in perhaps]
    everything = asked.rows[0, NAMES.index("everything")] > 0
    if not everything and several([float(sure[n]) for n in perhaps], asked_about):
        going = []
    if not going:
        shown = facts(perhaps[:ASKED])
        if not wanted:
            return "asked for nothing" if shown else "right"
        return "asked" if wanted <= shown else "missed"
    goes = facts(going)
    if goes & set(asked.case["stay"]):
        return "wrong"
    if wanted <= goes:
        return "right"
    return "offered" if wanted <= goes | facts(perhaps) else "part"


def main() -> None:
    # What is read from the lives in other processes is judged in this one.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
    django.setup()
    shares = [files()[n::PROCESSES] for n in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        every = [each for some in pool.map(look_up, shares) for each in some]
    counts: Counter[tuple[str, str]] = Counter()
    worlds = {world: n for n, world in enumerate(dict.fromkeys(each.world for each in every))}
    for part in range(PARTS):
        trees = grow([each for each in every if worlds[each.world] % PARTS != part])
        for each in every:
            if worlds[each.world] % PARTS == part:
                sure = trees.predict_proba(each.rows)[:, 1]
                became = outcome(each, sure)
                counts[each.group, became] += 1
                if "-v" in sys.argv and became != "right" and each.known is Known.ALL:
                    best = sorted(zip(sure, each.texts, strict=True), reverse=True)[:5]
                    shown = [f"{p:.2f} {text[:60]}" for p, text in best]
                    print(f"{became}: {each.case['request']} → {shown}")
    for (kind, became), count in sorted(counts.items()):
        print(f"{kind}: {became} {count}")
    if "-w" in sys.argv:
        from bench.trees import flat
        from memories.forgetting.requests import weighing

        np.savez_compressed(weighing.TREES, **flat(grow(every)))


if __name__ == "__main__":
    main()
