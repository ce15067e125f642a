"""Requests to forget, many for the same facts: as bench/forgetting/data/requests*.txt has them,

# the language, and a name
1 a fact | a word of it that must not be found, or several ways to write it, by "|"
> kind: what is asked = the facts that go ("3?" may go)

or as bench/sets/*/forgetting_in_lives.json, where half of a fact may go as well.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read(file: Path) -> list[dict[str, Any]]:
    """One case for each request, as bench.forgetting.run takes them.

    `keep` are words of halves that stay (of a set of lives alone).
    """
    if file.suffix == ".json":
        return [case for life in json.loads(file.read_text()) for case in _of_life(life)]
    cases: list[dict[str, Any]] = []
    for world in re.split(r"^# ", file.read_text(), flags=re.MULTILINE)[1:]:
        name, *lines = filter(None, world.splitlines())
        told = [line.partition(" ")[2].partition(" | ") for line in lines if line[0] != ">"]
        for asked in (line for line in lines if line[0] == ">"):
            kind, _, rest = asked[1:].strip().partition(": ")
            request, _, which = rest.rpartition(" = ")
            gone = [int(n) - 1 for n in which.split() if not n.endswith("?")]
            either = [int(n[:-1]) - 1 for n in which.split() if n.endswith("?")]
            cases.append(
                {
                    "id": f"{name}-{len(cases) + 1}",
                    "kind": kind,
                    "facts": [fact for fact, _, _ in told],
                    "request": request,
                    "gone": gone,
                    "stay": [i for i in range(len(told)) if i not in gone + either],
                    "probes": [],
                    "leaked_keys": [told[i][2] for i in gone],
                    "stay_probes": [],
                }
            )
    return cases


def _of_life(life: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for asked in life["requests"]:
        gone = [*asked["gone"], *asked["partial"]]
        may = {*gone, *asked.get("either", [])}
        yield {
            "id": asked["id"],
            "kind": asked["kind"],
            "facts": life["facts"],
            "request": asked["request"],
            "gone": gone,
            "stay": [n for n in range(len(life["facts"])) if n not in may],
            "partial": asked["partial"],
            "keep": asked["partial_stay_keys"],
        }
